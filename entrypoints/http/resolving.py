"""How what routes are given is made: one thing after another.

Litestar makes what doesn't depend on each other at once, in a group of tasks for each step. Of ours only the caller
waits for anything, so the tasks win nothing and cost a sixth of a request's processor time (docs/performance.md).
"""

from typing import Any

from litestar._kwargs.cleanup import DependencyCleanupGroup
from litestar._kwargs.dependencies import resolve_dependency
from litestar._kwargs.kwargs_model import KwargsModel
from litestar.connection import ASGIConnection


async def _one_after_another(
    model: KwargsModel, connection: ASGIConnection[Any, Any, Any, Any], kwargs: dict[str, Any]
) -> DependencyCleanupGroup:
    made = DependencyCleanupGroup()
    for step in model.dependency_batches:
        for dependency in step:
            await resolve_dependency(dependency, connection, kwargs, made)
    return made


def resolve_one_after_another() -> None:
    """From now on, for every application of this process."""
    KwargsModel.resolve_dependencies = _one_after_another  # type: ignore[assignment, method-assign]
