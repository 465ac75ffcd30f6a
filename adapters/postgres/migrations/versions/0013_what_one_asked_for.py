"""The jobs that a person has asked for are found by him: exports and imports wait in his header."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("create index ix_jobs_created_by on jobs (created_by, id) where created_by is not null")


def downgrade() -> None:
    op.execute("drop index ix_jobs_created_by")
