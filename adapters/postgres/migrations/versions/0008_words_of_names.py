"""Students are found by the words of their names without a look at the students: words with their places in the list.

The words are those of the search vector, kept in the commit of every change; only of students who are listed. They
take the place of the index over the vectors, through which each of a hundred thousand hits had to be looked at.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_LISTED = "{0}.school_deleted_at is null and {0}.merged_into_id is null"
_KEPT = "insert into student_words (word, sort_key, student_id, fields)"
# first name 1, last name 2, middle name 4: the weights of the vector
_WORDS = """select w.lexeme, {0}.sort_key, {0}.id,
    (('A' = any (w.weights))::int + 2 * ('B' = any (w.weights))::int + 4 * ('C' = any (w.weights))::int)::smallint"""

# Words are written in their order, so that neighbours in the index come together.
KEEP = f"""
create function keep_words() returns trigger language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        {_KEPT} {_WORDS.format("s")} from became s, unnest(s.search) w where {_LISTED.format("s")} order by 1, 2, 3;
    elsif tg_op = 'DELETE' then
        delete from student_words k using was s, unnest(s.search) w
        where k.word = w.lexeme and k.sort_key = s.sort_key and k.student_id = s.id;
    elsif tg_op = 'UPDATE' then
        delete from student_words k using was o, became n, unnest(o.search) w
        where n.id = o.id and (o.search, o.sort_key, {_LISTED.format("o")})
                is distinct from (n.search, n.sort_key, {_LISTED.format("n")})
            and k.word = w.lexeme and k.sort_key = o.sort_key and k.student_id = o.id;
        {_KEPT} {_WORDS.format("n")} from was o join became n on n.id = o.id, unnest(n.search) w
        where {_LISTED.format("n")} and (o.search, o.sort_key, {_LISTED.format("o")})
                is distinct from (n.search, n.sort_key, {_LISTED.format("n")})
        order by 1, 2, 3;
    else
        delete from student_words;
    end if;
    return null;
end $$
"""  # noqa: S608 - our own words

AGAIN = f"""
create function keep_words_again() returns void language sql as $$
    lock table students in share row exclusive mode;
    delete from student_words;
    {_KEPT} {_WORDS.format("s")} from students s, unnest(s.search) w where {_LISTED.format("s")} order by 1, 2, 3;
$$
"""  # noqa: S608 - our own words

_RUN = "for each statement execute function keep_words()"
TRIGGERS = (
    f"create trigger words_insert after insert on students referencing new table as became {_RUN}",
    f"""create trigger words_update after update on students referencing old table as was new table as became
        {_RUN}""",
    f"create trigger words_delete after delete on students referencing old table as was {_RUN}",
    f"create trigger words_truncate after truncate on students {_RUN}",
)


def upgrade() -> None:
    op.create_table(
        "student_words",
        sa.Column("word", sa.Text(collation="C"), nullable=False),
        sa.Column("sort_key", sa.Text(collation="C"), nullable=False),
        sa.Column("student_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("fields", sa.SmallInteger(), nullable=False),
    )
    for statement in (KEEP, AGAIN, *TRIGGERS, "select keep_words_again()"):
        op.execute(statement)
    op.create_index(
        "uq_student_words",
        "student_words",
        ["word", "sort_key", "student_id"],
        unique=True,
        postgresql_include=["fields"],
    )
    op.create_index("ix_students_birth_date", "students", ["birth_date"], unique=False)
    op.drop_index("ix_students_search", table_name="students")


def downgrade() -> None:
    op.create_index("ix_students_search", "students", ["search"], unique=False, postgresql_using="gin")
    op.drop_index("ix_students_birth_date", table_name="students")
    for event in ("insert", "update", "delete", "truncate"):
        op.execute(f"drop trigger words_{event} on students")
    op.execute("drop function keep_words_again()")
    op.execute("drop function keep_words()")
    op.drop_table("student_words")
