"""A course with topics, its homework database and a class that is taught it."""

from dataclasses import dataclass, field
from typing import Any

from tests.http.homework.giving_scenario import PLAIN, HomeworkScenario
from tests.support.builders import a_user_with
from tests.support.console import Console, Visitor, data

EVERYTHING = ["create", "read", "update", "delete"]
DEPARTMENT = {"study:homework_db": EVERYTHING}


@dataclass
class DatabaseScenario:
    """A group with two topics; the department works on their course's database."""

    lessons_of: HomeworkScenario
    visitor: Visitor
    course_id: int
    chapter_id: int = 0
    names: dict[int, str] = field(default_factory=dict)

    @classmethod
    async def of(cls, console: Console, size: int = 4) -> "DatabaseScenario":
        """Stores the class and a chapter, and signs the department in."""
        stage = await HomeworkScenario.of(console, size)
        visitor = await console.sign_in(a_user_with(DEPARTMENT).of_all_branches())
        course_id = await console.sql.fetchval("select course_id from groups where id = $1", stage.group.id)
        scenario = cls(stage, visitor, course_id)
        scenario.chapter_id = await scenario.chapter("1-bob")
        return scenario

    @property
    def console(self) -> Console:
        """The console of the test."""
        return self.lessons_of.console

    @property
    def topics(self) -> list[int]:
        """The topics of the course, in order."""
        return self.lessons_of.topics

    async def chapter(self, name: str) -> int:
        """Adds a chapter."""
        added = data(await self.visitor.post("/homework-db/chapters", {"courseId": self.course_id, "name": name}))
        return int(added["chapter"]["id"])

    async def lesson(self, name: str = "Lug'atlar", chapter_id: int | None = None) -> int:
        """Adds a lesson, to the first chapter by default."""
        form = {"chapterId": chapter_id or self.chapter_id, "name": name}
        return int(data(await self.visitor.post("/homework-db/lessons", form))["lesson"]["id"])

    async def homework(self, lesson_id: int, text: str, **more: Any) -> int:
        """Adds a homework to a lesson."""
        form = {"lessonId": lesson_id, "description": text} | more
        return int(data(await self.visitor.post("/homework-db", form))["homework"]["id"])

    async def upload(self, content: bytes = b"print(1)", name: str = "namuna.py") -> str:
        """Uploads a file; its public id."""
        headers = PLAIN | {"X-File-Name": name}
        answer = await self.visitor.request("POST", "/upload/homework-db-attachments", content=content, headers=headers)
        return str(data(answer)["file"]["fileId"])

    async def full_lesson(self, variants: int = 2, name: str = "Lug'atlar") -> int:
        """Adds a lesson with a main homework and variants."""
        lesson_id = await self.lesson(name)
        await self.homework(lesson_id, f"{name}: asosiy")
        for number in range(variants):
            await self.homework(lesson_id, f"{name}: {number + 1}-variant")
        return lesson_id

    async def card(self, lesson_id: int) -> Any:
        """A lesson as its page shows it."""
        return (await self.visitor.data(f"/homework-db/lessons/{lesson_id}"))["lesson"]

    async def one(self, homework_id: int) -> Any:
        """A homework as its page shows it."""
        return (await self.visitor.data(f"/homework-db/{homework_id}"))["homework"]

    async def tree(self, **query: Any) -> Any:
        """The tree of the course."""
        return await self.visitor.data("/homework-db/chapters", courseId=self.course_id, **query)

    async def drafts(self) -> Any:
        """The differences from what is published."""
        return await self.visitor.data("/homework-db/draft", courseId=self.course_id)

    async def choose(self, act: str, *lessons: int, chapters: tuple[int, ...] = (), version: int | None = None) -> Any:
        """Publishes or discards; the response."""
        form = {
            "courseId": self.course_id,
            "version": (await self.drafts())["version"] if version is None else version,
            "lessonIds": list(lessons),
            "chapterIds": list(chapters),
        }
        return await self.visitor.post(f"/homework-db/draft/{act}", form)

    async def publish(self, *lessons: int, chapters: tuple[int, ...] = ()) -> Any:
        """Publishes; what became current."""
        return data(await self.choose("publish", *lessons, chapters=chapters))

    async def edit(self, homework_id: int, **more: Any) -> Any:
        """Saves the draft of a homework as it is, but for ``more``; the response."""
        card = await self.one(homework_id)
        form = {
            "version": card["version"],
            "description": card["description"],
            "attachments": [one["fileId"] for one in card["attachments"]],
        }
        return await self.visitor.put(f"/homework-db/{homework_id}", form | more)

    async def attach(self, topic_id: int, *lessons: int) -> Any:
        """Sets the lessons of a topic; the response."""
        present = await self.of_topic(topic_id)
        form = {"topicId": topic_id, "lessonIds": list(lessons), "version": present["version"]}
        return await self.visitor.put("/homework-db/set-lessons", form)

    async def of_topic(self, topic_id: int) -> Any:
        """The homework of a topic."""
        return await self.visitor.data("/homework-db/by-curriculum-id", curriculumId=topic_id)

    async def published_lesson(self, variants: int = 2, topic: int | None = None) -> int:
        """A lesson that is published, of the first topic by default."""
        lesson_id = await self.full_lesson(variants)
        await self.publish(lesson_id)
        data(await self.attach(self.topics[0] if topic is None else topic, lesson_id))
        return lesson_id


def kinds(card: Any) -> list[tuple[str, str | None, str]]:
    """Kind, letter and text of a lesson's homework, in order."""
    return [(one["kind"], one["letter"], one["description"]) for one in card["homework"]]
