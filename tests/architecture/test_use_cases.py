"""Every use case has its guard (architecture: a use case)."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from typing import Any

import application
from application.authorization import PUBLIC, SIGNED_IN, STUDENT, SUPERADMIN, Guard
from domain.access.permissions import MODULES, PERMISSIONS

# coroutines that nobody outside of application calls for a person, with the reason
NOT_USE_CASES = {
    "application.access.first_start.bootstrap": "an empty installation has nobody yet who could hold a right",
    "application.gamification.first_start.seed_rules": "part of the first start",
    "application.gamification.earning": "steps of checking, announcing and deleting, behind their use cases",
    "application.access.users.prepare_superadmin": "part of the first start",
    "application.access.accounts.apply_form": "a step of changing an account, and of taking a change of it back",
    "application.access.roles.apply_role": "a step of changing a role, and of taking a change of it back",
    "application.access.roles.lock_role_changes": "a step of changing roles",
    "application.people.students.edit.apply_fields": "a step of changing a student, and of reverting a change",
    "application.access.revert": "steps of taking a change back, behind its use cases",
    "application.people.students.revert": "steps of taking a change back, behind its use cases",
    "application.branches.revert": "steps of taking a change back, behind its use cases",
    "application.settings.revert": "steps of taking a change back, behind its use cases",
    "application.audit.revert.preview_revert": "a step of showing what a revert would restore, behind its use cases",
    "application.audit.revert.apply_revert": "a step of taking a change back, behind its use cases",
    "application.access.rate_limit": "steps of signing in",
    "application.access.sessions.exchange": "a step of renewing the tokens of staff and of students",
    "application.access.account_service": "steps of opening, resetting and closing, behind their use cases",
    "application.access.privilege_scope": "how far a use case lets its caller reach",
    "application.attendance.save_attendance.refused_marks": "a step of saving a class and deciding on late sheets",
    "application.attendance.own_check_ins": "a part of reading a sheet and the day, for a caller who may check in",
    "application.homework.student.hand_in": "steps of handing in and writing, behind their use cases",
    "application.exams.earning": "the awards of exams, posted by use cases in their commit",
    "application.exams.checking.load_work": "a step of checking, inside its transaction",
    "application.exams.give.load_exam": "a step of changing an exam, inside its transaction",
    "application.courses.courses.load_course": "a step of changing a course, inside its transaction",
    "application.courses.courses.change_course": "a step of changing a course, and of reverting a change",
    "application.courses.courses.category_faults": "a step of changing a course, and of reverting a change",
    "application.courses.topics.lock_topic": "a step of changing a topic, and of reverting a change",
    "application.courses.topics.save_topic": "a step of changing a topic",
    "application.homework.attachments": "steps of the use cases whose form names files",
    "application.files.uploads": "steps of storing what a use case was given",
    "application.messaging.login_messages.create_login_messages": "a step of run_batch",
    "application.messaging.texts": "a step of the use cases that write to students",
    "application.settings.integrations.load_stored": "loads stored settings for the adapters that connect",
    "application.people.students.photos.assign_photo": "a step of the use cases whose form names a photo",
    "application.groups.enrolment_service": "steps of changing a period, behind their use cases",
    "application.people.academics.accounts.create_account": "a step of opening one account, and many",
    "application.people.bulk.account_opening": "a step of an act on many, behind its use cases",
    "application.people.bulk.logins": "a step of opening accounts, behind its use cases",
    "application.people.bulk.opened_accounts": "steps of issuing passwords and of the undo, behind their use cases",
    "application.people.bulk.branch_change": "a step of an act on many, behind its use cases",
    "application.people.bulk.service": "steps of an act on many, behind their use cases",
    "application.people.students.branch_assignment": "how far a use case lets its caller place a student",
    "application.imports.branches": "steps of mapping and committing, behind their use cases",
    "application.imports.commit.commit_plan": "a step of commit_import and run_import",
    "application.imports.imports.enqueue": "a step of commit_import and revert_import",
    "application.imports.imports.load_own": "how far a use case lets its caller reach",
    "application.imports.plan": "steps of mapping and committing, behind their use cases",
    "application.imports.presenters": "steps of showing, behind their use cases",
    "application.idempotency": "wraps a use case, which has its own guard",
    "application.sync.prefetch": "steps of a run, behind run_synchronisation",
    "application.sync.feeds": "steps of a run, behind run_synchronisation",
    "application.homework.giving.generated": "steps of giving what was generated, inside its transaction",
    "application.homework_database.changing": "steps of changes, inside their transactions",
    "application.homework.giving.give.load_homework": "a step of changing homework, inside its transaction",
    "application.homework.checking.load_submission": "a step of checking, inside its transaction",
    "application.sync.upsert": "steps of a run, behind run_synchronisation",
    "application.sync.brakes": "steps of a run, behind run_synchronisation",
    "application.sync.commands.end_lost": "part of starting a run, inside its transaction",
    "application.videos.at_host": "steps of uploads, reports and processing, inside their transactions",
    "application.videos.deletion.begin_deletion": "a step of deleting, inside its transaction",
    "application.videos.deletion.discard_unfinished": "a step of deleting uploads and of signing out",
    "application.videos.lessons.playback_of": "a step of playing, of staff and of students",
    "application.videos.uploads.ask": "asks a host, behind the use cases",
    "application.videos.built_in.receiving.complete": "a step of an upload, behind its use cases",
    "application.videos.built_in.transfer.delete_upload": "a step of ending an upload, behind its use cases",
    "application.videos.built_in.turns.paused": "waits inside an upload, whose use case has its guard",
    "application.sync.lease": "steps of a run, behind run_synchronisation and run_revert",
}


def _coroutines() -> dict[str, Callable[..., Any]]:
    found = {}
    for info in pkgutil.walk_packages(application.__path__, "application."):
        module = importlib.import_module(info.name)
        for name, thing in vars(module).items():
            inner = inspect.unwrap(thing) if callable(thing) else thing
            mine = getattr(thing, "__module__", "") == info.name and not name.startswith("_")
            if mine and (inspect.iscoroutinefunction(inner) or inspect.isasyncgenfunction(inner)):
                found[f"{info.name}.{name}"] = thing
    return found


def test_every_use_case_says_who_may_run_it() -> None:
    """One without @permits is open to everybody who reaches it."""
    bare = [
        name
        for name, function in _coroutines().items()
        if not isinstance(getattr(function, "guard", None), Guard)
        and name not in NOT_USE_CASES
        and name.rpartition(".")[0] not in NOT_USE_CASES
    ]
    assert bare == []


def test_the_exceptions_are_still_there() -> None:
    """An exception that nobody needs any more is a hole for the next one."""
    names = _coroutines()
    modules = {name.rpartition(".")[0] for name in names}
    assert [name for name in NOT_USE_CASES if name not in names and name not in modules] == []


def test_a_guard_names_rights_that_there_are() -> None:
    """A misspelt key would lock everybody out but the superadmin."""
    for name, function in _coroutines().items():
        guard = getattr(function, "guard", None)
        for key in (*guard.permissions, *filter(None, [guard.also])) if guard else ():
            if key in (PUBLIC, SIGNED_IN, STUDENT, SUPERADMIN):
                assert len(guard.permissions) == 1, name
            elif key in MODULES and key not in PERMISSIONS:
                assert any(guard.action in actions for actions in MODULES[key].values()), name
            else:
                assert guard.action in PERMISSIONS[key], f"{name}: {key} has no {guard.action}"


def test_a_guarded_use_case_takes_its_caller() -> None:
    """The guard reads `actor`; a use case that has none would refuse everybody."""
    for name, function in _coroutines().items():
        guard = getattr(function, "guard", None)
        if guard and guard.permissions[0] != PUBLIC:
            actor = inspect.signature(function).parameters.get("actor")
            assert actor is not None, name
            assert actor.kind is inspect.Parameter.KEYWORD_ONLY, name
            assert actor.default is inspect.Parameter.empty, name
