"""The homework of a demo's history, given through the use case."""

from datetime import timedelta
from typing import Any

from adapters.postgres.groups.study_months import topic_id_of
from application.actor import Actor
from application.authorization import Audience
from application.homework.giving.give import give_homework
from application.ports import Clock
from contracts.homework.giving import GiveHomework, UseGenerated
from domain.homework.generation import choose
from domain.homework.homework import GenerationMode
from domain.shared.errors import DomainError
from entrypoints.wiring import Container

# before the end of the lesson
GIVEN_BEFORE_END = timedelta(minutes=5)
# each so many-th lesson has homework of the database
OF_DATABASE = 3
TEXTS = (
    "Darslikdagi 3- va 4-mashqlarni bajaring. Javoblarni to'liq yozing.",
    "Yangi so'zlarni yod oling va har biri bilan bittadan gap tuzing.",
    "Darsda yozgan dasturingizni tugating: xatolarni ham tekshirsin.\nKodni fayl qilib yuboring.",
    "Mavzu bo'yicha 2 daqiqalik ovozli hikoya yozib yuboring.",
    "Ishchi daftardagi 12-betni bajaring va suratini yuboring.",
)
# the topic that a lesson covers (D-71)
TOPIC = f"select {topic_id_of('l')} from lessons l where l.id = $1"  # noqa: S608  names of ours


async def _generate(container: Container, form: GiveHomework, topic_id: int) -> None:
    """Takes the homework from the database, if it has some for the topic."""
    mode = GenerationMode.RANDOM if form.lesson_id % (2 * OF_DATABASE) else GenerationMode.SAME
    try:
        found = choose(await container.homework_source().of_topic(topic_id), mode)
    except DomainError:
        return
    form.source, form.description = 1, found[0].description
    form.generated = UseGenerated(
        mode=1 if mode == GenerationMode.RANDOM else 2,
        publication_ids=list(dict.fromkeys(one.publication_id for one in found)),
    )


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
    if topic_id is not None and lesson_id % OF_DATABASE == 0:
        await _generate(container, form, topic_id)
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
