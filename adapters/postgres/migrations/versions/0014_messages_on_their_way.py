"""Messages on their way: for many at once, asked after, and remembered at the student; the text that carries a login."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_OPEN = sa.text("status in ('waiting', 'unknown', 'sent')")
REMEMBER = """
create function remember_sms() returns trigger language plpgsql as $$
begin
    update students set has_sms_history = true where id = new.student_id and not has_sms_history;
    return null;
end $$
"""
TRIGGER = """
create trigger remember_sms after insert or update of student_id on sms_messages
for each row when (new.student_id is not null) execute function remember_sms()
"""
UNIQUE = "uq_sms_messages_batch_id_batch_place"
LOGIN = sa.text("""
insert into sms_templates (name, text, purpose)
select 'Login va parol' || case when exists (select from sms_templates where name = 'Login va parol') then ' (yangi)'
    else '' end, '{centre}. Login: {login} Parol: {password}', 'login'
""")


def upgrade() -> None:
    op.create_table(
        "sms_batches",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("student_ids", sa.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("initiator_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["initiator_id"], ["users.id"], name=op.f("fk_sms_batches_initiator_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sms_batches")),
    )
    op.add_column("sms_messages", sa.Column("checked_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("sms_messages", sa.Column("batch_id", sa.BigInteger(), nullable=True))
    op.add_column("sms_messages", sa.Column("batch_place", sa.Integer(), nullable=True))
    op.create_foreign_key(op.f("fk_sms_messages_batch_id"), "sms_messages", "sms_batches", ["batch_id"], ["id"])
    op.create_unique_constraint(UNIQUE, "sms_messages", ["batch_id", "batch_place"])
    op.create_index("ix_sms_messages_open", "sms_messages", ["checked_at"], postgresql_where=_OPEN)
    op.add_column("sms_templates", sa.Column("purpose", sa.Text(), nullable=True))
    op.create_unique_constraint(op.f("uq_sms_templates_purpose"), "sms_templates", ["purpose"])
    op.execute(REMEMBER)
    op.execute(TRIGGER)
    op.execute(LOGIN)


def downgrade() -> None:
    op.execute("delete from sms_templates where purpose = 'login'")
    op.execute("drop trigger remember_sms on sms_messages")
    op.execute("drop function remember_sms()")
    op.drop_constraint(op.f("uq_sms_templates_purpose"), "sms_templates", type_="unique")
    op.drop_column("sms_templates", "purpose")
    op.drop_index("ix_sms_messages_open", table_name="sms_messages")
    op.drop_constraint(UNIQUE, "sms_messages", type_="unique")
    op.drop_constraint(op.f("fk_sms_messages_batch_id"), "sms_messages", type_="foreignkey")
    op.drop_column("sms_messages", "batch_place")
    op.drop_column("sms_messages", "batch_id")
    op.drop_column("sms_messages", "checked_at")
    op.drop_table("sms_batches")
