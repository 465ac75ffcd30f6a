"""Files on the wire."""

from contracts.shared import Wire


class Uploaded(Wire):
    """A stored upload. ``id``: its id in forms; ``url``: a temporary link."""

    id: str
    url: str


class UploadAnswer(Wire):
    """The stored file under its name."""

    file: Uploaded
