"""The client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from . import _calls
from ._calls import Call
from ._error import CausewayError
from ._generated import (
    CaptureReceipt,
    CaptureState,
    CausalPathAnswer,
    EpisodeFilter,
    EpisodeInput,
    ExecutionEventInput,
    ImportFileInput,
    InterventionAnswer,
    ProgressJob,
    ReachedOccurrenceConnection,
    RecallAnswer,
    Receipt,
    TaskContext,
    WriteState,
)
from ._session import Session

A = TypeVar("A")


class AsyncCauseway:
    """One project of a causeway service, for asyncio.

    url, project and token default to CAUSEWAY_URL (else http://127.0.0.1:8484), CAUSEWAY_PROJECT and
    CAUSEWAY_TOKEN. timeout is how many seconds the service may stay silent. While it is busy or cannot be
    reached, a call is made up to attempts times, after 0.2 s, then twice as long each time, give or take
    a half; writes too, as each carries an idempotency key."""

    def __init__(
        self,
        project: str | None = None,
        *,
        url: str | None = None,
        token: str | None = None,
        timeout: float = 60.0,
        attempts: int = 5,
    ) -> None:
        self._session = Session(project, url, token, timeout, attempts)
        self._http = httpx.AsyncClient(headers=self._session.headers, timeout=timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def record(
        self, episode: EpisodeInput, *, wait_for: WriteState = "INDEXED", key: str | None = None
    ) -> Receipt:
        """Records a whole episode. The same content again changes nothing; other content under its id adds
        a revision. The key is made when none is given, so a repeat after an error writes once."""
        return await self._made(_calls.record(self._session.project, episode, wait_for, key))

    async def context(
        self,
        task: str | None = None,
        *,
        error: str | None = None,
        budget: int = 2000,
        filter: EpisodeFilter | None = None,
    ) -> TaskContext:
        """What to read before a task, or after an error: text for a prompt, within a budget of tokens."""
        return await self._made(_calls.context(self._session.project, task, error, budget, filter))

    async def recall(self, text: str, *, first: int = 10, filter: EpisodeFilter | None = None) -> RecallAnswer:
        """The episodes that answer a question in any words, with the part that matches."""
        return await self._made(_calls.recall(self._session.project, text, first, filter))

    async def why(self, occurrence: str, *, first: int = 20) -> ReachedOccurrenceConnection:
        """Everything that led to an occurrence, nearest first. Its key is the episode's with the id of a
        decision or event, like monday/d001, or with outcome: monday/outcome."""
        return await self._made(_calls.why(self._session.project, occurrence, first))

    async def path(self, source: str, target: str, *, first: int = 20) -> CausalPathAnswer:
        """How one occurrence led to another: the paths of links, each with its relation and basis. The ends are
        keys, or parts of labels."""
        return await self._made(_calls.path(self._session.project, source, target, first))

    async def what_if(
        self, episode: str, decision: str, alternative: str, *, target: str = "outcome=failure", budget: int = 1000
    ) -> InterventionAnswer:
        """What another option of a decision would have led to. The status says when the evidence is too thin."""
        return await self._made(
            _calls.what_if(self._session.project, episode, decision, alternative, target, budget)
        )

    async def import_files(self, files: Sequence[ImportFileInput], *, key: str | None = None) -> str:
        """Has files of episodes imported and returns the id of the job, which goes on by itself."""
        return await self._made(_calls.import_files(self._session.project, files, key))

    async def capture_events(
        self, events: Sequence[ExecutionEventInput], *, wait_for: CaptureState = "JOURNALED", key: str | None = None
    ) -> list[CaptureReceipt]:
        """Captures execution events, all or none: on disk when it returns, found after that. A loop that must not wait
        has an EventBuffer instead."""
        return await self._made(_calls.capture(self._session.project, events, wait_for, key))

    async def job(self, id: str) -> ProgressJob:
        """How far a job is, and its report."""
        return await self._made(_calls.job(id))

    async def send(
        self, document: str, variables: Mapping[str, object] | None = None, *, repeatable: bool = False
    ) -> dict[str, Any]:
        """Sends any GraphQL document and returns its data. It is made again only when a repeat does no harm."""
        return await self._made(_calls.send(document, variables, repeatable))

    async def _made(self, call: Call[A]) -> A:
        attempt = 1
        while True:
            try:
                return await self._once(call)
            except CausewayError as error:
                pause = self._session.pause(call, error, attempt)
                if pause is None:
                    raise
            await asyncio.sleep(pause)
            attempt += 1

    async def _once(self, call: Call[A]) -> A:
        try:
            response = await self._http.post(self._session.endpoint, json=call.body())
        except httpx.TransportError as error:
            raise self._session.unreached(call, error) from error
        return self._session.read(call, response)
