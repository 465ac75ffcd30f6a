"""Students whose names are one letter away from the typed words."""

from adapters.postgres.core.pool import ReadPool
from domain.people.folding import query_words
from domain.people.similar_words import one_letter_away

MAX_FOUND = 100
# of one word, so that a short one does not find everybody
MAX_SPELLINGS = 40

# the given words that are the beginning of a name: an index probe each
KNOWN = """
select given.word from unnest($1::text[]) given(word) where exists (
    select 1 from student_words w where w.word >= given.word collate "C"
        and w.word < (given.word || U&'\\+10FFFF') collate "C")
"""
FOUND = """
select s.id from students s where s.search @@ $1::tsquery and s.school_deleted_at is null and s.merged_into_id is null
    and ($2::bigint[] is null
        or exists (select 1 from student_offices l where l.student_id = s.id and l.office_id = any ($2)))
order by s.sort_key, s.id limit $3
"""


async def students_of_similar_names(value: str, branches: list[int] | None, pool: ReadPool) -> list[int]:
    """The ids, by name; a word that begins no name is replaced by similar ones.

    ``branches``: of the students, null for all.
    """
    words = query_words(value)
    if not words or any(word.isdigit() for word in words):
        return []
    spellings = {word: sorted(one_letter_away(word)) for word in words}
    candidates = [*words, *(spelling for several in spellings.values() for spelling in several)]
    known = {row["word"] for row in await pool.fetch(KNOWN, candidates)}
    if known.issuperset(words):
        # each of them is somebody's, though nobody has all: one of them may be misspelled
        chosen = [[word, *(one for one in spellings[word] if one in known)] for word in words]
    else:
        chosen = [[word] if word in known else [one for one in spellings[word] if one in known] for word in words]
    if not all(chosen):
        return []
    sought = " & ".join(_any_of(several[:MAX_SPELLINGS]) for several in chosen)
    return [row["id"] for row in await pool.fetch(FOUND, sought, branches, MAX_FOUND)]


def _any_of(beginnings: list[str]) -> str:
    """A tsquery of any of these beginnings, which are letters and digits alone."""
    return "(" + " | ".join(f"'{one}':*" for one in beginnings) + ")"
