"""What use cases take: frozen values that forms and serializers both build, and that services trust to be well formed.

Each ``__post_init__`` refuses what can never be right, with a message for whoever typed it.
"""
