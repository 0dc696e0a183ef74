"""Pages of events: parse, call one service, choose the response."""
