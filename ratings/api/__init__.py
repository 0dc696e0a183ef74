"""The REST API of rating pools."""
