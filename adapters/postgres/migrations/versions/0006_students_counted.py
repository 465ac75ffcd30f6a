"""Students are counted as they change: how many of each status, block and set of branches, in the same commit.

Each statement adds what it changed as new rows; nobody waits for anybody's count. The sums are right at any moment,
and from time to time the rows are folded into one for each kind (adapters/postgres/listing/counting.py).
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

# Who is listed: see STUDENTS in adapters/postgres/people/students.py. The kind of a student, of the row {0}.
_LISTED = "{0}.school_deleted_at is null and {0}.merged_into_id is null"
_KIND = "{0}.status_id, {0}.system_status, {0}.photo is not null, {0}.has_personal_data"
_INTO = "insert into student_counts (status_id, system_status, has_photo, has_personal_data, office_ids, n)"
_BRANCHES = "array(select l.office_id from student_offices l where l.student_id = {0}.id order by 1)"

# Who is new is in no branch yet, and who goes was taken out of his before. Of who is changed the row is held by this
# transaction, so that his branches stay as they are seen here.
STUDENTS = f"""
create function count_students() returns trigger language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        {_INTO} select {_KIND.format("s")}, '{{}}', count(*) from became s where {_LISTED.format("s")}
        group by 1, 2, 3, 4;
    elsif tg_op = 'DELETE' then
        {_INTO} select {_KIND.format("s")}, '{{}}', -count(*) from was s where {_LISTED.format("s")}
        group by 1, 2, 3, 4;
    elsif tg_op = 'UPDATE' then
        {_INTO} select c.status_id, c.system_status, c.has_photo, c.has_personal_data, c.office_ids, sum(c.n) from (
            select k.*, {_BRANCHES.format("o")} as office_ids
            from was o join became n on n.id = o.id cross join lateral (
                select {_KIND.format("o")}, -1 where {_LISTED.format("o")}
                union all select {_KIND.format("n")}, 1 where {_LISTED.format("n")}
            ) k (status_id, system_status, has_photo, has_personal_data, n)
            where ({_KIND.format("o")}, {_LISTED.format("o")})
                is distinct from ({_KIND.format("n")}, {_LISTED.format("n")})
        ) c group by 1, 2, 3, 4, 5 having sum(c.n) <> 0;
    else
        perform recount_students();
    end if;
    return null;
end $$
"""  # noqa: S608 - our own words

# Who is moved while another changes his status: one waits for the other, and then sees what the other did.
BRANCHES = f"""
create function count_students_of_branches() returns trigger language plpgsql as $$
begin
    if tg_op = 'TRUNCATE' then
        perform recount_students();
        return null;
    elsif tg_op = 'UPDATE' then
        raise exception 'a branch of a student is added or taken away, never changed';
    end if;
    perform from students s where s.id in (select l.student_id from links l)
        and s.xmin <> pg_current_xact_id()::xid order by s.id for no key update;
    {_INTO} select c.status_id, c.system_status, c.has_photo, c.has_personal_data, c.office_ids, sum(c.n) from (
        select {_KIND.format("s")}, k.office_ids, k.n
        from (select l.student_id, array_agg(l.office_id) as these from links l group by 1) m
        join students s on s.id = m.student_id and {_LISTED.format("s")}
        cross join lateral (select {_BRANCHES.format("s")} as now) p
        cross join lateral (values
            (p.now, 1),
            (array(select x from unnest(case tg_op when 'DELETE' then p.now || m.these else p.now end) x
                where tg_op = 'DELETE' or x <> all (m.these) order by 1), -1)
        ) k (office_ids, n)
    ) c (status_id, system_status, has_photo, has_personal_data, office_ids, n)
    group by 1, 2, 3, 4, 5 having sum(c.n) <> 0;
    return null;
end $$
"""  # noqa: S608 - our own words

RECOUNT = f"""
create function recount_students() returns void language sql as $$
    lock table students, student_offices in share row exclusive mode;
    delete from student_counts;
    {_INTO} select {_KIND.format("s")}, {_BRANCHES.format("s")}, count(*) from students s
    where {_LISTED.format("s")} group by 1, 2, 3, 4, 5;
$$
"""  # noqa: S608 - our own words

LEAVE = """
create function leave_branches() returns trigger language plpgsql as $$
begin
    delete from student_offices where student_id = old.id;
    return old;
end $$
"""

_RUN = "for each statement execute function"
TRIGGERS = (
    f"""create trigger counted_insert after insert on students referencing new table as became
        {_RUN} count_students()""",
    f"""create trigger counted_update after update on students referencing old table as was new table as became
        {_RUN} count_students()""",
    f"""create trigger counted_delete after delete on students referencing old table as was
        {_RUN} count_students()""",
    f"create trigger counted_truncate after truncate on students {_RUN} count_students()",
    "create trigger leaving before delete on students for each row execute function leave_branches()",
    f"""create trigger counted_insert after insert on student_offices referencing new table as links
        {_RUN} count_students_of_branches()""",
    f"""create trigger counted_delete after delete on student_offices referencing old table as links
        {_RUN} count_students_of_branches()""",
    f"create trigger counted_update after update on student_offices {_RUN} count_students_of_branches()",
    f"create trigger counted_truncate after truncate on student_offices {_RUN} count_students_of_branches()",
)


def upgrade() -> None:
    op.create_table(
        "student_counts",
        sa.Column("status_id", sa.BigInteger(), nullable=True),
        sa.Column("system_status", sa.SmallInteger(), nullable=False),
        sa.Column("has_photo", sa.Boolean(), nullable=False),
        sa.Column("has_personal_data", sa.Boolean(), nullable=False),
        sa.Column("office_ids", sa.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
    )
    for statement in (RECOUNT, STUDENTS, BRANCHES, LEAVE, *TRIGGERS, "select recount_students()"):
        op.execute(statement)


def downgrade() -> None:
    for table in ("student_offices", "students"):
        for event in ("insert", "update", "delete", "truncate"):
            op.execute(f"drop trigger counted_{event} on {table}")
    op.execute("drop trigger leaving on students")
    for function in ("leave_branches", "count_students_of_branches", "count_students", "recount_students"):
        op.execute(f"drop function {function}()")
    op.drop_table("student_counts")
