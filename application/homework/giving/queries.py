"""Reads of homework: one, of a lesson, of a group, the choices of the form."""

from application.actor import Actor
from application.authorization import Audience, permits
from application.homework.giving.ports import HomeworkSource, HomeworkViews
from application.homework.scope import work_scope
from application.ports import Clock
from contracts.homework.giving import (
    FormOptions,
    FormOptionsQuery,
    Generated,
    GeneratedHomework,
    GenerateQuery,
    GroupHomeworkPage,
    GroupHomeworkQuery,
    HomeworkAnswer,
    HomeworkLookup,
    HomeworkOfLesson,
    NotSubmittedStudents,
)
from contracts.texts import translate
from domain.homework.deadlines import HOURS
from domain.homework.generation import choose, letter_of
from domain.homework.homework import GenerationMode, Source
from domain.shared.errors import DomainError, FieldError, NotFound, ValidationError

GIVE, CHECK = "all_homeworks", "check_homeworks"
ALL, OWN = f"all_groups:{GIVE}", f"my_groups:{GIVE}"
ALL_CHECKS, OWN_CHECKS = f"all_groups:{CHECK}", f"my_groups:{CHECK}"


@permits(admin=ALL, academic=OWN)
async def show_homework(
    homework_id: int, *, audience: Audience, actor: Actor, homework_views: HomeworkViews
) -> HomeworkAnswer:
    """Returns one homework with its files. Raises NotFound for another group's."""
    return HomeworkAnswer(homework=await homework_views.one(homework_id, work_scope(actor, GIVE, audience=audience)))


@permits(admin=(ALL, ALL_CHECKS), academic=(OWN, OWN_CHECKS))
async def show_homework_of_lesson(
    query: HomeworkLookup, *, audience: Audience, actor: Actor, homework_views: HomeworkViews, clock: Clock
) -> HomeworkOfLesson:
    """Returns a homework with the work of every student (D-77, R2-193).

    By its id, or the newest of a lesson.

    Raises NotFound, ValidationError without either.
    """
    scope = work_scope(actor, GIVE, CHECK, audience=audience)
    homework_id = query.homework_id
    if homework_id is None:
        if query.lesson_id is None:
            raise ValidationError({"homeworkId": [FieldError("limit.required")]})
        homework_id = await homework_views.newest_of(query.lesson_id, scope)
    return await homework_views.with_works(homework_id, scope, clock.now())


@permits(admin=(ALL, ALL_CHECKS), academic=(OWN, OWN_CHECKS))
async def list_group_homework(
    group_id: int,
    query: GroupHomeworkQuery,
    *,
    audience: Audience,
    actor: Actor,
    homework_views: HomeworkViews,
    clock: Clock,
) -> GroupHomeworkPage:
    """Lists the homework of a group with its counts by status (R2-343).

    What waits for checking comes first. Raises NotFound.
    """
    return await homework_views.page(group_id, query, work_scope(actor, GIVE, CHECK, audience=audience), clock.now())


@permits(ALL, ALL_CHECKS, OWN, OWN_CHECKS)
async def list_not_submitted(homework_id: int, *, actor: Actor, homework_views: HomeworkViews) -> NotSubmittedStudents:
    """Lists the students who have not handed a homework in, by name (R2-194)."""
    return await homework_views.not_submitted(homework_id, work_scope(actor, GIVE, CHECK))


@permits(ALL, OWN)
async def homework_form_options(
    query: FormOptionsQuery,
    *,
    actor: Actor,
    homework_views: HomeworkViews,
    homework_source: HomeworkSource,
    clock: Clock,
) -> FormOptions:
    """Returns lessons, topics and deadlines for the form of a group's homework.

    With what can be generated from the homework database (D-85). Raises NotFound, ValidationError.
    """
    if query.group_id is None:
        raise ValidationError({"groupId": [FieldError("limit.required")]})
    scope = work_scope(actor, GIVE)
    found = await homework_views.choices(query.group_id, query.lesson_id, scope, clock.now())
    generated = await homework_source.topics(query.group_id)
    return FormOptions(
        lessons=found.lessons,
        topics=found.topics,
        hours=list(HOURS),
        sources=[Source.SYSTEM.value, Source.TEACHER.value] if generated else [Source.TEACHER.value],
        generating=bool(generated),
        note="" if generated else translate("error.homework.no_database", actor.language),
        generated=generated,
    )


@permits(ALL, OWN)
async def generate_homework(
    query: GenerateQuery,
    *,
    actor: Actor,
    homework_views: HomeworkViews,
    homework_source: HomeworkSource,
) -> Generated:
    """Generates homework for a topic from the homework database (D-85).

    Raises NotFound for a group outside the caller's scope and for a topic of another course; ValidationError;
    DomainError: homework.no_database, homework.no_homework_of_topic, homework.no_variants.
    """
    required = [FieldError("limit.required")]
    if query.group_id is None:
        raise ValidationError({"groupId": required})
    topics = await homework_views.topics(query.group_id, work_scope(actor, GIVE))
    if query.topic_id is None:
        raise ValidationError({"topicId": required})
    if query.topic_id not in {topic.id for topic in topics}:
        raise NotFound("Topic", query.topic_id)
    found, mode = await homework_source.of_topic(query.topic_id), GenerationMode(query.mode)
    if not found and not await homework_source.topics(query.group_id):
        raise DomainError("homework.no_database")
    chosen = choose(found, mode)
    files = await homework_source.files([one.edition_id for one in chosen])
    letters = [None] if mode == GenerationMode.SAME else [letter_of(n) for n in range(1, len(chosen) + 1)]
    return Generated(
        description=chosen[0].description,
        source=Source.SYSTEM.value,
        mode=query.mode,
        homework=[
            GeneratedHomework(
                homework_id=one.homework_id,
                edition=one.edition,
                letter=letter,
                description=one.description,
                attachments=files.get(one.edition_id, []),
            )
            for one, letter in zip(chosen, letters, strict=True)
        ],
        publication_ids=list(dict.fromkeys(one.publication_id for one in chosen)),
    )
