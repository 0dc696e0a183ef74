"""What all of the REST API shares: one shape of errors, bounded bodies and pages, the schema's common parts."""
