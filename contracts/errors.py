"""The catalogue of errors: each code has a fixed number and an HTTP status.

Codes are ``context.reason`` in the code and ``CONTEXT_REASON`` on the wire (D-3). The messages are in
``contracts/texts``.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class ErrorKind:
    """``err_id`` is stable and unique; ``status`` is the HTTP status."""

    err_id: int
    status: int


ERRORS: dict[str, ErrorKind] = {
    "shared.malformed": ErrorKind(100, 400),
    "shared.unauthorised": ErrorKind(101, 401),
    "shared.forbidden": ErrorKind(103, 403),
    "shared.not_found": ErrorKind(104, 404),
    "shared.no_such_path": ErrorKind(105, 404),
    "shared.method_not_allowed": ErrorKind(106, 405),
    "shared.conflict": ErrorKind(109, 409),
    "shared.stale": ErrorKind(110, 409),
    "shared.illegal_move": ErrorKind(111, 409),
    "shared.other_body": ErrorKind(112, 409),
    "shared.shown_once": ErrorKind(114, 409),
    "shared.too_large": ErrorKind(113, 413),
    "shared.wrong_media": ErrorKind(115, 415),
    "shared.foreign_origin": ErrorKind(116, 403),
    "shared.too_often": ErrorKind(117, 429),
    "shared.invalid": ErrorKind(122, 422),
    "shared.unexpected": ErrorKind(150, 500),
    "shared.busy": ErrorKind(153, 503),
    "access.wrong_credentials": ErrorKind(201, 401),
    "access.session_ended": ErrorKind(202, 401),
    "access.blocked": ErrorKind(203, 403),
    "access.password_must_change": ErrorKind(204, 403),
    "access.too_many_tries": ErrorKind(205, 429),
    "access.login_taken": ErrorKind(206, 409),
    "access.role_name_taken": ErrorKind(207, 409),
    "access.superadmin_is_fixed": ErrorKind(208, 409),
    "access.already_blocked": ErrorKind(209, 409),
    "access.not_blocked": ErrorKind(210, 409),
    "access.not_working": ErrorKind(211, 409),
    "access.own_account": ErrorKind(212, 409),
    "access.account_beyond_own": ErrorKind(213, 403),
    "access.role_fixed": ErrorKind(215, 409),
    "access.role_held": ErrorKind(216, 409),
    "access.last_role_keeper": ErrorKind(217, 409),
    "access.beyond_own_rights": ErrorKind(218, 403),
    "access.centre_wide": ErrorKind(219, 403),
    "access.other_branches": ErrorKind(220, 403),
    "access.role_held_elsewhere": ErrorKind(221, 403),
    "access.in_branches_already": ErrorKind(235, 409),
    "access.view_name_taken": ErrorKind(231, 409),
    "access.too_many_views": ErrorKind(232, 409),
    "history.nothing_to_take_back": ErrorKind(233, 409),
    "history.own_way": ErrorKind(234, 409),
    "branches.head_office_related": ErrorKind(401, 409),
    "branches.in_use": ErrorKind(402, 409),
    "people.blocked_already": ErrorKind(321, 409),
    "people.not_blocked": ErrorKind(322, 409),
    "people.no_login": ErrorKind(323, 409),
    "people.no_papers": ErrorKind(324, 409),
    "people.reveal_first": ErrorKind(329, 409),
    "people.has_account": ErrorKind(325, 409),
    "people.list_changed": ErrorKind(371, 409),
    "people.not_undoable": ErrorKind(372, 409),
    "people.undone_already": ErrorKind(373, 409),
    "people.changed_since": ErrorKind(374, 409),
    "people.no_account": ErrorKind(326, 409),
    "people.does_not_work": ErrorKind(327, 409),
    "groups.ended": ErrorKind(341, 409),
    "groups.joined_already": ErrorKind(342, 409),
    "groups.stopped_already": ErrorKind(343, 409),
    "groups.going_on_already": ErrorKind(344, 409),
    "groups.same_action": ErrorKind(345, 409),
    "attendance.not_begun": ErrorKind(501, 409),
    "attendance.over": ErrorKind(502, 409),
    "attendance.outside_group": ErrorKind(503, 409),
    "attendance.not_in_group": ErrorKind(504, 409),
    "attendance.office_mark": ErrorKind(505, 409),
    "attendance.nothing_proposed": ErrorKind(506, 409),
    "attendance.reason_required": ErrorKind(507, 422),
    "attendance.no_class": ErrorKind(508, 409),
    "attendance.holiday_taken": ErrorKind(509, 409),
    "messaging.template_name_taken": ErrorKind(381, 409),
    "messaging.template_needed": ErrorKind(382, 409),
    "settings.fixed_by_environment": ErrorKind(383, 409),
    "files.too_large": ErrorKind(301, 413),
    "files.not_a_picture": ErrorKind(302, 415),
    "files.no_room": ErrorKind(303, 503),
    "imports.not_a_sheet": ErrorKind(361, 415),
    "imports.empty": ErrorKind(362, 422),
    "imports.too_many_rows": ErrorKind(363, 413),
    "imports.other_branch": ErrorKind(364, 409),
    # the number is set by the specification (part 1 §8)
    "sync.in_progress": ErrorKind(245, 409),
    "sync.not_yet": ErrorKind(246, 409),
    "sync.no_school": ErrorKind(247, 409),
    "sync.needs_a_person": ErrorKind(248, 409),
    "sync.not_stopped": ErrorKind(249, 409),
    "sync.not_newest": ErrorKind(251, 409),
    "sync.first_run": ErrorKind(252, 409),
    "sync.nothing_to_revert": ErrorKind(253, 409),
    "sync.reverted_already": ErrorKind(254, 409),
    "sync.over": ErrorKind(255, 409),
    "attendance.check_in_early": ErrorKind(471, 409),
    "attendance.check_in_over": ErrorKind(472, 409),
}


def wire_code(code: str) -> str:
    """Converts ``sync.in_progress`` to ``SYNC_IN_PROGRESS``."""
    return code.replace(".", "_").upper()
