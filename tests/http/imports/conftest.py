"""A branch and a clerk who may import its students."""

import pytest

from tests.support.builders import Branch, a_branch, a_user_with
from tests.support.console import Console, Visitor

CLERK = {"users:students": ["create", "read", "update"], "users:private_info": ["read", "update"]}


@pytest.fixture
async def branch(fresh_console: Console) -> Branch:
    branch = a_branch("Chilonzor")
    await fresh_console.store(branch)
    return branch


@pytest.fixture
async def clerk(fresh_console: Console, branch: Branch) -> Visitor:
    return await fresh_console.sign_in(a_user_with(CLERK).of(branch))
