"""Acts on many students at once, and pasted columns."""

from zoneinfo import ZoneInfo

from litestar import get, post
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.people.bulk import operations as acts
from application.people.bulk.matching import match_students
from application.people.bulk.ports import BulkViews, Matching
from application.ports import Clock, UnitOfWork
from contracts.people.bulk import (
    AddMany,
    BlockMany,
    BulkCardAnswer,
    BulkResults,
    BulkResultsQuery,
    BulkStarted,
    MatchStudents,
    StudentsMatched,
    UnblockMany,
)
from contracts.people.students import StudentsQuery
from entrypoints.http.caller import Given
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer

ASKED = {"asked": asked_of(StudentsQuery)}
QUERY = {"query": StudentsQuery}


@post("/students/bulk/block", status_code=200, dependencies=ASKED, opt=QUERY, operation_id="blockStudents")
async def block(
    data: JSONBody[BlockMany],
    asked: Given[StudentsQuery],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    bulk: Given[BulkViews],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[BulkStarted]:
    """Blocks everybody chosen, for one reason."""
    done = await acts.block_students(asked, data, actor=actor, uow=uow, bulk=bulk, clock=clock, zone=zone)
    return Answer(data=done)


@post("/students/bulk/unblock", status_code=200, dependencies=ASKED, opt=QUERY, operation_id="unblockStudents")
async def unblock(
    data: JSONBody[UnblockMany],
    asked: Given[StudentsQuery],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    bulk: Given[BulkViews],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[BulkStarted]:
    """Unblocks everybody chosen."""
    done = await acts.unblock_students(asked, data, actor=actor, uow=uow, bulk=bulk, clock=clock, zone=zone)
    return Answer(data=done)


@post("/students/bulk/add-to-group", status_code=200, dependencies=ASKED, opt=QUERY, operation_id="addManyToGroup")
async def add_to_group(
    data: JSONBody[AddMany],
    asked: Given[StudentsQuery],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    bulk: Given[BulkViews],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[BulkStarted]:
    """Adds everybody chosen to a group."""
    done = await acts.add_students_to_group(asked, data, actor=actor, uow=uow, bulk=bulk, clock=clock, zone=zone)
    return Answer(data=done)


@post("/students/bulk/{act_id:int}/undo", status_code=200, operation_id="undoBulkAct")
async def undo(
    act_id: FromPath[int],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    bulk: Given[BulkViews],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[BulkStarted]:
    """Unblocks whom an act has blocked and nobody has changed since."""
    return Answer(data=await acts.undo_act(act_id, actor=actor, uow=uow, bulk=bulk, clock=clock, zone=zone))


@get("/students/bulk/{act_id:int}", operation_id="showBulkAct")
async def one(act_id: FromPath[int], actor: Given[Actor], bulk: Given[BulkViews]) -> Answer[BulkCardAnswer]:
    """An act of one's own."""
    return Answer(data=await acts.show_act(act_id, actor=actor, bulk=bulk))


@get(
    "/students/bulk/{act_id:int}/results",
    dependencies={"asked": asked_of(BulkResultsQuery)},
    opt={"query": BulkResultsQuery},
    operation_id="listBulkResults",
)
async def results(
    act_id: FromPath[int], asked: Given[BulkResultsQuery], actor: Given[Actor], bulk: Given[BulkViews]
) -> Answer[BulkResults]:
    """What came of each student of an act."""
    return Answer(data=await acts.list_results(act_id, asked, actor=actor, bulk=bulk))


@post("/students/match", status_code=200, operation_id="matchStudents")
async def match(
    data: JSONBody[MatchStudents], actor: Given[Actor], matching: Given[Matching]
) -> Answer[StudentsMatched]:
    """For each line of a pasted column the student it means, several, or nobody."""
    return Answer(data=await match_students(data, actor=actor, matching=matching))


ROUTES = [block, unblock, add_to_group, undo, one, results, match]
