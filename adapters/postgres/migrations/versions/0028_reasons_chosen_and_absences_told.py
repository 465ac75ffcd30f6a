"""Marks say whether their reason was chosen; messages name a missed lesson."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

UNIQUE = "uq_sms_messages_lesson_id_student_id"
TEMPLATE = sa.text("""
insert into sms_templates (name, text, purpose)
select 'Darsga kelmaganlar' || case when exists (select from sms_templates where name = 'Darsga kelmaganlar')
    then ' (yangi)' else '' end,
    '{centre}: {name} {day} kuni soat {hour} dagi darsga ({group}) sababsiz kelmadi.', 'absence'
""")


def upgrade() -> None:
    op.add_column(
        "attendances", sa.Column("reason_is_default", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.create_check_constraint(
        op.f("ck_attendances_default_reason"), "attendances", "not reason_is_default or reason is not null"
    )
    op.add_column("sms_messages", sa.Column("lesson_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f("fk_sms_messages_lesson_id"), "sms_messages", "lessons", ["lesson_id"], ["id"])
    op.create_unique_constraint(UNIQUE, "sms_messages", ["lesson_id", "student_id"])
    op.execute(TEMPLATE)


def downgrade() -> None:
    op.execute("delete from sms_templates where purpose = 'absence'")
    op.drop_constraint(UNIQUE, "sms_messages", type_="unique")
    op.drop_column("sms_messages", "lesson_id")
    op.drop_constraint(op.f("ck_attendances_default_reason"), "attendances", type_="check")
    op.drop_column("attendances", "reason_is_default")
