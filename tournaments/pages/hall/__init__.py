"""Pages for the hall: the screen on the wall, where to sit, the results kiosk."""
