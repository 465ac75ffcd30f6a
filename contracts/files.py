"""Files on the wire."""

from contracts.shared import Wire


class Uploaded(Wire):
    """A file that was stored. ``id``: what a form names it by; ``url``: a link to it that lives a while."""

    id: str
    url: str


class UploadAnswer(Wire):
    """The stored file under its name."""

    file: Uploaded
