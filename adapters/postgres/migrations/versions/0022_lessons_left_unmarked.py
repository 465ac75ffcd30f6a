"""A lesson counts the students of its class whom its last save left unmarked."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

# the lessons that *Today* lists; older ones are counted by their next save
COUNT = """
update lessons l set unmarked = c.unmarked from (
    select l.id, count(distinct e.student_id) filter (where a.student_id is null) as unmarked
    from lessons l
    left join enrolments e on e.group_id = l.group_id and e.school_deleted_at is null
        and (e.started_date is null or e.started_date <= l.date) and (e.ended_date is null or e.ended_date >= l.date)
        and (e.action_id in (1, 6) or e.ended_date is not null)
    left join attendances a on a.lesson_id = l.id and a.student_id = e.student_id
    where l.date >= current_date - 8 and l.marked_at is not null group by l.id
) c where c.id = l.id
"""


def upgrade() -> None:
    op.add_column("lessons", sa.Column("unmarked", sa.Integer(), nullable=True))
    op.execute(COUNT)


def downgrade() -> None:
    op.drop_column("lessons", "unmarked")
