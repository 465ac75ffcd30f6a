"""Logs as JSON lines with the request id; always one line per message (ASVS-57)."""

import logging
import re
import sys
from datetime import UTC, datetime

import msgspec

from entrypoints.request_id import current_request_id
from entrypoints.safe_output import safe_json

# the detail that PostgreSQL adds to an error: the key or the whole row
_VALUES = re.compile(r"\nDETAIL:.*?(?=\nHINT:|\n\[SQL:|\n\n|\Z)", re.DOTALL)
_EXTRAS = ("log_type", "user_id", "job_id", "run_id")


class JsonLines(logging.Formatter):
    """A record as one JSON object."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": self._process,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := current_request_id():
            line["requestId"] = request_id
        line |= {name: getattr(record, name) for name in _EXTRAS if hasattr(record, name)}
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["error"] = _VALUES.sub("", self.formatException(record.exc_info))
        return safe_json(msgspec.json.encode(line, enc_hook=str).decode())


def configure_logs(process: str) -> None:
    """Sends every log of this process to standard error as JSON lines."""
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(JsonLines(process))
    logging.basicConfig(level=logging.INFO, handlers=[out], force=True)
    logging.getLogger("uvicorn.access").disabled = True
