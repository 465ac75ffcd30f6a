"""The journal of a group, for whoever works with all groups and for whoever teaches it."""

from typing import Any
from zoneinfo import ZoneInfo

from litestar import Response, get
from litestar.openapi import ResponseSpec

from application.actor import Actor
from application.attendance import journal as use_cases
from application.attendance.ports.journal import JournalViews
from application.files.spreadsheets import SpreadsheetWriter
from application.ports import Clock
from contracts.attendance.journal import Journal, JournalFilters, JournalFiltersQuery, JournalQuery
from domain.files.file import XLSX
from entrypoints.http.caller import Given
from entrypoints.http.headers import AS_IT_IS
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer
from entrypoints.http.routes.exports import saved_as

JOURNAL: dict[str, Any] = {"dependencies": {"asked": asked_of(JournalQuery)}, "opt": {"query": JournalQuery}}
FILE: dict[str, Any] = {**JOURNAL, "opt": {"query": JournalQuery, AS_IT_IS: True}}
FILTERS: dict[str, Any] = {
    "dependencies": {"asked": asked_of(JournalFiltersQuery)},
    "opt": {"query": JournalFiltersQuery},
}
AS_A_FILE = {200: ResponseSpec(bytes, description="The spreadsheet", media_type=XLSX, generate_examples=False)}


@get("/journal/for-admin", operation_id="showJournalForAdmin", **JOURNAL)
async def for_admin(
    asked: Given[JournalQuery],
    actor: Given[Actor],
    journals: Given[JournalViews],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[Journal]:
    """The journal of a group of the caller's branches."""
    told = await use_cases.show_journal(asked, audience="admin", actor=actor, journals=journals, clock=clock, zone=zone)
    return Answer(data=told)


@get("/journal/for-academic", operation_id="showJournalForAcademic", **JOURNAL)
async def for_academic(
    asked: Given[JournalQuery],
    actor: Given[Actor],
    journals: Given[JournalViews],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[Journal]:
    """The journal of a group that the caller teaches."""
    told = await use_cases.show_journal(
        asked, audience="academic", actor=actor, journals=journals, clock=clock, zone=zone
    )
    return Answer(data=told)


@get("/journal/for-admin/filter-objects", operation_id="journalFiltersForAdmin", **FILTERS)
async def filters_for_admin(
    asked: Given[JournalFiltersQuery], actor: Given[Actor], journals: Given[JournalViews]
) -> Answer[JournalFilters]:
    """What the journal can be narrowed by."""
    return Answer(data=await use_cases.journal_filters(asked, audience="admin", actor=actor, journals=journals))


@get("/journal/for-academic/filter-objects", operation_id="journalFiltersForAcademic", **FILTERS)
async def filters_for_academic(
    asked: Given[JournalFiltersQuery], actor: Given[Actor], journals: Given[JournalViews]
) -> Answer[JournalFilters]:
    """What the journal of an own group can be narrowed by."""
    return Answer(data=await use_cases.journal_filters(asked, audience="academic", actor=actor, journals=journals))


@get("/journal/for-admin/download", operation_id="downloadJournalForAdmin", responses=AS_A_FILE, **FILE)
async def download_for_admin(
    asked: Given[JournalQuery],
    actor: Given[Actor],
    journals: Given[JournalViews],
    spreadsheet_writer: Given[SpreadsheetWriter],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Response[Any]:
    """The journal as an .xlsx."""
    name, content = await use_cases.download_journal(
        asked,
        audience="admin",
        actor=actor,
        journals=journals,
        spreadsheet_writer=spreadsheet_writer,
        clock=clock,
        zone=zone,
    )
    return _file(name, content)


@get("/journal/for-academic/download", operation_id="downloadJournalForAcademic", responses=AS_A_FILE, **FILE)
async def download_for_academic(
    asked: Given[JournalQuery],
    actor: Given[Actor],
    journals: Given[JournalViews],
    spreadsheet_writer: Given[SpreadsheetWriter],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Response[Any]:
    """The journal of an own group as an .xlsx."""
    name, content = await use_cases.download_journal(
        asked,
        audience="academic",
        actor=actor,
        journals=journals,
        spreadsheet_writer=spreadsheet_writer,
        clock=clock,
        zone=zone,
    )
    return _file(name, content)


def _file(name: str, content: bytes) -> Response[Any]:
    return Response(content, media_type=XLSX, headers=saved_as(name, len(content)))


ROUTES = [for_admin, for_academic, filters_for_admin, filters_for_academic, download_for_admin, download_for_academic]
