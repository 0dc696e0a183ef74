"""What the use cases take: frozen values that forms and serializers both build."""
