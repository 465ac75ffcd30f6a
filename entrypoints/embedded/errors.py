"""The error of a command or a start that the operator has to resolve."""


class OperatorError(Exception):
    """A command or a start cannot succeed.

    The message is one line with the problem and its solution.
    """
