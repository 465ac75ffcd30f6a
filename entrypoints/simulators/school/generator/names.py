"""Names of people as registrars write them in Uzbekistan.

Latin with every apostrophe, Cyrillic, patronymics.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache


def _pool(names: str) -> tuple[str, ...]:
    return tuple(names.split())


# Written with the proper signs (oʻ, gʻ with U+02BB; tutuq ʼ); the spellings below convert them to typed forms.
MEN = _pool(
    "Abbos Abdulaziz Abdulla Abdurahmon Abror Akbar Akmal Alisher Amir Anvar Asadbek Asilbek Aziz Azizbek Bahodir "
    "Bahrom Bekzod Behruz Botir Bunyod Davron Diyorbek Dilmurod Doniyor Eldor Elyor Farhod Farrux Fayzulla Firdavs "
    "Gʻayrat Gʻolib Gʻulom Habibulloh Hamid Hasan Husan Ibrohim Ikrom Ilhom Islom Ismoil Isʼhoq Jahongir Jamshid "
    "Jasur Javohir Kamol Komil Laziz Mansur Mirzo Muhammadali Muhammadyusuf Murod Muzaffar Nodir Nodirbek Nuriddin "
    "Odil Otabek Oybek Oʻktam Oʻtkir Qahramon Qobil Rahmatulla Ravshan Rustam Sanʼat Sanjar Sardor Sherzod Shahzod "
    "Shavkat Shohruh Sirojiddin Sunnat Temur Toʻlqin Toʻxtasin Ulugʻbek Umid Umar Usmon Xasan Xurshid Yahyo Yoʻldosh "
    "Yusuf Zafar Ziyodulla Zokir"
)
WOMEN = _pool(
    "Adiba Aziza Barno Baxtigul Charos Chinnigul Dilafruz Dildora Dilfuza Dilnoza Dilrabo Durdona Eʼzoza Farangiz "
    "Farida Feruza Fotima Gavhar Gulbahor Gulchehra Guli Gulnora Gulsanam Gʻuncha Hilola Hulkar Iroda Jamila Kamola "
    "Komila Lola Laylo Madina Maftuna Malika Marjona Mavluda Maʼmura Mehriniso Mohinur Mubina Mukarrama Munisa Muslima "
    "Nafisa Nargiza Nasiba Nigina Nigora Nilufar Nozima Oydin Oygul Oysha Ozoda Oʻgʻiloy Parvina Qunduz Rayhona Robiya "
    "Roʻzigul Ruxshona Sabina Sadoqat Saida Sarvinoz Saodat Sevara Sevinch Shahlo Shahnoza Shahzoda Shirin Shoira "
    "Sitora Surayyo Tanzila Tursunoy Umida Xadicha Xurshida Yulduz Yoqutxon Zamira Zarina Zebo Zilola Ziyoda Zuhra "
    "Zulfiya Zulayho"
)
FAMILIES = _pool(
    "Abdullayev Abdurahmonov Abdurasulov Ahmedov Akbarov Aliyev Alimov Asqarov Aʼzamov Azimov Bahodirov Boboyev "
    "Boltayev Choriyev Davlatov Eʼtiborov Ergashev Eshonqulov Fayziyev Fozilov Gʻafurov Gʻaniyev Gʻulomov Habibullayev "
    "Hakimov Hamidov Hasanov Husanov Ibragimov Ismoilov Jalolov Joʻrayev Juraboyev Karimov Komilov Mahmudov Mamatqulov "
    "Matyoqubov Mirzayev Moʻminov Muhammadiyev Murodov Musayev Nazarov Nematov Nishonov Norqulov Normurodov Nurmatov "
    "Ochilov Oripov Otajonov Oʻrinov Oʻtkirov Poʻlatov Qodirov Qosimov Qoʻchqorov Qurbonov Rahimov Rahmonov Rajabov "
    "Rasulov Roʻziyev Sadullayev Saidov Salimov Sattorov Shodmonov Shukurov Sobirov Sodiqov Soliyev Soʻfiyev Sultonov "
    "Tojiboyev Toshmatov Toʻlaganov Toʻrayev Toʻxtayev Tursunov Umarov Umrzoqov Usmonov Valiyev Vohidov Xolmatov "
    "Xoʻjayev Xudoyberdiyev Yoʻldoshev Yoqubov Yuldashev Yunusov Yusupov Zaripov Ziyoyev Zokirov"
)
LONG_FAMILIES = (
    "Abdurahmonxoʻjayev-Muhammadkarimov",
    "Sayfiddinxoʻja-Nizomiddinov",
    "Mirzaabdullayev-Xudoyberganov",
    "Toʻxtamurodov-Abdusalomov",
)
LONG_MEN = ("Muhammadabdulloh", "Sayyidmuhammadamin", "Abdurahmonxoʻja Muhammadyusuf", "Muhammadsiddiqxon")
LONG_WOMEN = ("Oyshabibi Mohlaroyim", "Muslimaxon Zaynabbonu", "Farzonabegim Robiyaxon", "Shahrizodabonu")

_DIGRAPHS = {
    "oʻ": "ў", "gʻ": "ғ", "sh": "ш", "ch": "ч", "yo": "ё", "yu": "ю", "ya": "я", "ye": "е",
}  # fmt: skip
# Шаҳзода typed on a Russian keyboard.
_RUSSIAN_KEYS = str.maketrans("ҳқғўҲҚҒЎ", "хкгуХКГУ")
_LETTERS = dict(zip("abdefghijklmnopqrstuvxyz", "абдефгҳижклмнопқрстувхйз", strict=True)) | {"ʼ": "ъ"}


@dataclass(frozen=True)
class FullName:
    """A person's three names, spelled one way."""

    first: str
    last: str
    middle: str


@cache
def cyrillic(latin: str) -> str:
    """The name in Uzbek Cyrillic, capitals where the Latin has them."""
    out, at, low = "", 0, latin.lower()
    while at < len(low):
        step = 1
        if (two := low[at : at + 2]) == "ʼh":  # Isʼhoq: the sign only separates s and h
            letter, step = "ҳ", 2
        elif two in _DIGRAPHS and low[at + 1 : at + 3] != "oʻ":  # Yoʻldosh: й and ў, not ё
            letter, step = _DIGRAPHS[two], 2
        elif low[at] == "e" and (at == 0 or low[at - 1] in " -"):
            letter = "э"
        else:
            letter = _LETTERS.get(low[at], low[at])
        out += letter.upper() if latin[at].isupper() else letter
        at += step
    return out


def _signs(turned: str, tutuq: str) -> Callable[[str], str]:
    table = str.maketrans({"ʻ": turned, "ʼ": tutuq})
    return lambda name: name.translate(table)


# Typed forms: the proper signs, the key beside Enter, a phone's curly ones, a grave accent, Cyrillic.
_SPELLINGS: tuple[tuple[float, Callable[[str], str]], ...] = (
    (0.30, str),
    (0.66, _signs("'", "'")),
    (0.76, _signs("‘", "’")),
    (0.82, _signs("’", "’")),
    (0.86, _signs("`", "`")),
    (0.97, cyrillic),
    (1.00, lambda name: cyrillic(name).translate(_RUSSIAN_KEYS)),
)


def full_name(draw: Callable[[], float], male: bool) -> FullName:
    """Generates a name. ``draw`` returns numbers in [0, 1)."""
    rare = draw() < 0.004
    men, women, families = (LONG_MEN, LONG_WOMEN, LONG_FAMILIES) if rare else (MEN, WOMEN, FAMILIES)
    first = _one(draw, men if male else women)
    last = _one(draw, families) if male else feminine(_one(draw, families))
    middle = patronymic(_one(draw, MEN), male, draw())
    chosen = draw()
    spell = next(how for upto, how in _SPELLINGS if chosen < upto)
    return FullName(spell(first), spell(last), spell(middle))


def feminine(family: str) -> str:
    """Karimov → Karimova, in both halves of a double name."""
    return "-".join(half + "a" if half.endswith(("ov", "ev")) else half for half in family.split("-"))


def patronymic(father: str, male: bool, chance: float) -> str:
    """Generates a patronymic: Oʻktam oʻgʻli, Oʻktam qizi.

    Some have the Russian form; some have none.
    """
    if chance < 0.06:
        return ""
    if chance < 0.72:
        return f"{father} {'oʻgʻli' if male else 'qizi'}"
    stem = father + ("y" if father[-1] in "aoiu" else "")
    return stem + (("evich" if male else "evna") if stem[-1] == "y" else ("ovich" if male else "ovna"))


def _one(draw: Callable[[], float], pool: tuple[str, ...]) -> str:
    return pool[int(draw() * len(pool))]
