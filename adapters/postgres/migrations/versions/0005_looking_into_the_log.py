"""The audit log is found by what was done and when; two people don't overwrite each other's words for a status."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("control_actions", sa.Column("version", sa.Integer(), server_default="1", nullable=False))
    op.create_index("ix_audits_verb", "audits", ["verb", "id"], unique=False)
    op.create_index("ix_audits_at", "audits", ["at", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_audits_at", table_name="audits")
    op.drop_index("ix_audits_verb", table_name="audits")
    op.drop_column("control_actions", "version")
