"""Long-term memory for AI agents that can say why: a client of the causeway service.

Causeway asks and waits, AsyncCauseway is for asyncio. Both have the same methods. What they take and
return are dictionaries with the words of the API, and typed.
"""

from ._async import AsyncCauseway
from ._error import CausewayError
from ._generated import (
    CausalPathAnswer,
    DecisionInput,
    EpisodeFilter,
    EpisodeInput,
    EventInput,
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
    "CausalPathAnswer",
    "Causeway",
    "CausewayError",
    "DecisionInput",
    "EpisodeFilter",
    "EpisodeInput",
    "EventInput",
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
