"""Words that differ from a typed one by one letter: typing errors."""

from string import ascii_lowercase

# a shorter word is one letter away from too many others
SHORTEST = 4


def one_letter_away(word: str) -> set[str]:
    """The words with one letter more, less or different, or two swapped.

    The word is folded to the search level (``domain.people.folding``), hence of Latin letters. Empty for a short word.
    """
    if len(word) < SHORTEST:
        return set()
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    less = {left + right[1:] for left, right in cuts if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    different = {left + letter + right[1:] for left, right in cuts if right for letter in ascii_lowercase}
    more = {left + letter + right for left, right in cuts for letter in ascii_lowercase}
    return (less | swapped | different | more) - {word}
