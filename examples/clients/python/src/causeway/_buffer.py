"""Captures execution events in the loop of an agent without making it wait."""

from __future__ import annotations

import atexit
import io
import json
import os
import threading
import time
import uuid
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from types import TracebackType
from typing import Any, Self

import httpx

from . import _calls
from ._error import CausewayError
from ._generated import ExecutionEventType
from ._session import Session

REFUSALS = frozenset(
    {
        "INVALID_INPUT",
        "DUPLICATE_ID",
        "TOO_LARGE",
        "CONFLICT",
        "BODY_LIMIT_EXCEEDED",
        "GRAPHQL_VALIDATION_FAILED",
        "BAD_REQUEST",
    }
)
"""The codes of answers that will not be others the next time: the call, or one of its events, is wrong."""

LONGEST_PAUSE = 5.0
"""The longest pause between two attempts, in seconds."""

ASIDE = 0.001
"""How many seconds the thread steps aside before the work of sending. A capture that waited for what they share goes on in them; without,
it would wait for the interpreter's lock as well, until the request is on its way."""

COMPACT_BYTES = 1 << 20
"""How much of the spool file may be sent already before it is written anew."""


@dataclass(frozen=True)
class Counts:
    """What became of the events: captured = sent + lost + waiting."""

    captured: int
    sent: int
    """Acknowledged by the service."""
    lost: int
    waiting: int
    last_error: str
    """Why something was lost or could not be sent yet; empty if nothing went wrong."""


class EventBuffer:
    """Gathers execution events and sends them from a thread of its own.

    capture returns at once and never raises. What gathered is sent at size events or after every seconds, and at
    close. While the service cannot take them, up to most events wait; more are counted as lost. What an earlier
    buffer left in the spool file does not count among them. With a spool file a crash of the agent loses nothing
    that capture had returned for: the next buffer on the file sends it, and what was sent already is there once,
    because events have ids. One buffer at a time uses a file. In a process that is forked a buffer begins empty,
    without the file, and sends by a thread of its own."""

    _waiting: list[bytes]
    _spool: _Spool | None
    _thread: threading.Thread | None

    def __init__(
        self,
        project: str | None = None,
        *,
        url: str | None = None,
        token: str | None = None,
        size: int = 50,
        every: float = 0.25,
        most: int = 2000,
        spool: str | os.PathLike[str] | None = None,
        timeout: float = 30.0,
    ) -> None:
        self._session = Session(project, url, token, timeout, 1)
        self._http = self._client()
        self._size, self._every, self._most = size, every, most
        self._closed = self._given_up = False
        self._process = os.getpid()
        self._empty()
        if spool is not None:
            self._spool = _Spool(os.fspath(spool))
            self._waiting = self._spool.read()
            self._captured = self._left = len(self._waiting)
        self._start()
        _buffers.add(self)
        atexit.register(self.close)

    def _empty(self) -> None:
        self._changed = threading.Condition()
        self._waiting = []
        self._left = 0  # how many of the first that wait were left by an earlier buffer
        self._captured = self._sent = self._lost = 0
        self._last_error = ""
        self._spool = None
        self._thread = None

    def _client(self) -> httpx.Client:
        return httpx.Client(headers=self._session.headers, timeout=self._session.timeout)

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="causeway-events", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def capture(
        self,
        workflow: str,
        type: ExecutionEventType,
        data: Mapping[str, object] | None = None,
        *,
        task: str | None = None,
        at: datetime | None = None,
        id: str | None = None,
    ) -> None:
        """Takes an event and returns at once. It never raises: what cannot be kept is counted as lost. Without at it
        happened now, without id it gets one."""
        line, problem = b"", ""
        try:
            line = _line(workflow, type, data, task, at, id)
        except Exception as error:
            problem = f"an event cannot be encoded: {error!r}"
        with self._changed:
            self._captured += 1
            if not problem and self._closed:
                problem = "the buffer is closed"
            if not problem and len(self._waiting) - self._left >= self._most:
                problem = f"{len(self._waiting)} events wait already: the service does not take them fast enough"
            if problem:
                self._lost += 1
                self._last_error = problem
                return
            if self._spool is not None:
                try:
                    self._spool.add(line)
                except OSError as error:
                    self._last_error = f"the spool file: {error}"  # it is sent all the same
            self._waiting.append(line)
            if self._thread is None:
                self._start()
            if len(self._waiting) == self._size:
                self._changed.notify()

    def counts(self) -> Counts:
        """What became of the events until now."""
        with self._changed:
            return self._counts()

    def close(self, timeout: float = 5.0) -> Counts:
        """Sends what waits, for as long as timeout seconds, and ends the buffer. What is not sent by then stays in
        the spool file, or is lost without one."""
        with self._changed:
            self._closed = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join(timeout)
        with self._changed:
            self._given_up = True
            if self._spool is None:
                self._lost += len(self._waiting)
                self._waiting = []
            else:
                self._spool.close()
            counts = self._counts()
        atexit.unregister(self.close)
        if thread is not None and not thread.is_alive():
            self._http.close()
        return counts

    def _counts(self) -> Counts:
        return Counts(self._captured, self._sent, self._lost, len(self._waiting), self._last_error)

    def _run(self) -> None:
        if self._process != os.getpid():  # connections of the process that this one was forked from are not to be used
            self._http, self._process = self._client(), os.getpid()
        pause = self._every
        while True:
            with self._changed:
                if not self._closed and len(self._waiting) < self._size or pause > self._every:
                    self._changed.wait(pause)
                if self._given_up or self._closed and not self._waiting:
                    return
                batch = self._waiting[: self._size]
            if not batch:
                continue
            time.sleep(ASIDE)
            sent, lost, problem = self._send_all(batch)
            with self._changed:
                if self._given_up:
                    return
                self._settle(sent, lost, problem)
            stuck = problem is not None and sent + lost < len(batch)
            pause = min(max(2 * pause, problem.after), LONGEST_PAUSE) if stuck and problem else self._every

    def _settle(self, sent: int, lost: int, problem: CausewayError | None) -> None:
        self._sent += sent
        self._lost += lost
        if problem is not None:
            self._last_error = str(problem)
        del self._waiting[: sent + lost]
        self._left = max(0, self._left - sent - lost)
        if self._spool is not None and sent + lost > 0:
            try:
                self._spool.forget(sent + lost, self._waiting)
            except OSError as error:
                self._last_error = f"the spool file: {error}"

    def _send_all(self, batch: list[bytes]) -> tuple[int, int, CausewayError | None]:
        """Sends events in order. If the service refuses some for good, it finds them by halves, and they count as lost. It
        returns how many of the first were sent and how many were lost among them, and the last error."""
        problem = self._send(batch)
        if problem is None:
            return len(batch), 0, None
        if problem.code not in REFUSALS:
            return 0, 0, problem
        if len(batch) == 1:
            return 0, 1, problem
        half = len(batch) // 2
        sent, lost, problem = self._send_all(batch[:half])
        if sent + lost < half:
            return sent, lost, problem
        more, gone, later = self._send_all(batch[half:])
        return sent + more, lost + gone, later or problem

    def _send(self, batch: list[bytes]) -> CausewayError | None:
        call = _calls.capture(self._session.project, [], "JOURNALED", None)
        variables = {"project": self._session.project, "key": call.key, "events": []}
        head = json.dumps({"query": call.document, "variables": variables})
        body = head[:-3].encode() + b",".join(batch) + b"]}}"
        try:
            response = self._http.post(
                self._session.endpoint, content=body, headers={"Content-Type": "application/json"}
            )
            self._session.read(call, response)
        except CausewayError as error:
            return error
        except httpx.TransportError as error:
            return self._session.unreached(call, error)
        except Exception as error:  # whatever it is, the agent goes on
            return CausewayError("BAD_ANSWER", repr(error))
        return None


def _line(
    workflow: str,
    type: ExecutionEventType,
    data: Mapping[str, object] | None,
    task: str | None,
    at: datetime | None,
    id: str | None,
) -> bytes:
    """An event in the form in which it is sent, so that the caller may change its data afterwards."""
    when = at.astimezone(timezone.utc) if at is not None else datetime.now(timezone.utc)
    event: dict[str, Any] = {
        "id": id or str(uuid.uuid4()),
        "workflowId": workflow,
        "type": type,
        "at": when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "data": dict(data) if data is not None else {},
    }
    if task is not None:
        event["taskId"] = task
    return json.dumps(event, allow_nan=False).encode()


_buffers: weakref.WeakSet[EventBuffer] = weakref.WeakSet()


def _forked() -> None:
    """Lets buffers begin anew in a forked process: their threads are not there, and what waits is for the other process to send."""
    for buffer in list(_buffers):
        buffer._empty()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class _Spool:
    """A file of events that are not known to be sent, one a line. It outlives the process, not a loss of power."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file = self._opened(path)
        self._sizes: list[int] = []
        self._sent = 0
        self._torn = False

    @staticmethod
    def _opened(path: str) -> io.FileIO:
        file = open(path, "ab", buffering=0, opener=_private)
        try:
            _lock(file)
            if not os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                raise OSError("it was replaced")
        except OSError as error:
            file.close()
            raise ValueError(f"another buffer uses {path}: {error}") from error
        return file

    def read(self) -> list[bytes]:
        """What an earlier process left. A line that was cut off is dropped: capture had not returned for it."""
        with open(self._path, "rb") as file:
            lines = file.read().split(b"\n")[:-1]
        waiting = [line for line in lines if _is_event(line)]
        self._rewrite(waiting)
        return waiting

    def add(self, line: bytes) -> None:
        content = (b"\n" if self._torn else b"") + line + b"\n"
        self._torn = True
        self._sizes.append(len(content))
        self._torn = self._file.write(content) != len(content)

    def forget(self, n: int, rest: list[bytes]) -> None:
        """Drops the first n events, which are sent; rest are the others."""
        self._sent += sum(self._sizes[:n])
        del self._sizes[:n]
        if not rest or self._sent >= COMPACT_BYTES:
            self._rewrite(rest)

    def _rewrite(self, rest: list[bytes]) -> None:
        """Leaves only what is not sent, by another file that takes the place of this one."""
        self._sizes, self._sent, self._torn = [len(line) + 1 for line in rest], 0, False
        if not rest:
            self._file.truncate(0)
            return
        fresh = self._path + ".new"
        with open(fresh, "wb", opener=_private) as made:
            made.write(b"".join(line + b"\n" for line in rest))
        file = open(fresh, "ab", buffering=0)
        _lock(file)
        os.replace(fresh, self._path)
        old, self._file = self._file, file
        old.close()

    def close(self) -> None:
        self._file.close()


def _private(name: str, flags: int) -> int:
    """Opens a file that nobody else may read."""
    return os.open(name, flags, 0o600)


def _lock(file: io.FileIO) -> None:
    """Keeps others from a file, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_event(line: bytes) -> bool:
    try:
        event = json.loads(line)
    except ValueError:
        return False
    return isinstance(event, dict) and isinstance(event.get("id"), str)
