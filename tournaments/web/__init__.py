"""What pages need of the web: the page cache, QR codes, an answer to forms that are too big."""
