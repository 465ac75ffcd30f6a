"""Which text a message begins with: typed, a template's, or the one that carries a login."""

from application.ports import UnitOfWork
from domain.messaging.templates import LOGIN_PURPOSE, SmsTemplate
from domain.shared.errors import NotFound


async def text_of(text: str, template_id: int | None, uow: UnitOfWork) -> str:
    """The typed text if there is one. Raises NotFound for a template that there isn't."""
    if text.strip():
        return text
    if template_id is not None:
        return (await uow.load(SmsTemplate, template_id)).text
    template = await uow.find(SmsTemplate, purpose=LOGIN_PURPOSE)
    if template is None:
        raise NotFound("SmsTemplate", LOGIN_PURPOSE)
    return template.text
