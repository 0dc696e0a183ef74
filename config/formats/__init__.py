"""How dates and times are written, one way in each language: pages, prints and mails all ask Django for these.

The API, files and commands write ISO 8601. A language offered in ``settings.LANGUAGES`` has a folder here.
"""
