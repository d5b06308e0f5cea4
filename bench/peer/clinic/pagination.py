from django.conf import settings
from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param


class PageNumbers(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 1000

    def link_to(self, number):
        return replace_query_param(settings.PUBLIC_URL + self.request.get_full_path(), "page", number)

    def get_next_link(self):
        return self.link_to(self.page.next_page_number()) if self.page.has_next() else None

    def get_previous_link(self):
        return self.link_to(self.page.previous_page_number()) if self.page.has_previous() else None

    def get_paginated_response(self, data):
        return Response(
            {
                "count": self.page.paginator.count,
                "num_pages": self.page.paginator.num_pages,
                "next": self.get_next_link(),
                "previous": self.get_previous_link(),
                "results": data,
            }
        )
