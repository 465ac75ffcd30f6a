"""One spelling for the many a name is written in: every apostrophe, Latin and Cyrillic, capitals and small letters.

Three levels, each looser than the one before (D-5, D-50):

* ``fold`` (tier 1): apostrophes are one sign, Cyrillic is read as Uzbek Latin. Equal folds are the same name.
* ``fold_loose`` (tier 2): apostrophes are gone, ``ts`` is ``s`` and ``ye`` is ``e``. O' meets O and G' meets G.
* the search level, inside ``search_words`` and ``query_words``: also ``x`` (х) is ``h`` (ҳ), and the spellings
  of passports and of Russian meet the Uzbek ones: ``kh`` is ``h``, ``dj`` is ``j``, ``shch`` is ``sh``, and ``yo``
  after a consonant is ``e``. Шахзода, Shahzoda, Shaxzoda and Shakhzoda are one.

The browser has the same rules (web/src/lib/folding.ts); contracts/folding-vectors.json holds both to them.
"""

import re
import unicodedata
from functools import lru_cache

# The signs that people, keyboards and spreadsheets put for ʻ (of Oʻ and Gʻ) and for ʼ (tutuq belgisi).
APOSTROPHES = "'`´‘’‛′‵ʹʻʼʽʾʿˈˊˋ＇｀ꞌ"
# A longer word is cut: PostgreSQL keeps no lexeme above 2 kB, and no name needs so much.
LONGEST_WORD = 64
MOST_QUERY_WORDS = 10

_TO_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_CONTROLS = dict.fromkeys([*range(0x20), 0x7F], " ")
_ASCII = str.maketrans({**_CONTROLS, ord("`"): "'"})
# The context-free letters; е and ц depend on what stands before them. Beside Uzbek and Russian: the letters of
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
# These carry a mark that makes them letters of their own; from all others marks are taken away.
_MARKED = re.compile("[^\x00-\x7fйёўӯїа-яґқғҳ]")
# What most names are written with needs neither composing nor stripping of marks.
_PLAIN = re.compile("[ -~А-яЁёЎўҚқҒғҲҳʻʼ‘’]*")
# Cyrillic е is read "e" after a consonant and "ye" elsewhere: at the start, after a vowel, after ъ and ь.
_YE = re.compile("(?<![бвгджзйклмнпрстфхцчшщқғҳҷңһbcdfghjklmnpqrstvwxyz])е")
_TS = re.compile("(?<=[аеёиоуўэюяыaeiou])ц")
_QUOTES = re.compile("'{2,}")

# Letters that the looser levels leave out. A run is only tried from its beginning, so that a hostile text of
# one letter costs no more than its length.
_LOOSE = re.compile("(?<!t)t+(?=s)|(?<!y)y+(?=e)")
_SEARCH = re.compile("(?<!t)t+(?=s)|(?<!y)y+(?=e)|(?<!k)k+(?=h)|(?<!d)d+(?=j)|(?<=s)hc(?=h)")
_YO = re.compile("(?<=[bcdfghjklmnpqrstvwxz])yo")
# A beginning that ends in one of these may be spelled otherwise once the next letter is there.
_CUT = re.compile("[tykdc](?!$)")
_WORD = re.compile(r"[^\W_]+")
_SPELLED_WORD = re.compile(r"[^\W_](?:[^\W_]|')*")


@lru_cache(maxsize=4096)
def _bare(sign: str) -> str:
    """The letter without its marks; nothing for what can't be seen, a space for a control sign."""
    kept = "".join(c for c in unicodedata.normalize("NFD", sign) if unicodedata.category(c)[0] != "M")
    kept = unicodedata.normalize("NFC", kept)
    category = unicodedata.category(kept[0]) if kept else ""
    return {"Cf": "", "Cs": "", "Cc": " "}.get(category, kept)


def _composed(text: str) -> str:
    # The apostrophes go first: NFKC makes a space and a mark of ´.
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
    """Tier 1: the spelling-independent form of a text, words separated by one space, apostrophes as '.

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
    """Tier 2: tier 1 without apostrophes, ``ts`` as ``s`` and ``ye`` as ``e``; it merges O' with O and G' with G."""
    return " ".join(_LOOSE.sub("", fold(text).replace("'", "")).split())


def _loosened(word: str) -> str:
    """The search level of a folded word without apostrophes."""
    return _SEARCH.sub("", _YO.sub("e", word.replace("x", "h")))


def _plain_words(text: str) -> list[str]:
    return [word[:LONGEST_WORD] for word in _WORD.findall(fold(text).replace("'", ""))]


def _lexemes(written: str) -> tuple[str, ...]:
    """What is stored for a run of letters: each of its words loosened, and the beginnings that loosening changes.

    Yevgeniy is stored as ``evgeniy``, and ``y`` beside it: who has typed only Y must find him too.
    """
    stored: list[str] = []
    for word in _plain_words(written):
        lexemes = [_loosened(word)]
        if len(lexemes[0]) != len(word):
            for found in _CUT.finditer(word):
                beginning = _loosened(word[: found.end()])
                if not lexemes[0].startswith(beginning):
                    lexemes.append(beginning)
        stored += lexemes
    return tuple(stored)


_remembered = lru_cache(maxsize=32768)(_lexemes)


def search_words(*fields: str | None) -> str:
    """The search key to store for these fields: lower-case words of letters and digits, separated by spaces.

    Each word is one token for ``to_tsvector('simple', key)``; a hyphen, a dot and any other sign part words.
    Every beginning of every word of the fields, in any spelling, becomes through ``query_words`` the beginning
    of a word of this key. One key is enough for finding; ``match_level`` ranks what was found.
    """
    parts = (part for field in fields if field for part in field.split())
    lexemes = (_remembered(part) if len(part) <= LONGEST_WORD else _lexemes(part) for part in parts)
    return " ".join(dict.fromkeys(lexeme for several in lexemes for lexeme in several))


def query_words(value: str) -> list[str]:
    """What a typed search becomes: each word must begin some word of a key (``word:*`` joined by ``&``).

    Only letters and digits, so safe inside a tsquery. Empty when nothing was typed that could be searched for:
    a search of signs only finds nobody. At most ten words count.
    """
    return list(dict.fromkeys(map(_loosened, _plain_words(value))))[:MOST_QUERY_WORDS]


def found_by(key: str, value: str) -> bool:
    """Whether the typed value finds a record with this search key, as the database decides it."""
    stored = key.split()
    typed = query_words(value)
    return bool(typed) and all(any(word.startswith(one) for word in stored) for one in typed)


def match_level(value: str, *fields: str | None) -> int | None:
    """How well the typed value fits: 0 in tier 1, 1 in tier 2, 2 at the search level, None not at all.

    For showing the closest first: who types O'ktam meets O'ktam before Oktam.
    """
    whole = " ".join(filter(None, fields))
    for level, spelled in enumerate((fold, fold_loose)):
        stored = _SPELLED_WORD.findall(spelled(whole))
        typed = _SPELLED_WORD.findall(spelled(value))
        if typed and all(any(word.startswith(one) for word in stored) for one in typed):
            return level
    return 2 if found_by(search_words(whole), value) else None
