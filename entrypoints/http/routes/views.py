"""Saved views of lists: one's own."""

from typing import Annotated

from litestar.params import QueryParameter

from application.access import saved_views as use_cases
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint(
        "GET",
        "/views",
        use_cases.list_views,
        operation_id="listViews",
        parameters={"of_list": Annotated[str | None, QueryParameter(name="list", max_length=100)]},
    ),
    endpoint("POST", "/views", use_cases.save_view, operation_id="saveView", status=200),
    endpoint("PUT", "/views/{view_id:int}", use_cases.change_view, operation_id="changeView"),
    endpoint("DELETE", "/views/{view_id:int}", use_cases.delete_view, operation_id="deleteView"),
]
