"""What ../../../operations.graphql sends and gets. `make generate` writes it from the schema."""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypedDict

Basis = Literal["STATED", "EXTRACTED", "TEMPORAL", "MEASURED"]
""""""

CaptureState = Literal["JOURNALED", "APPLIED", "INDEXED", "FAILED"]
""""""

Change = Literal["CREATED", "REVISED", "UNCHANGED", "RESTORED"]
""""""

ChunkPart = Literal["HEAD", "DECISION", "EVENTS"]
""""""

DecisionType = Literal["DESIGN", "IMPLEMENTATION", "TEST", "RECOVERY", "ROUTING", "OTHER", "UNKNOWN"]
""""""

EventType = Literal["TOOL_CALL", "ERROR", "MILESTONE", "HANDOFF", "COMMIT", "TEST", "OTHER", "UNKNOWN"]
""""""

ExecutionEventType = Literal["WORKFLOW_START", "WORKFLOW_COMPLETE", "SPECULATION_START", "SPECULATION_RESULT", "TASK_COMPLETE", "AIL_DECISION", "HIL_DECISION", "OTHER"]
""""""

ImportStatus = Literal["CREATED", "REVISED", "UNCHANGED", "RESTORED", "REFUSED", "NOT_WRITTEN"]
""""""

InferenceStatus = Literal["OK", "INSUFFICIENT_EVIDENCE", "NOT_IDENTIFIED", "NO_CAUSAL_PATH", "ONLY_TEMPORAL", "CYCLIC", "TRUNCATED", "MODEL_MISMATCH", "UNKNOWN_END"]
""""""

JobState = Literal["RUNNING", "SUCCEEDED", "FAILED", "CANCELLED", "INTERRUPTED"]
""""""

OccurrenceKind = Literal["DECISION", "EVENT", "OUTCOME"]
""""""

Outcome = Literal["SUCCESS", "PARTIAL", "FAILURE", "UNKNOWN"]
"""How it ended, as reported."""

PathStatus = Literal["FOUND", "NO_PATH", "AMBIGUOUS", "UNKNOWN_END", "TRUNCATED"]
""""""

ReferenceKind = Literal["COMMIT", "PULL_REQUEST", "ISSUE", "FILE"]
""""""

Relation = Literal["CAUSES", "ENABLES", "PREVENTS", "CORRELATES"]
""""""

WriteState = Literal["APPLIED", "INDEXED", "EMBEDDED"]
""""""


class DecisionInput(TypedDict):
    """"""

    id: str
    """Like d001, unique in the episode."""
    at: NotRequired[str | None]
    actor: NotRequired[str | None]
    type: NotRequired[DecisionType]
    reportedType: NotRequired[str | None]
    """The writer's word for OTHER."""
    context: NotRequired[str | None]
    options: NotRequired[list[str] | None]
    chosen: NotRequired[str | None]
    rationale: NotRequired[str | None]
    outcome: NotRequired[Outcome]
    reportedOutcome: NotRequired[str | None]
    factor: NotRequired[str | None]
    """The writer's name for what it shares with others."""
    factors: NotRequired[list[str] | None]
    """More of them, variable=state."""
    effects: NotRequired[list[str] | None]
    """Short ids, or keys in other episodes."""


class EpisodeFilter(TypedDict):
    """"""

    outcomes: NotRequired[list[Outcome] | None]
    domain: NotRequired[str | None]
    taskType: NotRequired[str | None]
    complexity: NotRequired[str | None]
    session: NotRequired[str | None]
    tags: NotRequired[list[str] | None]
    tools: NotRequired[list[str] | None]
    strategies: NotRequired[list[str] | None]
    task: NotRequired[str | None]
    """A part, in any case."""
    decisionTypes: NotRequired[list[DecisionType] | None]
    """At least one; similarDecisions finds no others."""
    references: NotRequired[list[ReferenceInput] | None]
    """At least one, anywhere in it."""
    actors: NotRequired[list[str] | None]
    failed: NotRequired[bool]
    """A failure, a partial outcome, a failed decision or an error."""
    since: NotRequired[str | None]
    """Begun then or later; unknown times match no bound."""
    until: NotRequired[str | None]
    """Begun before then."""


class EpisodeInput(TypedDict):
    """"""

    id: str
    """1 to 200 characters without slash or space."""
    session: NotRequired[str | None]
    startedAt: NotRequired[str | None]
    outcome: NotRequired[Outcome]
    reportedOutcome: NotRequired[str | None]
    """The writer's word when it is another."""
    task: str
    """What was to be done."""
    context: NotRequired[list[VariableStateInput] | None]
    """Known before any decision, each variable once."""
    domain: NotRequired[str | None]
    taskType: NotRequired[str | None]
    complexity: NotRequired[str | None]
    tools: NotRequired[list[str] | None]
    strategies: NotRequired[list[str] | None]
    tags: NotRequired[list[str] | None]
    goals: NotRequired[list[str] | None]
    constraints: NotRequired[list[str] | None]
    insights: NotRequired[list[str] | None]
    lessons: NotRequired[list[str] | None]
    notes: NotRequired[list[str] | None]
    extra: NotRequired[str | None]
    """JSON of what has no other place; not searched or counted."""
    decisions: NotRequired[list[DecisionInput] | None]
    events: NotRequired[list[EventInput] | None]
    links: NotRequired[list[LinkInput] | None]
    """Inside it, or to other episodes."""
    metrics: NotRequired[MetricsInput | None]
    causalOrderVersion: NotRequired[int]
    """The rule that derived links from time; 0 when stated."""


class EventInput(TypedDict):
    """"""

    id: str
    """Like e001, unique in the episode."""
    at: NotRequired[str | None]
    actor: NotRequired[str | None]
    type: NotRequired[EventType]
    reportedType: NotRequired[str | None]
    content: str
    factor: NotRequired[str | None]
    factors: NotRequired[list[str] | None]
    causedBy: NotRequired[list[str] | None]
    leadsTo: NotRequired[list[str] | None]


class ExecutionEventInput(TypedDict):
    """"""

    id: NotRequired[str | None]
    """A UUID; made if it is missing."""
    workflowId: str
    """1 to 190 characters, no space, no slash."""
    type: ExecutionEventType
    taskId: NotRequired[str | None]
    at: str
    data: object
    """An object: context, prediction, result and decision have a form, docs/capture.md; other names are kept."""


class ImportFileInput(TypedDict):
    """"""

    name: str
    content: str


class LinkInput(TypedDict):
    """"""

    source: str
    """A short id, outcome, or a key in another episode."""
    relation: Relation
    target: str
    basis: NotRequired[Basis]
    confidence: NotRequired[float | None]
    note: NotRequired[str | None]


class MetricsInput(TypedDict):
    """"""

    durationMinutes: NotRequired[float | None]
    toolCalls: NotRequired[int | None]
    errors: NotRequired[int | None]
    recoveries: NotRequired[int | None]
    commits: NotRequired[int | None]
    filesChanged: NotRequired[int | None]


class ReferenceInput(TypedDict):
    """"""

    kind: ReferenceKind
    key: str
    """For a commit 7 digits or more."""


class VariableStateInput(TypedDict):
    """"""

    variable: str
    state: str


class RecordVariables(TypedDict):
    """The variables of Record."""

    project: str
    input: EpisodeInput
    waitFor: NotRequired[WriteState]
    key: str


class ContextVariables(TypedDict):
    """The variables of Context."""

    project: str
    task: NotRequired[str | None]
    error: NotRequired[str | None]
    budget: NotRequired[int]
    filter: NotRequired[EpisodeFilter | None]


class RecallVariables(TypedDict):
    """The variables of Recall."""

    project: str
    text: str
    first: NotRequired[int]
    filter: NotRequired[EpisodeFilter | None]


class WhyVariables(TypedDict):
    """The variables of Why."""

    project: str
    of: str
    first: NotRequired[int]


class PathVariables(TypedDict):
    """The variables of Path."""

    project: str
    source: str
    target: str
    first: NotRequired[int]


class WhatIfVariables(TypedDict):
    """The variables of WhatIf."""

    project: str
    episode: str
    decision: str
    alternative: str
    target: NotRequired[str]
    budget: NotRequired[int]


class ImportVariables(TypedDict):
    """The variables of Import."""

    project: str
    files: list[ImportFileInput]
    key: str


class CaptureVariables(TypedDict):
    """The variables of Capture."""

    project: str
    events: list[ExecutionEventInput]
    waitFor: NotRequired[CaptureState]
    key: str


class ProgressVariables(TypedDict):
    """The variables of Progress."""

    job: str


class Receipt(TypedDict):
    """"""

    episodeKey: str
    revision: int
    change: Change
    state: WriteState
    """APPLIED or more, which is durable."""
    pendingLinks: list[str]
    """Ends not recorded yet; drawn when they come."""


class EpisodePayload(TypedDict):
    """"""

    receipt: Receipt


class TaskContext(TypedDict):
    """"""

    text: str
    """Ready for a prompt, each line with its key."""
    tokens: int
    """By cl100k; an estimate for other models."""
    budget: int
    truncated: bool
    degraded: bool
    note: str | None
    """Why none is like the task, or which time it names."""


class Episode(TypedDict):
    """One finished piece of work; other content under its key adds a revision."""

    key: str
    """The writer's id."""
    startedAt: str | None
    task: str
    outcome: Outcome
    lessons: list[str]


class RecallHit(TypedDict):
    """"""

    score: float
    """For the order only."""
    part: ChunkPart
    words: list[str]
    text: str
    episode: Episode


class RecallAnswer(TypedDict):
    """"""

    degraded: bool
    note: str | None
    hits: list[RecallHit]


class Occurrence(TypedDict):
    """What an episode is made of."""

    key: str
    """Episode key/short id."""
    kind: OccurrenceKind
    label: str
    """One line that names it."""
    at: str | None
    outcome: Outcome
    """UNKNOWN for events."""


class ReachedOccurrenceEdge(TypedDict):
    """"""

    depth: int
    """Links between, the fewest."""
    terminal: bool
    """A root cause or final effect."""
    node: Occurrence


class ReachedOccurrenceConnection(TypedDict):
    """"""

    totalCount: int
    edges: list[ReachedOccurrenceEdge]


class WhyOccurrence(TypedDict):
    """What an episode is made of."""

    causes: ReachedOccurrenceConnection | None
    """What leads to it, directly or not, nearest first."""


class PathOccurrence(TypedDict):
    """What an episode is made of."""

    key: str
    """Episode key/short id."""
    label: str
    """One line that names it."""


class Link(TypedDict):
    """A directed claim between two occurrences."""

    relation: Relation
    basis: Basis


class Hop(TypedDict):
    """"""

    source: PathOccurrence
    link: Link
    target: PathOccurrence


class CausalPath(TypedDict):
    """"""

    length: int
    hops: list[Hop]


class CausalPathAnswer(TypedDict):
    """"""

    status: PathStatus
    paths: list[CausalPath]
    """By length, then keys."""


class FactorName(TypedDict):
    """A variable in a state, present or not."""

    label: str


class ProbabilityEstimate(TypedDict):
    """A probability by one method."""

    value: float
    low: float
    high: float
    n: int
    method: str


class Estimate(TypedDict):
    """A number with its bounds, of 95 % where nothing else is said."""

    value: float
    low: float
    high: float


class Contrast(TypedDict):
    """"""

    difference: Estimate


class InterventionAnswer(TypedDict):
    """What an intervention leads to; only with OK a conclusion."""

    status: InferenceStatus
    reason: str | None
    explain: str
    do: list[FactorName]
    chosen: FactorName | None
    """By the episode."""
    model: ProbabilityEstimate | None
    """P(target | do) by the g-formula."""
    contrast: Contrast | None


class Job(TypedDict):
    """Work that outlives its request, kept for a week."""

    id: str


class JobPayload(TypedDict):
    """"""

    job: Job
    """Ended, unless not waited for."""


class CaptureReceipt(TypedDict):
    """"""

    eventId: str
    state: CaptureState
    unchanged: bool
    """Whether an earlier call brought it."""
    reason: str | None


class CaptureEventsPayload(TypedDict):
    """"""

    receipts: list[CaptureReceipt]


class JobError(TypedDict):
    """"""

    code: str
    message: str


class ImportProblem(TypedDict):
    """"""

    path: str
    """Empty for the whole file."""
    message: str


class FileReport(TypedDict):
    """"""

    name: str
    status: ImportStatus
    problems: list[ImportProblem]


class ImportReport(TypedDict):
    """"""

    created: int
    revised: int
    unchanged: int
    refused: int
    reports: list[FileReport]


class ProgressJob(TypedDict):
    """Work that outlives its request, kept for a week."""

    state: JobState
    done: int
    total: int
    error: JobError | None
    report: ImportReport | None


class RecordData(TypedDict):
    """The data of the answer to Record."""

    recordEpisode: EpisodePayload | None
    """Records an episode; the same content changes nothing, other content is a revision."""


class ContextData(TypedDict):
    """The data of the answer to Context."""

    contextFor: TaskContext | None
    """What to read before a task or after an error, within a budget: patterns, options, like episodes, recent failures."""


class RecallData(TypedDict):
    """The data of the answer to Recall."""

    recall: RecallAnswer | None
    """Was this here before? Episodes for a question, or like one."""


class WhyData(TypedDict):
    """The data of the answer to Why."""

    occurrence: WhyOccurrence | None
    """One occurrence by its key."""


class PathData(TypedDict):
    """The data of the answer to Path."""

    causalPath: CausalPathAnswer | None
    """How one occurrence leads to another, with evidence."""


class WhatIfData(TypedDict):
    """The data of the answer to WhatIf."""

    whatIf: InterventionAnswer | None
    """What another option would lead to, given what was known before."""


class ImportData(TypedDict):
    """The data of the answer to Import."""

    importEpisodes: JobPayload | None
    """Imports files leniently; again, it changes nothing."""


class CaptureData(TypedDict):
    """The data of the answer to Capture."""

    captureEvents: CaptureEventsPayload | None
    """Takes in events of running workflows, all or none; again, it changes nothing."""


class ProgressData(TypedDict):
    """The data of the answer to Progress."""

    job: ProgressJob | None
    """One job by its global id."""


DOCUMENTS: Final[dict[str, str]] = {
    "Record": """mutation Record($project: String!, $input: EpisodeInput!, $waitFor: WriteState! = INDEXED, $key: String!) {
  recordEpisode(project: $project, input: $input, waitFor: $waitFor, idempotencyKey: $key) {
    receipt { episodeKey revision change state pendingLinks }
  }
}""",
    "Context": """query Context($project: String!, $task: String, $error: String, $budget: Int! = 2000, $filter: EpisodeFilter) {
  contextFor(project: $project, task: $task, error: $error, budget: $budget, filter: $filter) {
    text tokens budget truncated degraded note
  }
}""",
    "Recall": """query Recall($project: String!, $text: String!, $first: Int! = 10, $filter: EpisodeFilter) {
  recall(project: $project, text: $text, first: $first, filter: $filter) {
    degraded
    note
    hits { score part words text episode { key startedAt task outcome lessons } }
  }
}""",
    "Why": """query Why($project: String!, $of: String!, $first: Int! = 20) {
  occurrence(project: $project, key: $of) {
    causes(first: $first) {
      totalCount
      edges { depth terminal node { key kind label at outcome } }
    }
  }
}""",
    "Path": """query Path($project: String!, $source: String!, $target: String!, $first: Int! = 20) {
  causalPath(project: $project, from: $source, to: $target, first: $first) {
    status
    paths { length hops { source: from { key label } link { relation basis } target: to { key label } } }
  }
}""",
    "WhatIf": """query WhatIf($project: String!, $episode: String!, $decision: String!, $alternative: String!, $target: String! = "outcome=failure", $budget: Int! = 1000) {
  whatIf(project: $project, episode: $episode, decision: $decision, alternative: $alternative, target: $target, budget: $budget) {
    status
    reason
    explain
    do { label }
    chosen { label }
    model { value low high n method }
    contrast { difference { value low high } }
  }
}""",
    "Import": """mutation Import($project: String!, $files: [ImportFileInput!]!, $key: String!) {
  importEpisodes(project: $project, input: {files: $files}, wait: false, idempotencyKey: $key) {
    job { id }
  }
}""",
    "Capture": """mutation Capture($project: String!, $events: [ExecutionEventInput!]!, $waitFor: CaptureState! = JOURNALED, $key: String!) {
  captureEvents(project: $project, events: $events, waitFor: $waitFor, idempotencyKey: $key) {
    receipts { eventId state unchanged reason }
  }
}""",
    "Progress": """query Progress($job: ID!) {
  job(id: $job) {
    state
    done
    total
    error { code message }
    report { created revised unchanged refused reports { name status problems { path message } } }
  }
}""",
}
"""The text of each operation."""
