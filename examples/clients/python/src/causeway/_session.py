"""What both clients share: where the service is, how an answer is read, and what is made again."""

from __future__ import annotations

import os
import random
from typing import TypeVar

import httpx

from ._calls import Call
from ._error import PASSING, CausewayError, error_in

A = TypeVar("A")

LONGEST_PAUSE = 30.0
"""The most seconds that are waited because the service says so."""


class Session:
    def __init__(self, project: str | None, url: str | None, token: str | None, timeout: float, attempts: int) -> None:
        url = url or os.environ.get("CAUSEWAY_URL") or "http://127.0.0.1:8484"
        project = project or os.environ.get("CAUSEWAY_PROJECT")
        token = token or os.environ.get("CAUSEWAY_TOKEN")
        if not project:
            raise ValueError("name the project: Causeway('my-project'), or set CAUSEWAY_PROJECT")
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"the address {url!r} does not begin with http:// or https://")
        if attempts < 1:
            raise ValueError("at least one attempt is needed")
        self.project = project
        self.endpoint = url.rstrip("/") + "/graphql"
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.timeout = timeout
        self.attempts = attempts

    def pause(self, call: Call[A], error: CausewayError, attempt: int) -> float | None:
        """The seconds after which the call is made again, or None: the error is to be raised."""
        if not call.repeatable or error.code not in PASSING or attempt >= self.attempts:
            return None
        pause = 0.2 * 2.0 ** (attempt - 1) * random.uniform(0.5, 1.5)
        return max(pause, min(error.after, LONGEST_PAUSE))

    def read(self, call: Call[A], response: httpx.Response) -> A:
        """Takes what is returned out of an answer, which may have come with a status other than 200."""
        try:
            answer = response.json()
        except ValueError:
            answer = None
        after = _seconds(response.headers.get("Retry-After"))
        if not isinstance(answer, dict) or not (answer.get("errors") or answer.get("data")):
            passing = response.status_code in (502, 503, 504)
            raise CausewayError(
                "UNAVAILABLE" if passing else "BAD_ANSWER",
                f"{self.endpoint} answered {response.status_code} without data",
                hint="repeat later" if passing else "is this the address of causeway?",
                key=call.key,
                after=after,
            )
        if answer.get("errors"):
            raise error_in(answer, call.key, after)
        got = call.read(answer["data"])
        if got is None:
            raise CausewayError("BAD_ANSWER", f"{self.endpoint} answered with neither data nor an error", key=call.key)
        return got

    def unreached(self, call: Call[A], error: httpx.TransportError) -> CausewayError:
        """The error for a request without an answer. One that timed out is not made again: the caller
        said how long to wait."""
        again = "repeat the call with the key of this error: it writes once" if call.key else "repeat the call"
        if isinstance(error, httpx.TimeoutException):
            message = f"{self.endpoint} gave no answer within {self.timeout:g} s"
            return CausewayError("TIMEOUT", message, hint=f"{again}, or allow more time", key=call.key)
        message = f"{self.endpoint} cannot be reached: {error}"
        return CausewayError("UNAVAILABLE", message, hint=f"is causeway up? Then {again}", key=call.key)


def _seconds(header: str | None) -> float:
    return float(header) if header and header.isdecimal() else 0.0
