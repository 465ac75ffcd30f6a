"""Source of a message's text: typed, from a template, or the login template."""

from application.ports import UnitOfWork
from domain.messaging.templates import LOGIN_PURPOSE, SmsTemplate
from domain.shared.errors import NotFound
from domain.shared.text import clean_text


async def resolve_text(text: str, template_id: int | None, uow: UnitOfWork, purpose: str = LOGIN_PURPOSE) -> str:
    """Returns the typed text, else the template's, else that of the purpose.

    Raises NotFound.
    """
    if typed := clean_text(text):
        return typed
    if template_id is not None:
        return (await uow.load(SmsTemplate, template_id)).text
    template = await uow.find(SmsTemplate, purpose=purpose)
    if template is None:
        raise NotFound("SmsTemplate", purpose)
    return template.text
