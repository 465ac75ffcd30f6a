"""Gives what was generated from the homework database (D-85, D-104)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import SystemRandom

from application.homework.giving.ports import HomeworkSource
from application.ports import UnitOfWork
from contracts.homework.files import MAX_FILES
from contracts.homework.giving import GiveHomework
from domain.homework.generation import GENERATED_LIVES, SourceHomework, check_whole, choose, deal
from domain.homework.homework import GenerationMode, Homework, Source
from domain.shared.errors import FieldError, ValidationError


@dataclass(frozen=True)
class Copied:
    """The copies of a homework: names of its files, and ids of variants."""

    files: Sequence[str]
    variants: Sequence[int]


async def load_generated(
    form: GiveHomework, now: datetime, uow: UnitOfWork, homework_source: HomeworkSource
) -> list[SourceHomework]:
    """Returns what was generated, whole; nothing for a homework that was typed.

    Raises ValidationError without what was generated or a topic, and for typed homework with it;
    DomainError("homework.generate_again") where it was replaced long ago or is the topic's no more.
    """
    if form.source != Source.SYSTEM.value:
        if form.generated is not None:
            raise ValidationError({"generated": [FieldError("limit.generated_source")]})
        return []
    if form.generated is None:
        raise ValidationError({"generated": [FieldError("limit.required")]})
    if form.topic_id is None:
        raise ValidationError({"topicId": [FieldError("limit.required")]})
    ids = form.generated.publication_ids
    found = await homework_source.published(form.topic_id, ids, now - GENERATED_LIVES, uow)
    check_whole(found, ids)
    return choose(found, GenerationMode(form.generated.mode))


async def copy_generated(
    homework: Homework,
    generated: Sequence[SourceHomework],
    uploads: int,
    uow: UnitOfWork,
    homework_source: HomeworkSource,
) -> Copied:
    """Copies the files of the main homework, or the variants with theirs.

    ``uploads``: files of the form. Raises ValidationError where it would have too many.
    """
    if not generated:
        return Copied([], [])
    if uploads + max(one.files for one in generated) > MAX_FILES:
        raise ValidationError({"attachments": [FieldError("limit.le", {"limit": MAX_FILES})]})
    id = int(homework.id or 0)
    if homework.mode == GenerationMode.RANDOM:
        return Copied([], await homework_source.add_variants(id, generated, uow))
    return Copied(await homework_source.copy_files(generated[0].edition_id, id, uow), [])


def draw(variants: Sequence[int], in_class: Sequence[int], others: Sequence[int]) -> dict[int, int]:
    """Draws a variant for each student, also for who gets the homework later."""
    if not variants:
        return {}
    random = SystemRandom()
    return deal(variants, in_class, random) | deal(variants, others, random)
