"""Published homework of the database for the topics of a current lesson."""

from typing import Any

from tests.e2e.attendance.current_lesson import CurrentLesson

MAIN = "Lug'atda talabalar bahosini saqlang"
VARIANTS = ("So'zlar chastotasini hisoblang", "Telefon kitobini yozing")


async def publish_homework(lesson: CurrentLesson) -> dict[int, int | None]:
    """Publishes a main homework and variants for the topics of the group's lessons.

    Returns lesson → topic.
    """
    centre = lesson.centre
    token = (await centre.sign_in())["accessToken"]

    async def send(verb: str, path: str, **form: Any) -> dict[str, Any]:
        return await centre.call(verb, f"/homework-db{path}", token, data=form)

    options = await centre.call("GET", f"/homework/form-options?groupId={lesson.group_id}", token)
    topics = {one["id"]: one["topicId"] for one in options["lessons"]}
    async with centre.database() as database:
        course = await database.fetchval("select course_id from groups where id = $1", lesson.group_id)
    name = f"Bob {lesson.group_id}"
    chapter = (await send("POST", "/chapters", courseId=course, name=name))["chapter"]["id"]
    made = (await send("POST", "/lessons", chapterId=chapter, name="Lug'atlar"))["lesson"]["id"]
    for text in (MAIN, *VARIANTS):
        await send("POST", "", lessonId=made, description=text)
    drafts = await centre.call("GET", f"/homework-db/draft?courseId={course}", token)
    await send("POST", "/draft/publish", courseId=course, version=drafts["version"], lessonIds=[made])
    for topic in {*topics.values()} - {None}:
        present = await centre.call("GET", f"/homework-db/by-curriculum-id?curriculumId={topic}", token)
        await send("PUT", "/set-lessons", topicId=topic, lessonIds=[made], version=present["version"])
    return topics
