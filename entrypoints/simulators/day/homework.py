"""The homework of a demo's history, given through the use case."""

from datetime import timedelta
from typing import Any

from adapters.postgres.groups.study_months import topic_id_of
from application.actor import Actor
from application.authorization import Audience
from application.homework.giving.give import give_homework
from application.ports import Clock
from contracts.homework.giving import GiveHomework
from domain.shared.errors import DomainError
from entrypoints.wiring import Container

# before the end of the lesson
GIVEN_BEFORE_END = timedelta(minutes=5)
TEXTS = (
    "Darslikdagi 3- va 4-mashqlarni bajaring. Javoblarni to'liq yozing.",
    "Yangi so'zlarni yod oling va har biri bilan bittadan gap tuzing.",
    "Darsda yozgan dasturingizni tugating: xatolarni ham tekshirsin.\nKodni fayl qilib yuboring.",
    "Mavzu bo'yicha 2 daqiqalik ovozli hikoya yozib yuboring.",
    "Ishchi daftardagi 12-betni bajaring va suratini yuboring.",
)
# the topic that a lesson covers (D-71)
TOPIC = f"select {topic_id_of('l')} from lessons l where l.id = $1"  # noqa: S608  names of ours


async def give_past_homework(
    container: Container, lesson_id: int, actor: Actor, audience: Audience, clock: Clock
) -> int | None:
    """Gives homework after a past lesson; returns its id, None if there is one."""
    topic_id: Any = await container.read_pool().fetchval(TOPIC, lesson_id)
    form = GiveHomework(
        lesson_id=lesson_id,
        description=TEXTS[lesson_id % len(TEXTS)],
        deadline=36 if lesson_id % 3 == 0 else 24,
        topic_id=topic_id,
    )
    try:
        given = await give_homework(
            form,
            audience=audience,
            actor=actor,
            uow=container.uow(),
            homework_store=container.homework_store(),
            homework_source=container.homework_source(),
            clock=clock,
            zone=container.zone(),
        )
    except DomainError as refused:
        if refused.code != "homework.given_already":
            raise
        return None
    return given.homework.id
