"""Branches."""

from application.branches import branches as use_cases
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/offices", use_cases.list_offices, operation_id="listOffices"),
    endpoint("GET", "/offices/hh", use_cases.list_head_offices, operation_id="listHeadOffices"),
    endpoint("POST", "/offices", use_cases.add_office, operation_id="addOffice"),
    endpoint("PUT", "/offices/{office_id:int}", use_cases.change_office, operation_id="changeOffice"),
    endpoint("DELETE", "/offices/{office_id:int}", use_cases.delete_office, operation_id="deleteOffice"),
]
