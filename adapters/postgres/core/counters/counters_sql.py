"""The SQL of ``homework_counters`` (D-106).

What submissions, homework and lessons contribute to them, before and after a change.
"""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from adapters.postgres.core.engine import TIME_ZONE_SETTING
from domain.homework.check_times import DIGITS, LIMITS
from domain.homework.submission import SubmissionStatus

_S: type[SubmissionStatus] = SubmissionStatus
KEY = ("day", "group_id", "teacher_id")
# added up; the digest is a number too, the longest time is not
SUMS = (
    *("lessons", "lessons_with_homework", "homework", "waiting", "rejected", "accepted", "uncompleted", "not_given"),
    *("scored", "score_sum", "hand_ins", "checked", "checks_rejected", "checks_score_sum", "checks", "reminders"),
    "digest",
)
COLUMNS = (*SUMS, "worst_seconds")
DAY_SPAN, MONTH_SPAN = 1, 2
# days that a whole month counts and the period does not; never stored
EXCESS_SPAN = -DAY_SPAN
_MID_MONTH = 16
_LATEST = date(9998, 12, 31)


def in_spans(spans: str, firsts: str, lasts: str, teachers: str | None = None) -> str:
    """The counters ``c`` of a period, of all teachers or of these.

    The spans of ``spans_of`` and the teachers' ids, each an array parameter.
    """
    # offset 0: each span is read by the index. The planner, which doesn't know the days, would read the whole table
    those = f"cross join unnest({teachers}::bigint[]) n (id)" if teachers else ""
    return f"""unnest({spans}::smallint[], {firsts}::date[], {lasts}::date[]) r (span, first, last) {those}
    cross join lateral (
        select * from homework_counters x
        where x.span = abs(r.span) and x.day between r.first and r.last {"and x.teacher_id = n.id" if teachers else ""}
        offset 0
    ) c"""  # noqa: S608  parameters' places


def summed(name: str, *, span: str = "r.span", row: str = "c") -> str:
    """The sum of a counter ``c`` over ``in_spans``."""
    return f"sum(case when {span} = {EXCESS_SPAN} then -{row}.{name} else {row}.{name} end)"


def spans_of(first: date, last: date, *, reaches_today: bool = False) -> tuple[list[int], list[date], list[date]]:
    """The spans of a period, both days included.

    Whole months, and the days before and after them. Of a period that ``reaches_today`` the last month is whole too,
    less the days after it: lessons may come, hand-ins and checks do not.
    """
    # nothing is counted at the calendar's end, behind which there is no day
    first, last = min(first, _LATEST), min(last, _LATEST)
    begin = first if first.day == 1 else _next_month(first)
    after = last + timedelta(days=1)
    day = timedelta(days=1)
    if reaches_today and after.day > 1:
        end = _next_month(after)
        rest = (EXCESS_SPAN, after, end - day)
    else:
        end = after.replace(day=1)
        rest = (DAY_SPAN, end, last)
    if begin >= end:
        return [DAY_SPAN], [first], [last]
    before = [(DAY_SPAN, first, begin - day)] if begin > first else []
    return _lists(*before, (MONTH_SPAN, begin, end - day), rest)


def nearest_spans_of(first: date, last: date) -> tuple[list[int], list[date], list[date]]:
    """As ``spans_of``, of the fewest days, for sums alone.

    A month of which days are left out at either end has no longest time.
    """
    first, last = min(first, _LATEST), min(last, _LATEST)
    day = timedelta(days=1)
    if first.day > _MID_MONTH:
        begin = _next_month(first)
        before = [(DAY_SPAN, first, begin - day)]
    else:
        begin = first.replace(day=1)
        before = [(EXCESS_SPAN, begin, first - day)] if first.day > 1 else []
    after = _next_month(last)
    behind = (EXCESS_SPAN, last + day, after - day)
    if last.day < _MID_MONTH:
        after = last.replace(day=1)
        behind = (DAY_SPAN, after, last)
    if begin >= after:
        return [DAY_SPAN], [first], [last]
    return _lists(*before, (MONTH_SPAN, begin, after - day), behind)


def _lists(*spans: tuple[int, date, date]) -> tuple[list[int], list[date], list[date]]:
    kept = [one for one in spans if one[1] <= one[2]]
    return [one[0] for one in kept], [one[1] for one in kept], [one[2] for one in kept]


def _next_month(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)


def local_day(instant: str) -> str:
    """The centre's day of an instant."""
    return f"({instant} at time zone current_setting('{TIME_ZONE_SETTING}'))::date"


def held(lesson: str) -> str:
    """The clause that a lesson took place: it is marked, and not as one without class."""
    return f"({lesson}.marked_at is not null and {lesson}.no_class_reason is null)"


def unclaimed_status(row: str) -> str:
    """The status of a row of ``submissions`` without regard to a claim.

    As ``domain.homework.submission.Submission.unclaimed_status``.
    """
    checking, waiting = f"{_S.CHECKING:d}", f"{_S.WAITING:d}"
    return f"(case when {row}.status = {checking} then coalesce({row}.status_before, {waiting}) else {row}.status end)"


def _part(values: Mapping[str, str], rest: str) -> str:
    zero = {"worst_seconds": "null::int", "digest": "0::numeric"}
    columns = ", ".join(f"{values.get(name, zero.get(name, '0'))} as {name}" for name in (*KEY, *COLUMNS))
    return f"select {columns} {rest}"


def _lessons(where: str) -> str:
    homework = "exists (select from homeworks x where x.lesson_id = l.id)"
    values = {
        **{"day": "l.date", "group_id": "l.group_id", "teacher_id": "l.teacher_id"},
        **{"lessons": "1", "lessons_with_homework": f"{homework}::int"},
    }
    return _part(values, f"from lessons l where {held('l')} and {where}")


_OF_LESSON = {"day": "l.date", "group_id": "h.group_id", "teacher_id": "l.teacher_id"}
_GIVEN = "from homeworks h join lessons l on l.id = h.lesson_id"


def _homework(where: str) -> str:
    return _part(_OF_LESSON | {"homework": "1"}, f"{_GIVEN} where {where}")


def _works(where: str) -> str:
    status = unclaimed_status("s")
    values = {name.lower(): f"({status} = {_S[name]:d})::int" for name in ("WAITING", "REJECTED", "ACCEPTED")}
    values |= {name.lower(): f"({status} = {_S[name]:d})::int" for name in ("UNCOMPLETED", "NOT_GIVEN")}
    values |= {"scored": "(s.score is not null)::int", "score_sum": "coalesce(s.score, 0)"}
    return _part(_OF_LESSON | values, f"{_GIVEN} join submissions s on s.homework_id = h.id where {where}")


def _reminders(where: str) -> str:
    rest = f"{_GIVEN} join homework_reminders r on r.homework_id = h.id where {where}"
    return _part(_OF_LESSON | {"day": "r.day", "reminders": "1"}, rest)


def hand_ins(where: str) -> str:
    """The hand-ins that count.

    Those checked, and the newest one of a submission that waits.

    One that was replaced unchecked, or given back, does not; nor does what was carried over from an earlier course.
    ``checked_at``: of the first check in force, ``score`` and ``status`` of the newest one.
    """
    return f"""
select a.id, h.group_id, coalesce(a.teacher_id, l.teacher_id) as teacher_id, {local_day("a.handed_in_at")} as day,
    k.checked_at, k.score, k.status,
    case when k.checked_at is not null then
        greatest(0, floor(extract(epoch from k.checked_at - a.handed_in_at)))::int end as seconds
from submissions s join attempts a on a.submission_id = s.id
join homeworks h on h.id = s.homework_id join lessons l on l.id = h.lesson_id
left join lateral (
    select (array_agg(c.checked_at order by c.id))[1] as checked_at,
        (array_agg(c.score order by c.id desc))[1] as score, (array_agg(c.status order by c.id desc))[1] as status
    from checks c where c.submission_id = s.id and c.attempt_id = a.id and c.withdrawn_at is null
) k on true
where not s.is_carried_over and {where} and (k.checked_at is not null or s.status in ({_S.WAITING:d}, {_S.CHECKING:d})
    and not exists (select from attempts n where n.submission_id = a.submission_id and n.number > a.number))
"""  # noqa: S608  names of ours


_LIMITS = f"'{{{', '.join(map(str, LIMITS))}}}'::int[]"
_DIGEST = (
    f"case when x.seconds is null then 0 else ('1e' || {DIGITS} * width_bucket(x.seconds, {_LIMITS}))::numeric end"
)


def _handed_in(where: str) -> str:
    values = {
        **{name: f"x.{name}" for name in KEY},
        **{"hand_ins": "1", "checked": "(x.checked_at is not null)::int", "digest": _DIGEST},
        **{"checks_rejected": f"(x.status is not distinct from {_S.REJECTED:d})::int"},
        **{"checks_score_sum": "coalesce(x.score, 0)", "worst_seconds": "x.seconds"},
    }
    return _part(values, f"from ({hand_ins(where)}) x")


def _checks(where: str, day: str = "true") -> str:
    values = {"day": local_day("x.checked_at"), "group_id": "x.group_id", "teacher_id": "x.teacher_id", "checks": "1"}
    return _part(values, f"from ({hand_ins(where)}) x where x.checked_at is not null and {day}")


def _summed(parts: Iterable[str]) -> str:
    sums = ", ".join(f"sum({name})::{'numeric' if name == 'digest' else 'int'} as {name}" for name in SUMS)
    every = " union all ".join(parts)
    return f"""
select {", ".join(KEY)}, {sums}, max(worst_seconds) as worst_seconds from ({every}) p group by {", ".join(KEY)}
"""  # noqa: S608


def _of(place: int) -> str:
    """Any of the ids of an array parameter.

    As a query of its own: the planner then expects as many of one as of a thousand, and plans the statement once. To
    plan it anew takes several times as long as to run it for one submission.
    """
    return f"any (array(select unnest(${place}::bigint[])))"


# $1: submissions, $2: homework as a whole, $3: lessons
_CHOSEN = f"""
select id from submissions where id = {_of(1)} and homework_id is not null {{besides}}
union select id from submissions where homework_id = {_of(2)} {{besides}}
"""  # noqa: S608
_CHOSEN_WORKS = "s.id = any (array(select id from chosen))"
_CELLS = _summed(
    [
        _lessons(f"l.id = {_of(3)}"),
        _homework(f"h.id = {_of(2)}"),
        _works(_CHOSEN_WORKS),
        _handed_in(_CHOSEN_WORKS),
        _checks(_CHOSEN_WORKS),
        _reminders(f"h.id = {_of(2)}"),
    ]
)
# what they contribute, as JSON; without the submissions $4, and those of homework $5, which are known
_BESIDES = f"and not id = {_of(4)} and not homework_id = {_of(5)}"
CONTRIBUTED = f"""
with chosen as materialized ({_CHOSEN.format(besides=_BESIDES)}), cells as ({_CELLS})
select coalesce(jsonb_agg(to_jsonb(c)), '[]')::text from cells c
"""  # noqa: S608
_TYPES = {"day": "date", "group_id": "bigint", "teacher_id": "bigint", "digest": "numeric"}
_RECORD = ", ".join(f"{name} {_TYPES.get(name, 'int')}" for name in (*KEY, *COLUMNS))
_SUM_NAMES, _KEYS = ", ".join(SUMS), ", ".join(KEY)
_ZEROS = ", ".join("0" for _ in SUMS)


def _added(differences: str) -> str:
    """The statement that adds differences of days to the counters of days and months.

    In the order of their key, so that no two transactions wait for each other.
    """
    sums = ", ".join(f"sum({name})" for name in SUMS)
    adding = ", ".join(f"{name} = c.{name} + excluded.{name}" for name in SUMS)
    return f"""
insert into homework_counters as c (span, {_KEYS}, {_SUM_NAMES}, worst_seconds)
select * from (
    select {DAY_SPAN}::smallint as span, {_KEYS}, {_SUM_NAMES}, worst_seconds from {differences}
    where ({_SUM_NAMES}) <> ({_ZEROS})
    union all
    select {MONTH_SPAN}::smallint, date_trunc('month', day)::date, group_id, teacher_id, {sums}, max(worst_seconds)
    from {differences} group by 2, 3, 4 having ({sums}) <> ({_ZEROS})
) n order by span, {_KEYS}
on conflict (span, {_KEYS}) do update set {adding}, worst_seconds = greatest(c.worst_seconds, excluded.worst_seconds)
"""  # noqa: S608


_NEGATED = ", ".join(f"-{name}" for name in SUMS)
_SUMMED_NAMES = ", ".join(f"sum({name}) as {name}" for name in SUMS)
# $4: what they contributed before the change, as ``CONTRIBUTED`` returned it. Returns whether times were taken away
# that may have been the longest.
FOLLOW = f"""
with chosen as materialized ({_CHOSEN.format(besides="")}), cells as materialized ({_CELLS}), before as materialized (
    select * from jsonb_to_recordset($4::text::jsonb) b ({_RECORD})
), differences as materialized (
    select {_KEYS}, {_SUMMED_NAMES}, max(worst_seconds) as worst_seconds from (
        select {_KEYS}, {_SUM_NAMES}, worst_seconds from cells
        union all select {_KEYS}, {_NEGATED}, null from before
    ) a group by {_KEYS}
), written as ({_added("differences")})
select exists (
    select from differences d join before b using ({_KEYS}) where d.digest <> 0 and b.worst_seconds is not null
)
"""  # noqa: S608
# The longest time of days whose hand-ins were checked before a change ($1, as above): of those that counted it, found
# anew among the hand-ins of their groups.
LONGEST = f"""
with lost as materialized (
    select distinct {_KEYS}, date_trunc('month', day)::date as month
    from jsonb_to_recordset($1::text::jsonb) b ({_RECORD}) where worst_seconds is not null
), present as materialized (
    select {_KEYS}, date_trunc('month', day)::date as month, max(seconds) as longest
    from ({hand_ins("h.group_id = any (array(select group_id from lost))")}) x group by {_KEYS}
), found as (
    select {DAY_SPAN}::smallint as span, l.day, l.group_id, l.teacher_id, max(p.longest) as longest
    from lost l left join present p using ({_KEYS}) group by 2, 3, 4
    union all
    select {MONTH_SPAN}::smallint, l.month, l.group_id, l.teacher_id, max(p.longest)
    from lost l left join present p using (month, group_id, teacher_id) group by 2, 3, 4
), written as (
    update homework_counters c set worst_seconds = f.longest from found f
    where (c.span, c.day, c.group_id, c.teacher_id) = (f.span, f.day, f.group_id, f.teacher_id)
        and c.worst_seconds is distinct from f.longest
    returning 1
)
select count(*) from written
"""  # noqa: S608
# the deletion of homework waits for reminders of it that are being sent; lessons for marks that are being saved
LOCK_HOMEWORK = "select count(*) from (select from homeworks where id = any ($1::bigint[]) order by id for update) h"
LOCK_LESSONS = """
select count(*) from (select from lessons where id = any ($1::bigint[]) order by id for no key update) l
"""


def counted(values: Mapping[str, str], rest: str) -> str:
    """The statement that adds rows of a writing statement to the counters.

    ``values``: key and counters by name; ``rest``: from where. Both are in the code, never input.
    """
    return _added(f"({_summed([_part(values, rest)])}) d")


# $1, $2: the first and the last day
_LESSON_DAYS = "l.date between $1::date and $2::date"
_FROM = f"($1::date)::timestamp at time zone current_setting('{TIME_ZONE_SETTING}')"
_UNTIL = f"($2::date + 1)::timestamp at time zone current_setting('{TIME_ZONE_SETTING}')"
_CHECKED_THEN = f"a.id in (select c.attempt_id from checks c where c.checked_at >= {_FROM} and c.checked_at < {_UNTIL})"  # noqa: S608
_TRUTH = _summed(
    [
        _lessons(_LESSON_DAYS),
        _homework(_LESSON_DAYS),
        _works(_LESSON_DAYS),
        _handed_in(f"a.handed_in_at >= {_FROM} and a.handed_in_at < {_UNTIL}"),
        _checks(_CHECKED_THEN, f"{local_day('x.checked_at')} between $1::date and $2::date"),
        _reminders("r.day between $1::date and $2::date"),
    ]
)
_SECOND = ", ".join(f"coalesce(t.{name}, 0) - coalesce(c.{name}, 0) as {name}" for name in SUMS)
_CHANGED = " or ".join(f"coalesce(t.{name}, 0) <> coalesce(c.{name}, 0)" for name in SUMS)
# Counts the days anew and adds what differs, in one snapshot: a change that commits meanwhile is in both or in none.
# Returns a row for each counter that differed.
RECOUNT = f"""
with truth as materialized ({_TRUTH}), kept as materialized (
    select * from homework_counters where span = {DAY_SPAN} and day between $1::date and $2::date
), different as materialized (
    select {_KEYS}, {_SECOND}, t.worst_seconds, c.worst_seconds as kept_worst, ({_CHANGED}) as counts_differ
    from truth t full join kept c using ({_KEYS})
    where {_CHANGED} or t.worst_seconds is distinct from c.worst_seconds
), added as ({_added("(select * from different where counts_differ) d")} returning 1)
select d.*, (select count(*) from added) as added from different d order by {_KEYS}
"""  # noqa: S608
# After RECOUNT, of the same days: the longest times. A counter that changes meanwhile keeps its own.
RECOUNT_LONGEST = f"""
with truth as materialized (
    select {_KEYS}, max(seconds) as longest
    from ({hand_ins(f"a.handed_in_at >= {_FROM} and a.handed_in_at < {_UNTIL}")}) x group by {_KEYS}
)
update homework_counters c set worst_seconds = t.longest
from homework_counters o left join truth t using ({_KEYS})
where o.span = {DAY_SPAN} and o.day between $1::date and $2::date and o.worst_seconds is distinct from t.longest
    and (c.span, c.day, c.group_id, c.teacher_id) = (o.span, o.day, o.group_id, o.teacher_id)
    and c.worst_seconds is not distinct from o.worst_seconds
"""  # noqa: S608
_ADDING = ", ".join(f"{name} = m.{name} + excluded.{name}" for name in SUMS)
_DAYS_OF_MONTHS = f"""
days as materialized (
    select date_trunc('month', day)::date as day, group_id, teacher_id, {_SUMMED_NAMES},
        max(worst_seconds) as worst_seconds
    from homework_counters where span = {DAY_SPAN} and day >= date_trunc('month', $1::date)
        and day < date_trunc('month', $2::date) + interval '1 month'
    group by 1, 2, 3
), kept as materialized (
    select * from homework_counters where span = {MONTH_SPAN}
        and day between date_trunc('month', $1::date) and date_trunc('month', $2::date)
)"""  # noqa: S608
# then the months of these days, from their days
RECOUNT_MONTHS = f"""
with {_DAYS_OF_MONTHS}, different as materialized (
    select {_KEYS}, {_SECOND} from days t full join kept c using ({_KEYS}) where {_CHANGED}
)
insert into homework_counters as m (span, {_KEYS}, {_SUM_NAMES})
select {MONTH_SPAN}, {_KEYS}, {_SUM_NAMES} from different order by {_KEYS}
on conflict (span, {_KEYS}) do update set {_ADDING}
"""  # noqa: S608
RECOUNT_LONGEST_OF_MONTHS = f"""
with {_DAYS_OF_MONTHS}
update homework_counters c set worst_seconds = t.worst_seconds
from kept o left join days t using ({_KEYS})
where o.worst_seconds is distinct from t.worst_seconds
    and (c.span, c.day, c.group_id, c.teacher_id) = (o.span, o.day, o.group_id, o.teacher_id)
    and c.worst_seconds is not distinct from o.worst_seconds
"""  # noqa: S608
