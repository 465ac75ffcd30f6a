"""Recognises the requests of the tus server by their first bytes."""

PATH = b"/api/uploads"
_BEGINNINGS = tuple(method + b" " + PATH for method in (b"OPTIONS", b"POST", b"HEAD", b"PATCH", b"DELETE"))
_ENDS = (b"/", b"?", b" ")


def begins_upload(data: bytes) -> bool | None:
    """True for the beginning of a request of an upload; None while it is open.

    ``data`` begins with the request line. At most the 21 bytes of the longest beginning leave it open.
    """
    for beginning in _BEGINNINGS:
        if data.startswith(beginning):
            end = data[len(beginning) : len(beginning) + 1]
            return end in _ENDS if end else None
        if beginning.startswith(data):
            return None
    return False
