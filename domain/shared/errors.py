"""Errors of the rules: a code shared by staff, logs and screens, with parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field


class DomainError(Exception):
    """A rule rejects the operation.

    ``code`` is ``context.reason`` of the error catalogue.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class NotFound(DomainError):
    """The record does not exist or is not visible to the caller (D-12).

    Both give the same answer.
    """

    def __init__(self, kind: str = "", id: object = None) -> None:
        super().__init__("shared.not_found", kind=kind, id=id)


class Forbidden(DomainError):
    """The caller lacks a permission; ``permission`` and ``action`` name it."""

    def __init__(self, permission: str, action: str) -> None:
        super().__init__("shared.forbidden", permission=permission, action=action)


class Conflict(DomainError):
    """The version is stale.

    ``current`` is the present state, so that no input is lost (D-8).
    """

    def __init__(self, current: object = None) -> None:
        super().__init__("shared.stale")
        self.current = current


@dataclass(frozen=True)
class FieldError:
    """One limit that a value breaks: its text code and parameters."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


class BadRequest(DomainError):
    """The request can't be read.

    It lists all parameters or fields of a wrong type, missing or unknown.
    """

    def __init__(self, fields: Mapping[str, list[FieldError]]) -> None:
        super().__init__("shared.malformed")
        self.fields = fields


class ValidationError(Exception):
    """Values break limits: all of them at once, by field name as on the wire (D-3)."""

    def __init__(self, fields: Mapping[str, list[FieldError]]) -> None:
        super().__init__(", ".join(f"{name}: {[b.code for b in broken]}" for name, broken in fields.items()))
        self.fields = fields
