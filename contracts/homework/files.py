"""Files and recordings of homework, exams, hand-ins and messages (D-81, D-84)."""

from typing import Annotated

from contracts.shared import Form, Limit, Wire

MAX_FILES = 10
# a recording lasts at most five minutes (D-81)
MAX_VOICE_SECONDS = 300


class FileCard(Wire):
    """A stored file with a signed link; it is shown inertly or downloaded (D-81).

    ``size`` in bytes; ``mediaType``: of its first bytes, not of its name.
    """

    file_id: str
    name: str
    size: int
    media_type: str
    url: str


class VoiceCard(Wire):
    """A voice recording with a signed link (R2-188).

    Duration in seconds, size in bytes.
    """

    file_id: str
    url: str
    duration: int
    size: int


class Voice(Form):
    """An uploaded recording that a form refers to: duration in seconds."""

    file_id: str
    duration: Annotated[int, Limit(ge=1, le=MAX_VOICE_SECONDS)]


class WorkFileAnswer(Wire):
    """A stored upload of homework (D-84).

    A form names its ``fileId``, else it is deleted after a day.
    """

    file: FileCard


class VoiceAnswer(Wire):
    """A stored recording (D-84).

    A form names its ``fileId`` with the duration, else it is deleted after a day.
    """

    voice: VoiceCard
