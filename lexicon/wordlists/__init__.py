"""Word lists: fetched, unpacked, compiled and kept on disk."""
