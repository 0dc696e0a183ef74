"""Use cases of the hall: clocks, the results kiosk, table cards."""
