"""XP below zero, where the school takes more than there is."""

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_constraint(op.f("ck_balances_xp"), "balances")


def downgrade() -> None:
    op.create_check_constraint(op.f("ck_balances_xp"), "balances", "xp >= 0")
