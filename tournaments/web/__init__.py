"""What pages need of the web: the page cache, QR codes, forms that are too big."""
