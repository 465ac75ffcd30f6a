"""What is said, in one line, when the console cannot start and somebody has to do something first."""


class Refusal(Exception):
    """The start cannot go on; the message is one line that says what is wrong and what to do."""
