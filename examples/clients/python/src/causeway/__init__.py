"""Long-term memory for AI agents that can say why: a client of the causeway service.

Causeway asks and waits, AsyncCauseway is for asyncio. Both have the same methods. What they take and
return are dictionaries with the words of the API, and typed. EventBuffer captures execution events without making
the loop of an agent wait.
"""

from ._async import AsyncCauseway
from ._buffer import Counts, EventBuffer
from ._error import CausewayError
from ._generated import (
    CaptureReceipt,
    CaptureState,
    CausalPathAnswer,
    DecisionInput,
    EpisodeFilter,
    EpisodeInput,
    EventInput,
    ExecutionEventInput,
    ExecutionEventType,
    ImportFileInput,
    InterventionAnswer,
    LinkInput,
    ProgressJob,
    ReachedOccurrenceConnection,
    RecallAnswer,
    Receipt,
    TaskContext,
    WriteState,
)
from ._sync import Causeway

__all__ = [
    "AsyncCauseway",
    "CaptureReceipt",
    "CaptureState",
    "CausalPathAnswer",
    "Causeway",
    "CausewayError",
    "Counts",
    "DecisionInput",
    "EpisodeFilter",
    "EpisodeInput",
    "EventBuffer",
    "EventInput",
    "ExecutionEventInput",
    "ExecutionEventType",
    "ImportFileInput",
    "InterventionAnswer",
    "LinkInput",
    "ProgressJob",
    "ReachedOccurrenceConnection",
    "RecallAnswer",
    "Receipt",
    "TaskContext",
    "WriteState",
]
