"""What ../../../operations.graphql sends and gets. `make generate` writes it from the schema."""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypedDict

Basis = Literal["STATED", "EXTRACTED", "TEMPORAL", "MEASURED"]
"""Why a link is believed."""

Change = Literal["CREATED", "REVISED", "UNCHANGED", "RESTORED"]
"""What a write did to an episode."""

ChunkPart = Literal["HEAD", "DECISION", "EVENTS"]
"""Which part of an episode a chunk quotes."""

DecisionType = Literal["DESIGN", "IMPLEMENTATION", "TEST", "RECOVERY", "ROUTING", "OTHER", "UNKNOWN"]
"""What kind of choice a decision was."""

EffectStatus = Literal["OK", "INSUFFICIENT_EVIDENCE", "NOT_IDENTIFIED", "NO_CAUSAL_PATH", "ONLY_TEMPORAL", "CYCLIC", "TRUNCATED", "MODEL_MISMATCH", "UNKNOWN_END"]
"""What became of a question about an intervention or about what would have been."""

EventType = Literal["TOOL_CALL", "ERROR", "MILESTONE", "HANDOFF", "COMMIT", "TEST", "OTHER", "UNKNOWN"]
"""What kind of thing an event was."""

ImportStatus = Literal["CREATED", "REVISED", "UNCHANGED", "RESTORED", "REFUSED", "NOT_WRITTEN"]
"""What became of an imported file."""

JobState = Literal["RUNNING", "SUCCEEDED", "FAILED", "CANCELLED", "INTERRUPTED"]
"""How far a job is."""

OccurrenceKind = Literal["DECISION", "EVENT", "OUTCOME"]
"""What an occurrence is."""

Outcome = Literal["SUCCESS", "PARTIAL", "FAILURE", "UNKNOWN"]
"""How an episode or a decision ended, as reported."""

PathStatus = Literal["FOUND", "NO_PATH", "AMBIGUOUS", "UNKNOWN_END", "TRUNCATED"]
"""What became of the question for a path."""

ReferenceKind = Literal["COMMIT", "PULL_REQUEST", "ISSUE", "FILE"]
"""What a reference points at."""

Relation = Literal["CAUSES", "ENABLES", "PREVENTS", "CORRELATES"]
"""What a link claims about its two ends."""

WriteState = Literal["APPLIED", "INDEXED", "EMBEDDED"]
"""How far an acknowledged write has come."""


class DecisionInput(TypedDict):
    """A choice to record."""

    id: str
    """The id inside the episode, unique among its decisions and events, like d001."""
    at: NotRequired[str | None]
    """When the choice was made."""
    type: NotRequired[DecisionType]
    """The kind of choice; leave it out when unknown."""
    reportedType: NotRequired[str | None]
    """The writer's own word when the type is OTHER."""
    context: NotRequired[str | None]
    """What the choice was about."""
    options: NotRequired[list[str] | None]
    """The alternatives considered."""
    chosen: NotRequired[str | None]
    """The option taken."""
    rationale: NotRequired[str | None]
    """Why."""
    outcome: NotRequired[Outcome]
    """How the decision itself ended; leave it out when unknown."""
    reportedOutcome: NotRequired[str | None]
    """The writer's own word for the outcome when it is none of the known ones."""
    factor: NotRequired[str | None]
    """The writer's own name for what this decision has in common with others."""
    effects: NotRequired[list[str] | None]
    """What it caused: short ids of this episode or keys of other episodes' occurrences."""


class EpisodeFilter(TypedDict):
    """Narrows a list or a search of episodes. A list means any of its values, several fields mean all of them."""

    outcomes: NotRequired[list[Outcome] | None]
    """The outcomes wanted."""
    domain: NotRequired[str | None]
    """The field of work, exactly."""
    taskType: NotRequired[str | None]
    """The kind of task, exactly."""
    complexity: NotRequired[str | None]
    """How hard the task was, exactly."""
    session: NotRequired[str | None]
    """The session, exactly."""
    tags: NotRequired[list[str] | None]
    """At least one of these tags."""
    tools: NotRequired[list[str] | None]
    """At least one of these tools."""
    strategies: NotRequired[list[str] | None]
    """At least one of these strategies."""
    task: NotRequired[str | None]
    """Part of the task's text, in any case."""
    decisionTypes: NotRequired[list[DecisionType] | None]
    """At least one decision of these types; similarDecisions finds no others."""
    references: NotRequired[list[ReferenceInput] | None]
    """Mention of at least one of these, in the words about the whole episode or in a decision or event."""
    failed: NotRequired[bool]
    """Whether something has to have gone wrong: a failure or partial outcome, a decision that failed, or an event that is an error."""
    since: NotRequired[str | None]
    """Begun then or later. Episodes of unknown time match neither bound."""
    until: NotRequired[str | None]
    """Begun before then."""


class EpisodeInput(TypedDict):
    """A whole episode as its writer records it."""

    id: str
    """The id inside the project: 1 to 200 characters, no slash, no space."""
    session: NotRequired[str | None]
    """The session it was taken from."""
    startedAt: NotRequired[str | None]
    """When the work began, or the day of it."""
    outcome: NotRequired[Outcome]
    """How it ended; leave it out when unknown."""
    reportedOutcome: NotRequired[str | None]
    """The writer's own word for the outcome when it is none of the known ones."""
    task: str
    """What was to be done."""
    context: NotRequired[list[VariableStateInput] | None]
    """What was known before any decision; each variable once."""
    domain: NotRequired[str | None]
    """The field of work, a free word."""
    taskType: NotRequired[str | None]
    """The kind of task, a free word."""
    complexity: NotRequired[str | None]
    """How hard the task was, a free word."""
    tools: NotRequired[list[str] | None]
    """The tools used."""
    strategies: NotRequired[list[str] | None]
    """The strategies followed."""
    tags: NotRequired[list[str] | None]
    """Words for finding it again."""
    goals: NotRequired[list[str] | None]
    """What was aimed at."""
    constraints: NotRequired[list[str] | None]
    """What had to be kept to."""
    insights: NotRequired[list[str] | None]
    """What was understood."""
    lessons: NotRequired[list[str] | None]
    """What should be done another time."""
    notes: NotRequired[list[str] | None]
    """Remarks about the record itself."""
    extra: NotRequired[str | None]
    """What has no place in an episode, as the text of a JSON object. It is kept and exported; nothing searches or counts it."""
    decisions: NotRequired[list[DecisionInput] | None]
    """The decisions."""
    events: NotRequired[list[EventInput] | None]
    """The events."""
    links: NotRequired[list[LinkInput] | None]
    """Links of any relation, inside the episode or to occurrences of other episodes."""
    metrics: NotRequired[MetricsInput | None]
    """What was measured."""
    causalOrderVersion: NotRequired[int]
    """The version of the rule that derived causedBy and leadsTo from time; 0 when they are stated. What it derived between times that tell no order is recorded as CORRELATES, EXTRACTED."""


class EventInput(TypedDict):
    """Something that happened, to record."""

    id: str
    """The id inside the episode, unique among its decisions and events, like e001."""
    at: NotRequired[str | None]
    """When it happened."""
    type: NotRequired[EventType]
    """The kind of event; leave it out when unknown."""
    reportedType: NotRequired[str | None]
    """The writer's own word when the type is OTHER."""
    content: str
    """What happened."""
    factor: NotRequired[str | None]
    """The writer's own name for what this event has in common with others."""
    causedBy: NotRequired[list[str] | None]
    """What caused it: short ids of this episode or keys of other episodes' occurrences."""
    leadsTo: NotRequired[list[str] | None]
    """What it caused: short ids of this episode or keys of other episodes' occurrences."""


class ImportFileInput(TypedDict):
    """One file to import."""

    name: str
    """The name, for the report."""
    content: str
    """The whole content."""


class LinkInput(TypedDict):
    """A directed claim between two occurrences, to record."""

    source: str
    """A short id of this episode, outcome for its own outcome, or the key of another episode's occurrence."""
    relation: Relation
    """What it claims."""
    target: str
    """A short id of this episode, outcome for its own outcome, or the key of another episode's occurrence."""
    basis: NotRequired[Basis]
    """Why it is believed."""
    confidence: NotRequired[float | None]
    """How sure the writer is, from 0 to 1."""
    note: NotRequired[str | None]
    """A remark."""


class MetricsInput(TypedDict):
    """What was measured; leave out what was not."""

    durationMinutes: NotRequired[float | None]
    """The length of the work, in minutes."""
    toolCalls: NotRequired[int | None]
    """How many tools were called."""
    errors: NotRequired[int | None]
    """How many errors there were."""
    recoveries: NotRequired[int | None]
    """How many errors were recovered from."""
    commits: NotRequired[int | None]
    """How many commits were made."""
    filesChanged: NotRequired[int | None]
    """How many files were changed."""


class ReferenceInput(TypedDict):
    """Names a reference."""

    kind: ReferenceKind
    """What it points at."""
    key: str
    """The key; for a commit at least the first 7 digits of the SHA."""


class VariableStateInput(TypedDict):
    """A variable and the state it was in."""

    variable: str
    """The variable."""
    state: str
    """Its state."""


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


class ProgressVariables(TypedDict):
    """The variables of Progress."""

    job: str


class Receipt(TypedDict):
    """The receipt of the write of one episode."""

    episodeKey: str
    """The episode's key."""
    revision: int
    """The revision that the content of this write is."""
    change: Change
    """What the write did."""
    state: WriteState
    """How far it has come; at least APPLIED, which is durable."""
    pendingLinks: list[str]
    """The keys of link ends in other episodes that are not recorded yet; their links are drawn when they arrive."""


class RecordEpisodePayload(TypedDict):
    """What recordEpisode did."""

    receipt: Receipt
    """The receipt of the write."""


class TaskContext(TypedDict):
    """What to read before a task."""

    text: str
    """Everything below as lines, each with the key of its pattern or episode, and what was left out; ready for a prompt."""
    tokens: int
    """How many tokens the text has. For a model with another vocabulary than cl100k_base it is an estimate."""
    budget: int
    """The most tokens that it may have."""
    cut: bool
    """Whether the budget had no room for everything."""
    degraded: bool
    """Whether a part of the search could not be used: the search engine, or the vectors."""
    note: str | None
    """Why no episode is like the task; null when one is."""


class Episode(TypedDict):
    """One finished piece of an agent's work. Its content never changes; recording other content under the same key adds a revision."""

    key: str
    """The id inside the project, as the writer gave it."""
    startedAt: str | None
    """When the work began, or the day of it; null when unknown."""
    task: str
    """What was to be done, in the writer's words."""
    outcome: Outcome
    """The outcome as reported."""
    lessons: list[str]
    """What should be done another time, in the writer's order."""


class RecallHit(TypedDict):
    """One episode found, with the part of it that is the reason."""

    score: float
    """What the answer is ordered by; comparable inside one answer only."""
    part: ChunkPart
    """Which part of the episode matches best."""
    words: list[str]
    """The words of the question, as asked, that the part contains."""
    text: str
    """The text of that part."""
    episode: Episode
    """The episode."""


class RecallAnswer(TypedDict):
    """The episodes that answer a question."""

    degraded: bool
    """Whether a part of the search could not be used: the search engine, or the vectors."""
    note: str | None
    """Why nothing was found; null when something was."""
    hits: list[RecallHit]
    """The episodes found, best first."""


class Occurrence(TypedDict):
    """A decision, an event or the outcome of one episode, as paths and lists show it."""

    key: str
    """The episode's key, a slash, and the short id."""
    kind: OccurrenceKind
    """What it is."""
    label: str
    """One line that names it: what was chosen, what happened."""
    at: str | None
    """When it happened; null when unknown."""
    outcome: Outcome
    """The outcome of a decision or of the episode; UNKNOWN for events."""


class CauseEdge(TypedDict):
    """One cause, direct or not."""

    depth: int
    """The least number of links between."""
    isRoot: bool
    """Whether no link of those followed leads to it: it is a root cause."""
    node: Occurrence
    """The cause."""


class CauseConnection(TypedDict):
    """A page of what leads to an occurrence, nearest first."""

    totalCount: int
    """How many there are in all; counted only when asked for."""
    edges: list[CauseEdge]
    """The items with their cursors."""


class PathOccurrence(TypedDict):
    """A decision, an event or the outcome of one episode, as paths and lists show it."""

    key: str
    """The episode's key, a slash, and the short id."""
    label: str
    """One line that names it: what was chosen, what happened."""


class Link(TypedDict):
    """A link as the graph holds it: a directed claim between two occurrences, with the evidence for it."""

    relation: Relation
    """What it claims."""
    basis: Basis
    """Why it is believed."""


class Hop(TypedDict):
    """One link of a path with its ends."""

    source: PathOccurrence
    """The occurrence it comes from."""
    link: Link
    """The link."""
    target: PathOccurrence
    """The occurrence it leads to."""


class CausalPath(TypedDict):
    """A chain of links from one occurrence to another."""

    length: int
    """The number of links; 0 for the empty path from an occurrence to itself."""
    hops: list[Hop]
    """The links in order, each with its ends."""


class CausalPathAnswer(TypedDict):
    """How one occurrence leads to another."""

    status: PathStatus
    """What became of the question."""
    paths: list[CausalPath]
    """The paths by length, then by the keys along them."""


class FactorName(TypedDict):
    """A variable and a state that name a factor, whether or not the project has it."""

    label: str
    """The line that names it."""


class EffectEstimate(TypedDict):
    """A probability as one method estimates it."""

    value: float
    """The probability."""
    low: float
    """The lower end of its 95 % interval."""
    high: float
    """The upper end of its 95 % interval."""
    n: int
    """How many episodes it rests on."""
    method: str
    """How it was estimated, in the words of the field."""


class MeasureEstimate(TypedDict):
    """A number with its bounds."""

    value: float
    """The number."""
    low: float
    """The lower bound."""
    high: float
    """The upper bound."""


class EffectContrast(TypedDict):
    """How two interventions differ in what they lead to."""

    difference: MeasureEstimate
    """The risk difference: how much more probable the target is than with the other state."""


class Effect(TypedDict):
    """What an intervention leads to: an estimate with its uncertainty, what it rests on, and under which assumptions. A number of the status OK only is a conclusion."""

    status: EffectStatus
    """What became of the question."""
    reason: str | None
    """Why the status is not OK, in one sentence; null when it is."""
    explain: str
    """The answer in words, within the budget of tokens; marks say where it was cut."""
    do: list[FactorName]
    """The states that are set."""
    chosen: FactorName | None
    """What the episode chose; null when the question is about no episode."""
    model: EffectEstimate | None
    """P(target | do) by the g-formula: what the learned model says; null where it says nothing."""
    contrast: EffectContrast | None
    """How the intervention differs from what it is compared with; null when there is nothing to compare with."""


class Job(TypedDict):
    """Work that outlives its request. It is kept for a week after its end."""

    id: str
    """The global id, like Job:demo/0197b2c4-8a5e-7c31-9f0e-2b6d1a4c7e55."""


class ImportEpisodesPayload(TypedDict):
    """What importEpisodes did."""

    job: Job
    """The job that does the import; it has ended unless the answer did not wait for it."""


class JobError(TypedDict):
    """Why a job did not succeed."""

    code: str
    """The code, as in the extensions of errors; INTERRUPTED when the service ended first."""
    message: str
    """What happened and what to do."""


class ImportProblem(TypedDict):
    """One reason why a file was not taken."""

    path: str
    """The place in the file; empty for the file as a whole."""
    message: str
    """What is wrong and what would be right."""


class FileReport(TypedDict):
    """What became of one file."""

    name: str
    """The name of the file, as given."""
    status: ImportStatus
    """What became of it."""
    problems: list[ImportProblem]
    """What keeps it from being taken."""


class ImportReport(TypedDict):
    """The report of an import: what was taken, repaired or refused, and why."""

    created: int
    """How many episodes were new."""
    revised: int
    """How many episodes got a further revision."""
    unchanged: int
    """How many episodes were there already with the same content."""
    refused: int
    """How many files were not taken."""
    reports: list[FileReport]
    """One report a file, in the order given."""


class ProgressJob(TypedDict):
    """Work that outlives its request. It is kept for a week after its end."""

    state: JobState
    """How far it is."""
    done: int
    """How many of its parts are dealt with; of an import, documents."""
    total: int
    """How many parts there are."""
    error: JobError | None
    """Why it did not succeed; null unless it failed or was interrupted."""
    report: ImportReport | None
    """What an import did with each file; null for another kind of job, while it runs, and when it ended before it could say."""


class RecordData(TypedDict):
    """The data of the answer to Record."""

    recordEpisode: RecordEpisodePayload | None
    """Records a whole episode. The same content again changes nothing; other content adds a revision. Links to occurrences of episodes that are not recorded yet stay pending; the receipt names them."""


class ContextData(TypedDict):
    """The data of the answer to Context."""

    contextFor: TaskContext | None
    """What should be read before a task, or after an error: the patterns that apply to it, how the options of its decision ended, episodes like it with their decisions, errors and lessons, and what failed in the last 7 days, within a budget of tokens. Lines that say nearly the same are told once. Before the first episode there is nothing to read, and the note says so."""


class RecallData(TypedDict):
    """The data of the answer to Recall."""

    recall: RecallAnswer | None
    """Was something like this here before? Finds the episodes that answer a question, or are like an episode. Without episodes, or before the first one makes the project, the answer is empty and its note says so."""


class WhyData(TypedDict):
    """The data of the answer to Why."""

    causes: CauseConnection | None
    """Everything that leads to an occurrence, directly or not, nearest first."""


class PathData(TypedDict):
    """The data of the answer to Path."""

    causalPath: CausalPathAnswer | None
    """How one occurrence leads to another, with the evidence for every link."""


class WhatIfData(TypedDict):
    """The data of the answer to WhatIf."""

    whatIf: Effect | None
    """What if: what another option of a decision would lead to, in what was known in its episode before. Names are keys or labels of factors, like retry=yes."""


class ImportData(TypedDict):
    """The data of the answer to Import."""

    importEpisodes: ImportEpisodesPayload | None
    """Imports files of episodes leniently, as a job whose report says what was taken, repaired or refused. Again, it changes nothing."""


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
    text tokens budget cut degraded note
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
  causes(project: $project, of: $of, first: $first) {
    totalCount
    edges { depth isRoot node { key kind label at outcome } }
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
