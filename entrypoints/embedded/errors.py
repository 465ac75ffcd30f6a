"""The error of a command or a start that the operator has to resolve."""


class OperatorError(Exception):
    """A command or a start can't succeed; the message is one line that says what is wrong and what to do."""
