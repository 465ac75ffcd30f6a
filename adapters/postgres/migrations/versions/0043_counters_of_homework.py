"""Counters of homework by teacher, group and day, filled from past work (D-106)."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

COUNTS = (
    *("lessons", "lessons_with_homework", "homework", "waiting", "rejected", "accepted", "uncompleted", "not_given"),
    *("scored", "score_sum", "hand_ins", "checked", "checks_rejected", "checks_score_sum", "checks", "reminders"),
)
ADDED = ", ".join(f"{name} = c.{name} + excluded.{name}" for name in (*COUNTS, "digest"))
ON_CONFLICT = f"""
on conflict (span, day, group_id, teacher_id) do update set {ADDED},
    worst_seconds = greatest(c.worst_seconds, excluded.worst_seconds)
"""
KEY = "span, day, group_id, teacher_id"
ZONE = "current_setting('markaz.time_zone')"
# who taught the group when work came, where the lesson's teacher no longer did
TAKEN_OVER = f"""
update attempts a set teacher_id = t.teacher_id from (
    select a.id, (
        select n.teacher_id from lessons n
        where n.group_id = l.group_id and n.date >= (a.handed_in_at at time zone {ZONE})::date
        order by n.date, n.begin_time limit 1
    ) as teacher_id
    from attempts a join submissions s on s.id = a.submission_id join homeworks h on h.id = s.homework_id
    join lessons l on l.id = h.lesson_id
    where l.group_id in (select group_id from lessons group by group_id having count(distinct teacher_id) > 1)
        and not exists (
            select from lessons n where n.group_id = l.group_id and n.teacher_id = l.teacher_id
                and n.date >= (a.handed_in_at at time zone {ZONE})::date
        )
) t where t.id = a.id and t.teacher_id is not null
"""  # noqa: S608  names of ours
LESSONS = f"""
insert into homework_counters as c ({KEY}, lessons, lessons_with_homework)
select 1, l.date, l.group_id, l.teacher_id, count(*),
    count(*) filter (where exists (select from homeworks x where x.lesson_id = l.id))
from lessons l where l.marked_at is not null and l.no_class_reason is null group by 2, 3, 4 {ON_CONFLICT}
"""  # noqa: S608  names of ours
HOMEWORK = f"""
insert into homework_counters as c ({KEY}, homework)
select 1, l.date, h.group_id, l.teacher_id, count(*) from homeworks h join lessons l on l.id = h.lesson_id
group by 2, 3, 4 {ON_CONFLICT}
"""  # noqa: S608  names of ours
WORKS = f"""
insert into homework_counters as c ({KEY}, waiting, rejected, accepted, uncompleted, not_given, scored, score_sum)
select 1, day, group_id, teacher_id, count(*) filter (where status = 1), count(*) filter (where status = 2),
    count(*) filter (where status = 3), count(*) filter (where status = 5), count(*) filter (where status = 6),
    count(score), coalesce(sum(score), 0)
from (
    select l.date as day, h.group_id, l.teacher_id, s.score,
        case when s.status = 4 then coalesce(s.status_before, 1) else s.status end as status
    from submissions s join homeworks h on h.id = s.homework_id join lessons l on l.id = h.lesson_id
) w group by 2, 3, 4 {ON_CONFLICT}
"""  # noqa: S608  names of ours
# hand-ins that are checked, or wait as the newest of their submission
HAND_INS = f"""
create temp table counted_hand_ins on commit drop as
select h.group_id, coalesce(a.teacher_id, l.teacher_id) as teacher_id, s.id as submission_id,
    (a.handed_in_at at time zone {ZONE})::date as day, f.checked_at, (f.checked_at at time zone {ZONE})::date as check_day,
    z.score, z.status,
    case when f.id is not null then greatest(0, floor(extract(epoch from f.checked_at - a.handed_in_at)))::int end
        as seconds
from attempts a join submissions s on s.id = a.submission_id join homeworks h on h.id = s.homework_id
join lessons l on l.id = h.lesson_id
left join (
    select attempt_id, min(id) as first_id, max(id) as last_id from checks
    where withdrawn_at is null and attempt_id is not null group by attempt_id
) k on k.attempt_id = a.id
left join checks f on f.id = k.first_id left join checks z on z.id = k.last_id
left join (select submission_id, max(number) as number from attempts group by submission_id) n
    on n.submission_id = a.submission_id
where not s.is_carried_over and (f.id is not null or (s.status in (1, 4) and a.number = n.number))
"""  # noqa: S608  names of ours
LIMITS = """
60, 66, 73, 80, 88, 97, 106, 117, 129, 141, 156, 171, 188, 207, 228, 251, 276, 303, 334, 367, 404, 444, 488,
537, 591, 650, 715, 787, 865, 952, 1047, 1152, 1267, 1394, 1533, 1686, 1855, 2040, 2244, 2469, 2716, 2987,
3286, 3614, 3976, 4373, 4811, 5292, 5821, 6403, 7043, 7748, 8523, 9375, 10312, 11344, 12478, 13726, 15098,
16608, 18269, 20096, 22105, 24316, 26747, 29422, 32364, 35601, 39161, 43077, 47385, 52123, 57336, 63069,
69376, 76314, 83945, 92340, 101574, 111731, 122904, 135194, 148714, 163585, 179944, 197938, 217732, 239505,
263456, 289801, 318781, 350659, 385725, 424298, 466728, 513401, 564741, 621215, 683336, 751670, 826837,
909520, 1000472, 1100520, 1210572, 1331629, 1464792, 1611271, 1772398, 1949638, 2144602, 2359062, 2594968,
2854465, 3139911, 3453902, 3799292, 4179222, 4597144, 5056858, 5562544, 6118799, 6730678, 7403746, 8144121,
8958533, 9854386, 10839825, 11923807, 13116188, 14427807, 15870588, 17457646, 19203411, 21123752, 23236127,
25559740, 28115714, 30927285
"""
HANDED_IN = f"""
insert into homework_counters as c ({KEY}, hand_ins, checked, checks_rejected, checks_score_sum, digest, worst_seconds)
select 1, day, group_id, teacher_id, count(*), count(checked_at), count(*) filter (where status = 2),
    coalesce(sum(score), 0),
    coalesce(sum(('1e' || 8 * width_bucket(seconds, '{{{LIMITS}}}'::int[]))::numeric) filter (where seconds is not null), 0),
    max(seconds)
from counted_hand_ins group by 2, 3, 4 {ON_CONFLICT}
"""  # noqa: S608  names of ours
CHECKS = f"""
insert into homework_counters as c ({KEY}, checks)
select 1, check_day, group_id, teacher_id, count(*) from counted_hand_ins where check_day is not null
group by 2, 3, 4 {ON_CONFLICT}
"""  # noqa: S608  names of ours
REMINDERS = f"""
insert into homework_counters as c ({KEY}, reminders)
select 1, r.day, h.group_id, l.teacher_id, count(*) from homework_reminders r join homeworks h on h.id = r.homework_id
join lessons l on l.id = h.lesson_id group by 2, 3, 4 {ON_CONFLICT}
"""  # noqa: S608  names of ours
SUMS = ", ".join(f"sum({name})" for name in (*COUNTS, "digest"))
MONTHS = f"""
insert into homework_counters ({KEY}, {", ".join(COUNTS)}, digest, worst_seconds)
select 2, date_trunc('month', day)::date, group_id, teacher_id, {SUMS}, max(worst_seconds)
from homework_counters where span = 1 group by 2, 3, 4
"""  # noqa: S608  names of ours


def upgrade() -> None:
    op.create_table(
        "homework_counters",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("span", sa.SmallInteger(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("group_id", sa.BigInteger(), nullable=False),
        sa.Column("teacher_id", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.Integer(), server_default="0", nullable=False) for name in COUNTS),
        sa.Column("digest", sa.Numeric(), server_default="0", nullable=False),
        sa.Column("worst_seconds", sa.Integer(), nullable=True),
        sa.CheckConstraint("span in (1, 2)", name=op.f("ck_homework_counters_span")),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_homework_counters_group_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["teacher_id"], ["teachers.id"], name=op.f("fk_homework_counters_teacher_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_homework_counters")),
    )
    op.create_index(
        "uq_homework_counters_day", "homework_counters", ["span", "day", "group_id", "teacher_id"], unique=True
    )
    op.create_table(
        "homework_recounts",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("to_day", sa.Date(), nullable=False),
        sa.Column("recounted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("differences", sa.Integer(), nullable=False),
        sa.Column("details", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("is_nightly", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_homework_recounts")),
    )
    op.create_index(
        "uq_homework_recounts_night",
        "homework_recounts",
        ["from_day"],
        unique=True,
        postgresql_where=sa.text("is_nightly"),
    )
    op.add_column("attempts", sa.Column("teacher_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f("fk_attempts_teacher_id"), "attempts", "teachers", ["teacher_id"], ["id"])
    op.create_index(
        "ix_submissions_undue",
        "submissions",
        ["due_at"],
        postgresql_where=sa.text("status = 5 and homework_id is not null"),
        postgresql_include=["homework_id"],
    )
    op.create_index(
        "ix_submissions_fresh",
        "submissions",
        ["handed_in_at"],
        postgresql_where=sa.text("status in (1, 4) and homework_id is not null"),
        postgresql_include=["homework_id", "id"],
    )
    for statement in (TAKEN_OVER, LESSONS, HOMEWORK, WORKS, HAND_INS, HANDED_IN, CHECKS, REMINDERS, MONTHS):
        op.execute(statement)
    op.create_index("ix_homework_counters_teacher", "homework_counters", ["teacher_id", "span", "day"])
    op.create_index(
        "ix_homework_counters_waiting",
        "homework_counters",
        ["teacher_id", "group_id"],
        postgresql_where=sa.text("span = 2 and hand_ins <> checked"),
        postgresql_include=["hand_ins", "checked"],
    )


def downgrade() -> None:
    op.drop_index("ix_submissions_fresh", table_name="submissions")
    op.drop_index("ix_submissions_undue", table_name="submissions")
    op.drop_constraint(op.f("fk_attempts_teacher_id"), "attempts", type_="foreignkey")
    op.drop_column("attempts", "teacher_id")
    op.drop_table("homework_recounts")
    op.drop_table("homework_counters")
