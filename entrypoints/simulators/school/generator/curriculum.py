"""The courses of the demo school: categories, study months and topics."""

from collections.abc import Iterator

from contracts.sync.school_records import CourseRecord, StudyMonth
from entrypoints.simulators.school.feeds import instant

LANGUAGE = (
    "Tanishuv", "Oila", "Kun tartibi", "Shahar va yoʻl", "Oziq-ovqat", "Sayohat", "Ish va kasb", "Sogʻliq", "Oʻqish",
    "Tinglash", "Yozish", "Soʻzlashish", "Grammatika: zamonlar", "Grammatika: sifatlar", "Grammatika: predloglar",
)  # fmt: skip
CODE = (
    "Oʻzgaruvchilar", "Shartlar", "Sikllar", "Funksiyalar", "Roʻyxatlar", "Lugʻatlar", "Fayllar", "Xatolar", "Sinflar",
    "Modullar", "Testlash", "Maʼlumotlar bazasi", "SQL soʻrovlari", "HTTP", "Git", "HTML", "CSS", "Loyiha himoyasi",
)  # fmt: skip
SCIENCE = (
    "Natural sonlar", "Kasrlar", "Foizlar", "Tenglamalar", "Tengsizliklar", "Funksiya va grafik", "Progressiya",
    "Trigonometriya", "Planimetriya", "Stereometriya", "Hosila", "Integral", "Kombinatorika", "Ehtimollik",
)  # fmt: skip
DESIGN = (
    "Kompozitsiya", "Rang", "Shrift", "Setka", "Logotip", "Prototip", "Ikonka", "Foto ishlovi", "Bosma dizayn",
    "Interfeys", "Motion", "Portfolio",
)  # fmt: skip

# (category, topics, courses with their months)
CATALOGUE = (
    ("Xorijiy tillar", LANGUAGE, (
        ("Ingliz tili: Beginner", 3), ("Ingliz tili: Elementary", 4), ("Ingliz tili: Intermediate", 6), ("IELTS", 6),
        ("Koreys tili (TOPIK)", 6), ("Rus tili", 5),
    )),
    ("Dasturlash", CODE, (("Python dasturlash", 8), ("Frontend", 9), ("Robototexnika", 6))),
    ("Aniq fanlar", SCIENCE, (("Matematika (DTM)", 9), ("Fizika (DTM)", 9), ("Mental arifmetika", 6))),
    ("Dizayn", DESIGN, (("Grafik dizayn", 6), ("UX/UI dizayn", 7))),
)  # fmt: skip
LESSONS_A_MONTH = 12


def courses(sequence: int) -> Iterator[CourseRecord]:
    """Every course with its months, twelve topics in each."""
    number = 0
    for category, (category_name, topics, of_category) in enumerate(CATALOGUE, 1):
        for name, length in of_category:
            number += 1
            yield CourseRecord(
                id=f"course-{number}",
                version=sequence,
                changed_at=instant(sequence),
                name=name,
                category_id=f"category-{category}",
                category_name=category_name,
                price=300_000 + 50_000 * (number % 8),
                months=[_month(topics, month) for month in range(1, length + 1)],
            )


def _month(topics: tuple[str, ...], number: int) -> StudyMonth:
    taught = [
        f"{topics[(lesson + LESSONS_A_MONTH * (number - 1)) % len(topics)]} ({number}.{lesson + 1})"
        for lesson in range(LESSONS_A_MONTH)
    ]
    return StudyMonth(number=number, name=f"{number}-oy", topics=taught)
