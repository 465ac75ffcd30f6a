"""Places of the demo school's branches.

Districts of Tashkent first, then towns of every region.
"""

TASHKENT = (
    "Chilonzor", "Yunusobod", "Mirzo Ulugʻbek", "Yakkasaroy", "Shayxontohur", "Olmazor", "Sergeli", "Uchtepa",
    "Yashnobod", "Mirobod", "Bektemir", "Yangihayot",
)  # fmt: skip
TOWNS = (
    "Samarqand", "Buxoro", "Andijon", "Namangan", "Fargʻona", "Qoʻqon", "Margʻilon", "Nukus", "Urganch", "Xiva",
    "Qarshi", "Shahrisabz", "Termiz", "Denov", "Jizzax", "Guliston", "Yangiyer", "Navoiy", "Zarafshon", "Angren",
    "Olmaliq", "Chirchiq", "Bekobod", "Nurafshon", "Yangiyoʻl", "Kattaqoʻrgʻon", "Urgut", "Gʻijduvon", "Kogon",
    "Asaka", "Xonobod", "Chust", "Kosonsoy", "Rishton", "Quva", "Beruniy", "Xoʻjayli", "Kitob", "Sherobod",
    "Gʻallaorol",
)  # fmt: skip


def branch_name(index: int) -> str:
    """Returns the name of branch ``index`` (from 0).

    A second branch of a place gets a number.
    """
    places = TASHKENT + TOWNS
    lap, at = divmod(index, len(places))
    return places[at] if lap == 0 else f"{places[at]} {lap + 1}"
