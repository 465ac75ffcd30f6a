"""Roles, who holds them, and who can see what."""

from application.access import access_explanation as why
from application.access import roles as use_cases
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/roles/all", use_cases.list_roles, operation_id="listRoles"),
    endpoint("POST", "/roles", use_cases.create_role, operation_id="createRole"),
    endpoint("GET", "/roles/{role_id:int}", use_cases.show_role, operation_id="showRole"),
    endpoint("GET", "/roles/{role_id:int}/detail", use_cases.role_detail, operation_id="roleDetail"),
    endpoint("PUT", "/roles/{role_id:int}", use_cases.change_role, operation_id="changeRole"),
    endpoint("DELETE", "/roles/{role_id:int}", use_cases.delete_role, operation_id="deleteRole"),
    endpoint("POST", "/roles/initial", use_cases.make_default_roles, operation_id="makeDefaultRoles", status=200),
    endpoint("GET", "/users/by-role/{role_id:int}", use_cases.users_of_role, operation_id="usersOfRole"),
    endpoint("GET", "/users/explain", why.who_may, operation_id="whoMay"),
    endpoint("GET", "/users/{user_id:int}/explain", why.why_may, operation_id="whyMay"),
]
