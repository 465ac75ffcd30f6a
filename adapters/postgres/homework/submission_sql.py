"""Clauses about submissions of homework and the groups that a caller reaches."""

from adapters.postgres.groups.own_groups import taught_by
from domain.homework.submission import CLAIM_LIVES, SubmissionStatus


def settled_status(row: str, now: str) -> str:
    """The status of a row of ``submissions`` without regard to an expired claim.

    As ``domain.homework.submission.Submission.settled_status``. Both arguments are names in the code, never input.
    """
    expired = f"{row}.claimed_at is null or {now} - {row}.claimed_at >= interval '{CLAIM_LIVES.seconds} s'"
    waiting, checking = SubmissionStatus.WAITING.value, SubmissionStatus.CHECKING.value
    return (
        f"(case when {row}.status = {checking} and ({expired}) then coalesce({row}.status_before, {waiting})"
        f" else {row}.status end)"
    )


def reached(group: str, offices: str, user: str) -> str:
    """The clause that a row of ``groups`` is in the caller's scope (D-54).

    ``offices``: the branches of which all groups count, null for every one; ``user``: of the own groups, null for
    none.
    """
    return f"({offices} is null or {group}.office_id = any ({offices}) or {taught_by(f'{group}.id', user)})"


def waits(status: str) -> str:
    """The clause that a settled status waits for a check, or is in one."""
    return f"{status} in ({SubmissionStatus.WAITING:d}, {SubmissionStatus.CHECKING:d})"


def counts(status: str, not_due: str = "") -> str:
    """Numbers of submissions by shown status, of a status settled before (D-23).

    The columns of ``contracts.homework.giving.StatusCounts``. ``not_due``: the clause of a deadline to come, by which
    uncompleted work is parted (D-79): the columns of ``contracts.homework.statistics.FigureCounts``.
    """
    of = SubmissionStatus
    columns = {
        "given": f"{status} <> {of.NOT_GIVEN:d}",
        "waiting": waits(status),
        "rejected": f"{status} = {of.REJECTED:d}",
        "accepted": f"{status} = {of.ACCEPTED:d}",
        "uncompleted": f"{status} = {of.UNCOMPLETED:d}",
        "not_given": f"{status} = {of.NOT_GIVEN:d}",
    }
    if not_due:
        uncompleted = columns["uncompleted"]
        columns |= {"uncompleted": f"{uncompleted} and not ({not_due})", "not_due": f"{uncompleted} and {not_due}"}
    return ", ".join(f"count(*) filter (where {condition}) as {name}" for name, condition in columns.items())


def discarded_files(entity: str, own_voices: str = "") -> str:
    """The statement that expires the files of homework or an exam, $1, at $2.

    With those of its hand-ins and of the messages about them. ``own_voices``: a query of its own recordings. Both
    arguments are in the code, never input.
    """
    return f"""
    with works as (select id from submissions where {entity}_id = $1),
    hand_ins as (select id, voice_file_id from attempts where submission_id in (select id from works)),
    messages as (select id, voice_file_id from submission_messages where submission_id in (select id from works))
    update files f set entity = null, entity_id = null, expires_at = $2
    where (f.entity = '{entity}' and f.entity_id = $1)
        or (f.entity = 'attempt' and f.entity_id in (select id from hand_ins))
        or (f.entity = 'message' and f.entity_id in (select id from messages))
        or f.id in (
            {own_voices} select voice_file_id from hand_ins union all select voice_file_id from messages
        )
    """  # noqa: S608
