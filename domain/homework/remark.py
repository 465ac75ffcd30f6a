"""A checker's bank of remarks: ";1" in a message writes the remark of code 1."""

from dataclasses import dataclass

MAX_REMARKS = 50
CODE_PATTERN = r"[a-z0-9]{1,8}"


@dataclass
class Remark:
    """A remark; a shared one is offered to every checker."""

    user_id: int
    code: str
    text: str
    is_shared: bool = False
    version: int = 1
    id: int | None = None
