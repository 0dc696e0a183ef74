"""What the API of events takes and gives. Input serializers build the frozen values of ``tournaments.inputs.results``."""
