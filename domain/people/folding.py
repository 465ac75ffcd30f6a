"""Folds names to one spelling: apostrophes, Latin and Cyrillic, letter case.

Three levels, each looser than the one before (D-5, D-50):

* ``fold`` (tier 1): apostrophes are one sign, Cyrillic is read as Uzbek Latin. Equal folds are the same name.
* ``fold_loose`` (tier 2): apostrophes are gone, ``ts`` is ``s`` and ``ye`` is ``e``. O' meets O and G' meets G.
* the search level, inside ``search_words`` and ``query_words``: also ``x`` (х) is ``h`` (ҳ), and the spellings
  of passports and of Russian meet the Uzbek ones: ``kh`` is ``h``, ``dj`` is ``j``, ``shch`` is ``sh``, and ``yo``
  after a consonant is ``e``. Шахзода, Shahzoda, Shaxzoda and Shakhzoda are one. *Son of* and *daughter of* are
  found as Uzbek and as Russian spell them: oʻgʻli by угли, qizi by кизи and кызы.

The browser has the same rules (web/src/lib/folding.ts); contracts/folding-vectors.json tests both.
"""

import re
import unicodedata
from functools import lru_cache

# Substitutes in use for ʻ (of Oʻ and Gʻ) and for ʼ (tutuq belgisi).
APOSTROPHES = "'`´‘’‛′‵ʹʻʼʽʾʿˈˊˋ＇｀ꞌ"
# A longer word is truncated: PostgreSQL stores no lexeme above 2 kB, and no name needs so much.
MAX_WORD_LENGTH = 64
MAX_QUERY_WORDS = 10

_TO_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_CONTROLS = dict.fromkeys([*range(0x20), 0x7F], " ")
_ASCII = str.maketrans({**_CONTROLS, ord("`"): "'"})
# The context-free letters; е and ц depend on the preceding letter. Beside Uzbek and Russian: the letters of
# neighbours (Tajik, Kazakh, Karakalpak, Ukrainian), and what lower() leaves where full case folding would not.
_LETTERS = str.maketrans(
    {
        **_CONTROLS,
        **{ord(sign): "'" for sign in APOSTROPHES},
        **{ord(c): latin for c, latin in zip("абвгдежзийклмнопрстуфхцы", "abvgdejziyklmnoprstufxsi", strict=True)},
        **{ord(c): latin for c, latin in zip("эқҳіґҷәөүұһ", "eqhigjaouuh", strict=True)},
        **{ord("ё"): "yo", ord("ч"): "ch", ord("ш"): "sh", ord("щ"): "sh", ord("ъ"): "'", ord("ь"): ""},
        **{ord("ю"): "yu", ord("я"): "ya", ord("ў"): "o'", ord("ӯ"): "o'", ord("ғ"): "g'"},
        **{ord("є"): "ye", ord("ї"): "yi", ord("ң"): "ng", ord("ß"): "ss", ord("ς"): "σ", ord("ı"): "i"},
    }
)
# Letters whose mark makes them separate letters; marks of all others are stripped.
_MARKED = re.compile("[^\x00-\x7fйёўӯїа-яґқғҳ]")
# Characters of most names, which need neither composition nor stripping of marks.
_PLAIN = re.compile("[ -~А-яЁёЎўҚқҒғҲҳʻʼ‘’]*")
# Cyrillic е is read "e" after a consonant and "ye" elsewhere: at the start, after a vowel, after ъ and ь.
_YE = re.compile("(?<![бвгджзйклмнпрстфхцчшщқғҳҷңһbcdfghjklmnpqrstvwxyz])е")
_TS = re.compile("(?<=[аеёиоуўэюяыaeiou])ц")
_QUOTES = re.compile("'{2,}")

# Letters that the looser levels drop. A run is matched only from its beginning, so that a hostile text of
# one letter costs no more than its length.
_LOOSE = re.compile("(?<!t)t+(?=s)|(?<!y)y+(?=e)")
_SEARCH = re.compile("(?<!t)t+(?=s)|(?<!y)y+(?=e)|(?<!k)k+(?=h)|(?<!d)d+(?=j)|(?<=s)hc(?=h)")
_YO = re.compile("(?<=[bcdfghjklmnpqrstvwxz])yo")
# A prefix that ends in one of these may be spelled differently once the next letter follows.
_CUT = re.compile("[tykdc](?!$)")
# *son of* and *daughter of* in Uzbek and in Russian; stored beside each other, the beginning of either finds both
_PATRONYMICS = {"ogli": "ugli", "ugli": "ogli", "qizi": "kizi", "kizi": "qizi"}
_WORD = re.compile(r"[^\W_]+")
_SPELLED_WORD = re.compile(r"[^\W_](?:[^\W_]|')*")
# The key beside the apostrophe, struck in its place while searching: g;ulom, o;g;li.
_STRUCK_BESIDE = re.compile("(?<=[go]);(?=[a-z])", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _bare(sign: str) -> str:
    """Strips the letter's marks.

    An invisible sign is dropped, a control sign becomes a space.
    """
    base = "".join(c for c in unicodedata.normalize("NFD", sign) if unicodedata.category(c)[0] != "M")
    base = unicodedata.normalize("NFC", base)
    category = unicodedata.category(base[0]) if base else ""
    return {"Cf": "", "Cs": "", "Cc": " "}.get(category, base)


def _composed(text: str) -> str:
    # The apostrophes are replaced first: NFKC decomposes ´ into a space and a mark.
    text = unicodedata.normalize("NFKC", text.translate(_TO_APOSTROPHE)).lower()
    return _MARKED.sub(lambda found: _bare(found[0]), text)


def _latin(text: str) -> str:
    if "тя" in text:
        text = text.replace("сентя", "сента").replace("октя", "окта")
    if "е" in text:
        text = _YE.sub("йe", text)
    if "ц" in text:
        text = _TS.sub("тс", text)
    text = text.translate(_LETTERS)
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def fold(text: str) -> str:
    """Tier 1: the spelling-independent form of a text.

    Words are separated by one space, apostrophes are '.

    >>> fold("Ўткир  ҒУЛОМОВ"), fold("O‘tkir G`ulomov")
    ("o'tkir g'ulomov", "o'tkir g'ulomov")
    """
    if text.isascii():
        text = text.lower().translate(_ASCII)
    else:
        text = _latin(text.lower() if _PLAIN.fullmatch(text) else _composed(text))
    if "''" in text:
        text = _QUOTES.sub("'", text)
    return " ".join(text.split())


def fold_loose(text: str) -> str:
    """Tier 2: tier 1 without apostrophes, ``ts`` as ``s`` and ``ye`` as ``e``.

    It merges O' with O and G' with G.
    """
    return " ".join(_LOOSE.sub("", fold(text).replace("'", "")).split())


def _loosened(word: str) -> str:
    """Converts a folded word without apostrophes to the search level."""
    return _SEARCH.sub("", _YO.sub("e", word.replace("x", "h")))


def _plain_words(text: str) -> list[str]:
    return [word[:MAX_WORD_LENGTH] for word in _WORD.findall(fold(text).replace("'", ""))]


def _lexemes(written: str) -> tuple[str, ...]:
    """Returns the lexemes of a run of letters: loosened words and changed prefixes.

    Yevgeniy is stored as ``evgeniy``, and ``y`` beside it: the query Y must match it too. A patronymic has its other
    spelling beside it.
    """
    stored: list[str] = []
    for word in _plain_words(written):
        lexemes = [_loosened(word)]
        if len(lexemes[0]) != len(word):
            for found in _CUT.finditer(word):
                beginning = _loosened(word[: found.end()])
                if not lexemes[0].startswith(beginning):
                    lexemes.append(beginning)
        if word in _PATRONYMICS:
            lexemes.append(_PATRONYMICS[word])
        stored += lexemes
    return tuple(stored)


_remembered = lru_cache(maxsize=32768)(_lexemes)


def search_words(*fields: str | None) -> str:
    """Returns the search key to store: lower-case words of letters and digits.

    Each word is one token for ``to_tsvector('simple', key)``; a hyphen, a dot and any other sign separate words. Every
    prefix of every word of the fields, in any spelling, becomes through ``query_words`` a prefix of a word of this key.
    One key is enough for the search; ``match_level`` ranks the results.
    """
    parts = (part for field in fields if field for part in field.split())
    lexemes = (_remembered(part) if len(part) <= MAX_WORD_LENGTH else _lexemes(part) for part in parts)
    return " ".join(dict.fromkeys(lexeme for several in lexemes for lexeme in several))


def _meant(value: str) -> str:
    return _STRUCK_BESIDE.sub("'", value)


def query_words(value: str) -> list[str]:
    """Returns the words of a search: each must be a prefix of some word of a key.

    The database combines them as ``word:*`` joined by ``&``. Only letters and digits, so safe inside a tsquery. Empty
    if nothing searchable was typed: a search of signs only matches nothing. At most ten words count.
    """
    return list(dict.fromkeys(map(_loosened, _plain_words(_meant(value)))))[:MAX_QUERY_WORDS]


def found_by(key: str, value: str) -> bool:
    """Checks if the query matches a search key, as the database decides it."""
    stored = key.split()
    typed = query_words(value)
    return bool(typed) and all(any(word.startswith(one) for word in stored) for one in typed)


def match_level(value: str, *fields: str | None) -> int | None:
    """Ranks a match: 0 in tier 1, 1 in tier 2, 2 at the search level, None if none.

    The closest matches come first: for the query O'ktam, O'ktam precedes Oktam.
    """
    whole = " ".join(filter(None, fields))
    for level, spelled in enumerate((fold, fold_loose)):
        stored = _SPELLED_WORD.findall(spelled(whole))
        typed = _SPELLED_WORD.findall(spelled(_meant(value)))
        if typed and all(any(word.startswith(one) for word in stored) for one in typed):
            return level
    return 2 if found_by(search_words(whole), value) else None
