"""Study courses have an order, their curriculum what the school sent; a marked lesson keeps its topic."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

ORDER = """
update courses c set position = o.position
from (select id, row_number() over (order by name, id) as position from courses) o where o.id = c.id
"""
OF_SCHOOL_MONTHS = """
update study_months m set school_number = m.number, school_name = m.name
from courses c where c.id = m.course_id and c.h_id is not null
"""
OF_SCHOOL_TOPICS = """
update topics p set school_name = p.name, school_month = m.number, school_place = p.position
from study_months m join courses c on c.id = m.course_id where m.id = p.study_month_id and c.h_id is not null
"""
# as it was computed until now: the n-th lesson that took place has the n-th topic of the course (D-102)
KEPT = """
with taught as (
    select m.course_id, p.id, p.study_month_id,
        row_number() over (partition by m.course_id order by m.number, p.position) as number
    from topics p join study_months m on m.id = p.study_month_id
), placed as (
    select l.id, g.course_id, row_number() over (partition by l.group_id order by l.date, l.begin_time) as number
    from lessons l join groups g on g.id = l.group_id where l.no_class_reason is null
)
update lessons l set topic_kept = true, topic_id = t.id, study_month_id = t.study_month_id
from placed p left join taught t on t.course_id = p.course_id and t.number = p.number
where p.id = l.id and l.marked_at is not null
"""


def upgrade() -> None:
    op.create_table(
        "course_orders",
        sa.Column("id", sa.BigInteger(), server_default=sa.text("1"), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_course_orders_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course_orders")),
    )
    op.add_column("courses", sa.Column("position", sa.Integer(), server_default="2147483647", nullable=False))
    op.add_column("courses", sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("courses", sa.Column("version", sa.Integer(), server_default="1", nullable=False))
    op.add_column("courses", sa.Column("curriculum_version", sa.Integer(), server_default="1", nullable=False))
    op.execute(ORDER)
    op.add_column("study_months", sa.Column("lessons", sa.SmallInteger(), nullable=True))
    op.add_column("study_months", sa.Column("school_number", sa.SmallInteger(), nullable=True))
    op.add_column("study_months", sa.Column("school_name", sa.Text(), nullable=True))
    op.create_check_constraint(op.f("ck_study_months_lessons"), "study_months", "lessons >= 1")
    op.execute(OF_SCHOOL_MONTHS)
    op.add_column("topics", sa.Column("school_name", sa.Text(), nullable=True))
    op.add_column("topics", sa.Column("school_month", sa.SmallInteger(), nullable=True))
    op.add_column("topics", sa.Column("school_place", sa.SmallInteger(), nullable=True))
    op.add_column("topics", sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("topics", sa.Column("version", sa.Integer(), server_default="1", nullable=False))
    op.create_check_constraint(op.f("ck_topics_school"), "topics", "num_nulls(school_month, school_place) in (0, 2)")
    op.execute(OF_SCHOOL_TOPICS)
    for table, columns in _ORDERED:
        name = op.f(f"uq_{table}_{'_'.join(columns)}")
        op.drop_constraint(name, table, type_="unique")
        # no key, as renumbering would wait for everybody who refers to a row
        op.create_exclude_constraint(
            name, table, *((column, "=") for column in columns), using="btree", deferrable=True, initially="DEFERRED"
        )
    op.add_column("lessons", sa.Column("topic_kept", sa.Boolean(), server_default="false", nullable=False))
    op.add_column("lessons", sa.Column("topic_id", sa.BigInteger(), nullable=True))
    op.add_column("lessons", sa.Column("study_month_id", sa.BigInteger(), nullable=True))
    op.execute(KEPT)
    op.create_foreign_key(op.f("fk_lessons_topic_id"), "lessons", "topics", ["topic_id"], ["id"])
    op.create_foreign_key(op.f("fk_lessons_study_month_id"), "lessons", "study_months", ["study_month_id"], ["id"])
    op.create_index(
        "ix_lessons_topic", "lessons", ["topic_id"], unique=False, postgresql_where=sa.text("topic_id is not null")
    )
    op.create_index(
        "ix_lessons_study_month",
        "lessons",
        ["study_month_id"],
        unique=False,
        postgresql_where=sa.text("study_month_id is not null"),
    )


_ORDERED = (("study_months", ["course_id", "number"]), ("topics", ["study_month_id", "position"]))


def downgrade() -> None:
    op.drop_index("ix_lessons_study_month", table_name="lessons")
    op.drop_index("ix_lessons_topic", table_name="lessons")
    for column in ("study_month_id", "topic_id", "topic_kept"):
        op.drop_column("lessons", column)
    for table, columns in _ORDERED:
        name = op.f(f"uq_{table}_{'_'.join(columns)}")
        op.drop_constraint(name, table)
        op.create_unique_constraint(name, table, columns)
    for column in ("version", "ended_at", "school_place", "school_month", "school_name"):
        op.drop_column("topics", column)
    for column in ("school_name", "school_number", "lessons"):
        op.drop_column("study_months", column)
    for column in ("curriculum_version", "version", "ended_at", "position"):
        op.drop_column("courses", column)
    op.drop_table("course_orders")
