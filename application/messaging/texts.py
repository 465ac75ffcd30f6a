"""Source of a message's text: typed, from a template, or the login template."""

from application.ports import UnitOfWork
from domain.messaging.templates import LOGIN_PURPOSE, SmsTemplate
from domain.shared.errors import NotFound
from domain.shared.text import clean_text


async def resolve_text(text: str, template_id: int | None, uow: UnitOfWork) -> str:
    """Returns the typed text, else the template's. Raises NotFound."""
    if typed := clean_text(text):
        return typed
    if template_id is not None:
        return (await uow.load(SmsTemplate, template_id)).text
    template = await uow.find(SmsTemplate, purpose=LOGIN_PURPOSE)
    if template is None:
        raise NotFound("SmsTemplate", LOGIN_PURPOSE)
    return template.text
