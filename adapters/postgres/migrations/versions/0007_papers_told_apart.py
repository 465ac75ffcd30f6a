"""Who has a paper that another has too is found without opening any."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("students", sa.Column("paper_keys", sa.ARRAY(sa.Text()), nullable=True))
    op.create_index("ix_students_paper_keys", "students", ["paper_keys"], postgresql_using="gin")


def downgrade() -> None:
    op.drop_index("ix_students_paper_keys", table_name="students")
    op.drop_column("students", "paper_keys")
