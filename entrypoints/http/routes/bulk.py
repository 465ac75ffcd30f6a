"""Acts on many students at once, and pasted columns."""

from application.people.bulk import operations as acts
from application.people.bulk.matching import match_students
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("POST", "/students/bulk/block", acts.block_students, operation_id="blockStudents", status=200),
    endpoint("POST", "/students/bulk/unblock", acts.unblock_students, operation_id="unblockStudents", status=200),
    endpoint(
        "POST", "/students/bulk/add-to-group", acts.add_students_to_group, operation_id="addManyToGroup", status=200
    ),
    endpoint("POST", "/students/bulk/{act_id:int}/undo", acts.undo_act, operation_id="undoBulkAct", status=200),
    endpoint("GET", "/students/bulk/{act_id:int}", acts.show_act, operation_id="showBulkAct"),
    endpoint("GET", "/students/bulk/{act_id:int}/results", acts.list_results, operation_id="listBulkResults"),
    endpoint("POST", "/students/match", match_students, operation_id="matchStudents", status=200),
]
