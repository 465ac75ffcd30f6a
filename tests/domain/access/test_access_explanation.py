"""Who can see this, and why (D-11, D-12, D-53, D-61)."""

import pytest

from contracts.screens import screen_at, screens
from domain.access.access_explanation import Gate, Holder, Open, reasons
from domain.access.permissions import MODULES, Action, everything

STUDENTS = Gate.of("users:students")
READER = {"users:students": ["read"]}


def test_a_grant_lets_in_and_is_named() -> None:
    """The right that did it, and nothing missing."""
    found = reasons(STUDENTS, Holder(READER, office_ids=[1]))
    assert (found.allowed, found.because, found.against) == (True, ("grant",), ())
    assert (found.grants, found.missing) == ((("users:students", Action.READ),), ())


def test_what_is_missing_is_named() -> None:
    """Any one of several would do; another action of the same option does not."""
    gate = Gate.of("users:students|settings:integrations", Action.UPDATE)
    found = reasons(gate, Holder(READER, office_ids=[1]))
    assert (found.allowed, found.because, found.against) == (False, (), ("grant",))
    assert found.missing == (("users:students", Action.UPDATE), ("settings:integrations", Action.UPDATE))


def test_a_bare_module_is_opened_by_each_of_its_options() -> None:
    """D-53: for the action asked for, where the option has it."""
    gate = Gate.of("settings", Action.UPDATE)
    assert [key for key, _ in gate.rights] == [
        f"settings:{option}" for option, actions in MODULES["settings"].items() if Action.UPDATE in actions
    ]
    assert [key for key, _ in Gate.of("profile").rights] == ["profile"]


@pytest.mark.parametrize(
    ("permission", "blocked", "allowed"),
    [("public", False, True), ("public", True, True), ("signed-in", False, True), ("signed-in", True, False)],
)
def test_what_is_open_takes_no_right(permission: str, blocked: bool, allowed: bool) -> None:
    """Everybody opens the sign-in, any member of staff his profile; a blocked account does not sign in (D-61)."""
    found = reasons(Gate.of(permission), Holder({}, blocked=blocked, all_offices=True))
    assert (found.allowed, found.because, found.missing) == (allowed, ("open",), ())


def test_the_superadmin_passes_everywhere() -> None:
    """D-11: whatever his role says, in every branch, and where no right opens it."""
    for gate in (STUDENTS, Gate(Open.GRANTS), Gate.of("signed-in")):
        found = reasons(gate, Holder({}, superadmin=True), office_id=7)
        assert (found.allowed, found.against) == (True, ())
        assert "superadmin" in found.because


def test_a_blocked_account_is_kept_out_whatever_it_holds() -> None:
    """D-61: and the rights that it has are still told."""
    found = reasons(STUDENTS, Holder(everything(), blocked=True, office_ids=[1]))
    assert (found.allowed, found.against) == (False, ("blocked",))
    assert found.grants == (("users:students", Action.READ),)


def test_a_branch_is_a_reason_too() -> None:
    """D-12: own branches let to what belongs to them, all branches to everything, none to no people at all."""
    assert reasons(STUDENTS, Holder(READER, office_ids=[1, 2]), office_id=2).allowed
    elsewhere = reasons(STUDENTS, Holder(READER, office_ids=[1, 2]), office_id=3)
    assert (elsewhere.allowed, elsewhere.against, elsewhere.missing) == (False, ("office",), ())
    assert reasons(STUDENTS, Holder(READER, all_offices=True), office_id=3).allowed
    nowhere = reasons(STUDENTS, Holder(READER))
    assert (nowhere.allowed, nowhere.against) == (True, ("no_office",))


def test_each_reason_is_told_not_only_the_first() -> None:
    """So that the second one is not met after the first is mended."""
    found = reasons(STUDENTS, Holder({}, blocked=True), office_id=3)
    assert found.against == ("blocked", "grant", "office", "no_office")


def test_a_screen_is_found_by_path_and_by_address() -> None:
    """Fixed words before parameters; what follows the question mark does not matter."""
    for screen in screens():
        assert screen_at(screen.path) == screen
    found = {at: screen_at(at) for at in ("/students/17", "/students?statusId=1", "/students/", "/", "/nowhere", "")}
    assert {at: screen and screen.path for at, screen in found.items()} == {
        "/students/17": "/students/{studentId}",
        "/students?statusId=1": "/students",
        "/students/": "/students",
        "/": "/",
        "/nowhere": None,
        "": "/",
    }
