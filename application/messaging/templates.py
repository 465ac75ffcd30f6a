"""Message templates: managed in the settings, readable by senders of messages."""

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.ports import UnitOfWork
from contracts.messaging import (
    AddSmsTemplate,
    ChangeSmsTemplate,
    Purpose,
    SmsTemplateAnswer,
    SmsTemplateRow,
    SmsTemplates,
)
from contracts.shared import Empty, check
from domain.messaging.parts import count_parts
from domain.messaging.templates import (
    SmsTemplate,
    known_placeholders,
    missing_placeholders,
    unknown_placeholders,
)
from domain.shared.errors import Conflict, DomainError, FieldError
from domain.shared.text import clean_line, clean_text

GUARD = "settings:integrations"
READERS = (GUARD, "users:students")
PURPOSES: dict[str, Purpose] = {"login": "login", "absence": "absence"}


@permits(*READERS)
async def list_templates(*, actor: Actor, uow: UnitOfWork) -> SmsTemplates:
    """Returns all templates by name."""
    async with uow:
        found = await uow.find_all(SmsTemplate)
    return SmsTemplates(templates=[_row(it) for it in sorted(found, key=lambda it: it.name.casefold())])


@permits(GUARD, do="update", scope=CENTRE)
async def add_template(form: AddSmsTemplate, *, actor: Actor, uow: UnitOfWork) -> SmsTemplateAnswer:
    """Creates a template.

    Raises ValidationError; DomainError("messaging.template_name_taken").
    """
    check(form, text=_text_faults(form.text, None))
    async with uow:
        template = SmsTemplate(clean_line(form.name), clean_text(form.text))
        uow.add(template)
        await uow.flush()
        _audit("messaging.template_added", template, actor, uow, after=_content(template))
        await uow.commit()
    return SmsTemplateAnswer(template=_row(template))


@permits(GUARD, do="update", scope=CENTRE)
async def change_template(template_id: int, form: ChangeSmsTemplate, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Changes the name or the text.

    Raises ValidationError; Conflict (D-8); NotFound; DomainError("messaging.template_name_taken").
    """
    async with uow:
        template = await uow.load(SmsTemplate, template_id, lock=True)
        check(form, text=_text_faults(form.text, template.purpose))
        if template.version != form.version:
            raise Conflict(_row(template))
        before = _content(template)
        template.name, template.text = clean_line(form.name), clean_text(form.text)
        after = {name: value for name, value in _content(template).items() if before[name] != value}
        if after:
            was = {name: before[name] for name in after}
            _audit("messaging.template_changed", template, actor, uow, before=was, after=after)
            await uow.commit()
    return Empty()


@permits(GUARD, do="update", scope=CENTRE)
async def delete_template(template_id: int, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Deletes a template.

    Raises NotFound; DomainError("messaging.template_needed") for one that the console uses itself.
    """
    async with uow:
        template = await uow.load(SmsTemplate, template_id, lock=True)
        if template.purpose is not None:
            raise DomainError("messaging.template_needed")
        await uow.remove(template)
        _audit("messaging.template_deleted", template, actor, uow, before=_content(template))
        await uow.commit()
    return Empty()


def _audit(
    verb: str,
    template: SmsTemplate,
    actor: Actor,
    uow: UnitOfWork,
    before: dict[str, str] | None = None,
    after: dict[str, str] | None = None,
) -> None:
    uow.audit(
        verb, "sms_template", template.id, actor=actor, permission=GUARD, before=before, after=after, name=template.name
    )


def _content(template: SmsTemplate) -> dict[str, str]:
    return {"name": template.name, "text": template.text}


def _text_faults(text: str, purpose: str | None) -> list[FieldError]:
    if unknown := unknown_placeholders(text, known_placeholders(purpose)):
        return [FieldError("limit.unknown_gap", {"gap": unknown[0]})]
    missing = missing_placeholders(text, purpose)
    return [FieldError("limit.missing_gap", {"gap": missing[0]})] if missing else []


def _row(template: SmsTemplate) -> SmsTemplateRow:
    counted = count_parts(template.text)
    return SmsTemplateRow(
        id=int(template.id or 0),
        name=template.name,
        text=template.text,
        purpose=PURPOSES.get(template.purpose or ""),
        parts=counted.parts,
        encoding=counted.encoding.value,
        version=template.version,
    )
