"""Source of a message's text: typed, from a template, or the login template."""

from application.ports import UnitOfWork
from domain.messaging.templates import LOGIN_PURPOSE, SmsTemplate
from domain.shared.errors import NotFound


async def resolve_text(text: str, template_id: int | None, uow: UnitOfWork) -> str:
    """Returns the typed text, else the template's. Raises NotFound."""
    if text.strip():
        return text
    if template_id is not None:
        return (await uow.load(SmsTemplate, template_id)).text
    template = await uow.find(SmsTemplate, purpose=LOGIN_PURPOSE)
    if template is None:
        raise NotFound("SmsTemplate", LOGIN_PURPOSE)
    return template.text
