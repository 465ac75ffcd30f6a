"""The error of a job reaches a screen in words, never as the log has it."""

import ast
import re

import pytest
import sqlalchemy.exc

from application.jobs.failures import failure_text
from application.settings.connection_test import REASONS
from contracts.texts import LANGUAGES
from domain.jobs.job import CRASHED, DROPPED
from tests.architecture.sources import sources

# a class name or the text of an error as the log has it: words joined by capitals, or one with a colon
TECHNICAL = re.compile(r"\b[A-Z][a-z]+[A-Z]\w*|\b\w*(?:Error|Exception)\b")
OWN_ERRORS = sorted(
    node.name
    for source in sources()
    for node in ast.walk(source.tree)
    if isinstance(node, ast.ClassDef) and re.search(r"Error|Exception", " ".join(map(ast.unparse, node.bases)))
)
FOREIGN = [error.__name__ for error in (KeyError, OSError, TimeoutError, sqlalchemy.exc.OperationalError)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_class_of_an_error_reaches_a_screen(language: str) -> None:
    """Every exception of the console, and some of its libraries."""
    assert {"SmsUnavailable", "SchoolUnavailable", "DomainError"} <= {*OWN_ERRORS}
    for name in (*OWN_ERRORS, *FOREIGN):
        for error in (f"{name}: the provider was away", f"{name}: {name}", f"{name}: unreachable: school", name):
            shown = failure_text(error, language)
            assert shown, error
            assert not TECHNICAL.search(shown), shown
            assert name not in shown


@pytest.mark.parametrize("reason", REASONS)
def test_an_unsent_message_says_why_its_provider_failed(reason: str) -> None:
    """Each reason has its text, in the reader's language."""
    shown = [str(failure_text(f"SmsUnavailable: {reason}", language)) for language in LANGUAGES]
    assert len({*shown}) == len(LANGUAGES)
    assert shown[0].startswith("SMS xizmati: ")
    assert reason not in shown[0].split()


def test_the_known_ends_of_a_job_have_words_of_their_own() -> None:
    """Without an error there are none."""
    assert failure_text(None, "en") is None
    assert (
        failure_text("SchoolUnavailable: slow: no answer in 30 s", "en") == "The school system did not answer in time"
    )
    assert failure_text(DROPPED, "en") == "Dropped when the console went live"
    assert failure_text(CRASHED, "uz") == "Bajarish paytida server jarayoni bir necha marta to'xtab qoldi"
    assert failure_text("OperationalError: (asyncpg) away", "en") == "The database did not answer"
    assert failure_text("KeyError: 'report'", "en") == "Unexpected error. Details are in the server log"


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        ("failed: unreachable: connection refused", "Synchronisation No. 5: The school system can't be reached"),
        ("aborted: change_threshold: {}", "Synchronisation No. 5: stopped, see its report"),
        ("failed: unexpected: ZeroDivisionError", "Synchronisation No. 5: Something went wrong"),
    ],
)
def test_the_job_of_a_synchronisation_names_its_run(error: str, shown: str) -> None:
    """A stop needs numbers, which the run's page has."""
    assert failure_text(f"synchronisation run 5 {error}", "en") == shown
