"""Messages reach academics too, and carry the logins of opened accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sms_batches", sa.Column("act_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("fk_sms_batches_act_id"), "sms_batches", "bulk_acts", ["act_id"], ["id"], ondelete="SET NULL"
    )
    op.create_index(op.f("ix_sms_batches_act_id"), "sms_batches", ["act_id"])
    op.add_column("sms_messages", sa.Column("teacher_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f("fk_sms_messages_teacher_id"), "sms_messages", "teachers", ["teacher_id"], ["id"])
    op.create_index(op.f("ix_sms_messages_teacher_id"), "sms_messages", ["teacher_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_sms_messages_teacher_id"), "sms_messages")
    op.drop_column("sms_messages", "teacher_id")
    op.drop_index(op.f("ix_sms_batches_act_id"), "sms_batches")
    op.drop_column("sms_batches", "act_id")
