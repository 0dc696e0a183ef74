"""What the apps' parts of the REST API share: reading bodies, within bounds."""
