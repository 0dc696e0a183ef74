"""What other programs read and show: text sources, overlays and tickers for OBS, files, and the page that lists the addresses."""
