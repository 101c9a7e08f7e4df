"""What goes wrong, and which of it may be tried again."""

from __future__ import annotations

from typing import Any

PASSING = frozenset({"UNAVAILABLE", "CONFLICT", "CONCURRENCY_LIMIT_EXCEEDED", "JOB_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED"})
"""The codes with which a call may be made again as it is."""


class CausewayError(Exception):
    """What the service answered instead of data, or why there is no answer. Programs decide by the code."""

    def __init__(
        self, code: str, message: str, *, field: str = "", hint: str = "", request_id: str = "", key: str = "", after: float = 0.0
    ) -> None:
        super().__init__(f"{message} ({code})" + (f": {hint}" if hint else ""))
        self.code = code
        """One of the codes of docs/errors.md; BAD_ANSWER for what is no answer of causeway."""
        self.message = message
        """For people; it may change."""
        self.field = field
        """For bad input the place, like input.events[3].at."""
        self.hint = hint
        """What to do."""
        self.request_id = request_id
        """The id under which the log of the service has the cause."""
        self.key = key
        """The idempotency key of a write. It may have been done: a repeat with this key writes once."""
        self.after = after
        """The seconds to wait before a repeat, when the service said so."""


def error_in(answer: dict[str, Any], key: str, after: float) -> CausewayError:
    """The first error of an answer."""
    first = answer["errors"][0]
    more = first.get("extensions") or {}
    return CausewayError(
        more.get("code", ""),
        first.get("message", ""),
        field=more.get("field", ""),
        hint=more.get("hint", ""),
        request_id=more.get("requestId", ""),
        key=key,
        after=max(after, float(more.get("retryAfter") or 0.0)),
    )
