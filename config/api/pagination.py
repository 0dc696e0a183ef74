"""Pages of lists: a client may ask for shorter or longer ones, within bounds."""

from rest_framework.pagination import PageNumberPagination


class BoundedPages(PageNumberPagination):
    """``?page=2&page_size=50``; at most 500 rows a page."""

    page_size_query_param = "page_size"
    max_page_size = 500
