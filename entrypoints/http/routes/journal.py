"""The journal of a group, for whoever works with all groups and for whoever teaches it."""

from typing import Any

from litestar import Response

from application.attendance import journal as use_cases
from domain.files.file import XLSX
from entrypoints.http.endpoint import endpoint
from entrypoints.http.headers import AS_IT_IS
from entrypoints.http.routes.exports import AS_A_FILE, saved_as


def _file(made: tuple[str, bytes]) -> Response[Any]:
    name, content = made
    return Response(content, media_type=XLSX, headers=saved_as(name, len(content)))


ROUTES = [
    endpoint("GET", "/journal/for-admin", use_cases.show_journal, operation_id="showJournalForAdmin", audience="admin"),
    endpoint(
        "GET",
        "/journal/for-academic",
        use_cases.show_journal,
        operation_id="showJournalForAcademic",
        audience="academic",
    ),
    endpoint(
        "GET",
        "/journal/for-admin/filter-objects",
        use_cases.journal_filters,
        operation_id="journalFiltersForAdmin",
        audience="admin",
    ),
    endpoint(
        "GET",
        "/journal/for-academic/filter-objects",
        use_cases.journal_filters,
        operation_id="journalFiltersForAcademic",
        audience="academic",
    ),
    endpoint(
        "GET",
        "/journal/for-admin/download",
        use_cases.download_journal,
        operation_id="downloadJournalForAdmin",
        answer=_file,
        responses=AS_A_FILE,
        marks=[AS_IT_IS],
        audience="admin",
    ),
    endpoint(
        "GET",
        "/journal/for-academic/download",
        use_cases.download_journal,
        operation_id="downloadJournalForAcademic",
        answer=_file,
        responses=AS_A_FILE,
        marks=[AS_IT_IS],
        audience="academic",
    ),
]
