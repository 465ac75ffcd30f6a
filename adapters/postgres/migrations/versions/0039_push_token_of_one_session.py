"""A push token is found by the next sign-in in the same browser."""

from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_sessions_fcm_token"), "sessions", ["fcm_token"])


def downgrade() -> None:
    op.drop_index(op.f("ix_sessions_fcm_token"), table_name="sessions")
