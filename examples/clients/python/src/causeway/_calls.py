"""The calls: which operation each sends, with which variables, and what of the answer it returns."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ._generated import (
    DOCUMENTS,
    CaptureData,
    CaptureReceipt,
    CaptureState,
    CaptureVariables,
    CausalPathAnswer,
    ContextData,
    ContextVariables,
    EpisodeFilter,
    EpisodeInput,
    ExecutionEventInput,
    ImportData,
    ImportFileInput,
    ImportVariables,
    InterventionAnswer,
    PathData,
    PathVariables,
    ProgressData,
    ProgressJob,
    ProgressVariables,
    ReachedOccurrenceConnection,
    RecallAnswer,
    RecallData,
    RecallVariables,
    Receipt,
    RecordData,
    RecordVariables,
    TaskContext,
    WhatIfData,
    WhatIfVariables,
    WhyData,
    WhyVariables,
    WriteState,
)

A = TypeVar("A")


@dataclass(frozen=True)
class Call(Generic[A]):
    """One request."""

    document: str
    variables: Mapping[str, object]
    read: Callable[[Any], A | None]
    """Takes what is returned out of the data of the answer."""
    key: str = ""
    """The idempotency key of a write."""
    repeatable: bool = True
    """Whether a repeat does no harm: a read, or a write with a key."""

    def body(self) -> dict[str, object]:
        return {"query": self.document, "variables": self.variables}


def record(project: str, episode: EpisodeInput, wait_for: WriteState, key: str | None) -> Call[Receipt]:
    key = key or str(uuid.uuid4())
    variables: RecordVariables = {"project": project, "input": episode, "waitFor": wait_for, "key": key}

    def read(data: RecordData) -> Receipt | None:
        return data["recordEpisode"] and data["recordEpisode"]["receipt"]

    return Call(DOCUMENTS["Record"], variables, read, key)


def context(
    project: str, task: str | None, error: str | None, budget: int, filter: EpisodeFilter | None
) -> Call[TaskContext]:
    variables: ContextVariables = {"project": project, "task": task, "error": error, "budget": budget, "filter": filter}

    def read(data: ContextData) -> TaskContext | None:
        return data["contextFor"]

    return Call(DOCUMENTS["Context"], variables, read)


def recall(project: str, text: str, first: int, filter: EpisodeFilter | None) -> Call[RecallAnswer]:
    variables: RecallVariables = {"project": project, "text": text, "first": first, "filter": filter}

    def read(data: RecallData) -> RecallAnswer | None:
        return data["recall"]

    return Call(DOCUMENTS["Recall"], variables, read)


def why(project: str, occurrence: str, first: int) -> Call[ReachedOccurrenceConnection]:
    variables: WhyVariables = {"project": project, "of": occurrence, "first": first}

    def read(data: WhyData) -> ReachedOccurrenceConnection | None:
        occurrence = data["occurrence"]
        return None if occurrence is None else occurrence["causes"]

    return Call(DOCUMENTS["Why"], variables, read)


def path(project: str, source: str, target: str, first: int) -> Call[CausalPathAnswer]:
    variables: PathVariables = {"project": project, "source": source, "target": target, "first": first}

    def read(data: PathData) -> CausalPathAnswer | None:
        return data["causalPath"]

    return Call(DOCUMENTS["Path"], variables, read)


def what_if(
    project: str, episode: str, decision: str, alternative: str, target: str, budget: int
) -> Call[InterventionAnswer]:
    variables: WhatIfVariables = {
        "project": project,
        "episode": episode,
        "decision": decision,
        "alternative": alternative,
        "target": target,
        "budget": budget,
    }

    def read(data: WhatIfData) -> InterventionAnswer | None:
        return data["whatIf"]

    return Call(DOCUMENTS["WhatIf"], variables, read)


def import_files(project: str, files: Sequence[ImportFileInput], key: str | None) -> Call[str]:
    key = key or str(uuid.uuid4())
    variables: ImportVariables = {"project": project, "files": list(files), "key": key}

    def read(data: ImportData) -> str | None:
        return data["importEpisodes"] and data["importEpisodes"]["job"]["id"]

    return Call(DOCUMENTS["Import"], variables, read, key)


def capture(
    project: str, events: Sequence[ExecutionEventInput], wait_for: CaptureState, key: str | None
) -> Call[list[CaptureReceipt]]:
    key = key or str(uuid.uuid4())
    variables: CaptureVariables = {"project": project, "events": list(events), "waitFor": wait_for, "key": key}

    def read(data: CaptureData) -> list[CaptureReceipt] | None:
        return data["captureEvents"] and data["captureEvents"]["receipts"]

    return Call(DOCUMENTS["Capture"], variables, read, key)


def job(id: str) -> Call[ProgressJob]:
    variables: ProgressVariables = {"job": id}

    def read(data: ProgressData) -> ProgressJob | None:
        return data["job"]

    return Call(DOCUMENTS["Progress"], variables, read)


def send(document: str, variables: Mapping[str, object] | None, repeatable: bool) -> Call[dict[str, Any]]:
    def read(data: dict[str, Any]) -> dict[str, Any]:
        return data

    return Call(document, variables or {}, read, repeatable=repeatable)
