// What ../../operations.graphql sends and gets. `make generate` writes it from the schema.

/**  */
export type Basis = "STATED" | "EXTRACTED" | "TEMPORAL" | "MEASURED";

/**  */
export type CaptureState = "JOURNALED" | "APPLIED" | "INDEXED" | "FAILED";

/**  */
export type Change = "CREATED" | "REVISED" | "UNCHANGED" | "RESTORED";

/**  */
export type ChunkPart = "HEAD" | "DECISION" | "EVENTS";

/**  */
export type DecisionType = "DESIGN" | "IMPLEMENTATION" | "TEST" | "RECOVERY" | "ROUTING" | "OTHER" | "UNKNOWN";

/**  */
export type EventType = "TOOL_CALL" | "ERROR" | "MILESTONE" | "HANDOFF" | "COMMIT" | "TEST" | "OTHER" | "UNKNOWN";

/**  */
export type ExecutionEventType = "WORKFLOW_START" | "WORKFLOW_COMPLETE" | "SPECULATION_START" | "SPECULATION_RESULT" | "TASK_COMPLETE" | "AIL_DECISION" | "HIL_DECISION" | "OTHER";

/**  */
export type ImportStatus = "CREATED" | "REVISED" | "UNCHANGED" | "RESTORED" | "REFUSED" | "NOT_WRITTEN";

/**  */
export type InferenceStatus = "OK" | "INSUFFICIENT_EVIDENCE" | "NOT_IDENTIFIED" | "NO_CAUSAL_PATH" | "ONLY_TEMPORAL" | "CYCLIC" | "TRUNCATED" | "MODEL_MISMATCH" | "UNKNOWN_END";

/**  */
export type JobState = "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED" | "INTERRUPTED";

/**  */
export type OccurrenceKind = "DECISION" | "EVENT" | "OUTCOME";

/** How it ended, as reported. */
export type Outcome = "SUCCESS" | "PARTIAL" | "FAILURE" | "UNKNOWN";

/**  */
export type PathStatus = "FOUND" | "NO_PATH" | "AMBIGUOUS" | "UNKNOWN_END" | "TRUNCATED";

/**  */
export type ReferenceKind = "COMMIT" | "PULL_REQUEST" | "ISSUE" | "FILE";

/**  */
export type Relation = "CAUSES" | "ENABLES" | "PREVENTS" | "CORRELATES";

/**  */
export type WriteState = "APPLIED" | "INDEXED" | "EMBEDDED";

/**  */
export interface DecisionInput {
  /** Like d001, unique in the episode. */
  id: string;
  at?: string | null;
  actor?: string | null;
  type?: DecisionType;
  /** The writer's word for OTHER. */
  reportedType?: string | null;
  context?: string | null;
  options?: Array<string> | null;
  chosen?: string | null;
  rationale?: string | null;
  outcome?: Outcome;
  reportedOutcome?: string | null;
  /** The writer's name for what it shares with others. */
  factor?: string | null;
  /** More of them, variable=state. */
  factors?: Array<string> | null;
  /** Short ids, or keys in other episodes. */
  effects?: Array<string> | null;
}

/**  */
export interface EpisodeFilter {
  outcomes?: Array<Outcome> | null;
  domain?: string | null;
  taskType?: string | null;
  complexity?: string | null;
  session?: string | null;
  tags?: Array<string> | null;
  tools?: Array<string> | null;
  strategies?: Array<string> | null;
  /** A part, in any case. */
  task?: string | null;
  /** At least one; similarDecisions finds no others. */
  decisionTypes?: Array<DecisionType> | null;
  /** At least one, anywhere in it. */
  references?: Array<ReferenceInput> | null;
  actors?: Array<string> | null;
  /** A failure, a partial outcome, a failed decision or an error. */
  failed?: boolean;
  /** Begun then or later; unknown times match no bound. */
  since?: string | null;
  /** Begun before then. */
  until?: string | null;
}

/**  */
export interface EpisodeInput {
  /** 1 to 200 characters without slash or space. */
  id: string;
  session?: string | null;
  startedAt?: string | null;
  outcome?: Outcome;
  /** The writer's word when it is another. */
  reportedOutcome?: string | null;
  /** What was to be done. */
  task: string;
  /** Known before any decision, each variable once. */
  context?: Array<VariableStateInput> | null;
  domain?: string | null;
  taskType?: string | null;
  complexity?: string | null;
  tools?: Array<string> | null;
  strategies?: Array<string> | null;
  tags?: Array<string> | null;
  goals?: Array<string> | null;
  constraints?: Array<string> | null;
  insights?: Array<string> | null;
  lessons?: Array<string> | null;
  notes?: Array<string> | null;
  /** JSON of what has no other place; not searched or counted. */
  extra?: string | null;
  decisions?: Array<DecisionInput> | null;
  events?: Array<EventInput> | null;
  /** Inside it, or to other episodes. */
  links?: Array<LinkInput> | null;
  metrics?: MetricsInput | null;
  /** The rule that derived links from time; 0 when stated. */
  causalOrderVersion?: number;
}

/**  */
export interface EventInput {
  /** Like e001, unique in the episode. */
  id: string;
  at?: string | null;
  actor?: string | null;
  type?: EventType;
  reportedType?: string | null;
  content: string;
  factor?: string | null;
  factors?: Array<string> | null;
  causedBy?: Array<string> | null;
  leadsTo?: Array<string> | null;
}

/**  */
export interface ExecutionEventInput {
  /** A UUID; made if it is missing. */
  id?: string | null;
  /** 1 to 190 characters, no space, no slash. */
  workflowId: string;
  type: ExecutionEventType;
  taskId?: string | null;
  at: string;
  /** An object: context, prediction, result and decision have a form, docs/capture.md; other names are kept. */
  data: unknown;
}

/**  */
export interface ImportFileInput {
  name: string;
  content: string;
}

/**  */
export interface LinkInput {
  /** A short id, outcome, or a key in another episode. */
  source: string;
  relation: Relation;
  target: string;
  basis?: Basis;
  confidence?: number | null;
  note?: string | null;
}

/**  */
export interface MetricsInput {
  durationMinutes?: number | null;
  toolCalls?: number | null;
  errors?: number | null;
  recoveries?: number | null;
  commits?: number | null;
  filesChanged?: number | null;
}

/**  */
export interface ReferenceInput {
  kind: ReferenceKind;
  /** For a commit 7 digits or more. */
  key: string;
}

/**  */
export interface VariableStateInput {
  variable: string;
  state: string;
}

/** The variables of Record. */
export interface RecordVariables {
  project: string;
  input: EpisodeInput;
  waitFor?: WriteState;
  key: string;
}

/** The variables of Context. */
export interface ContextVariables {
  project: string;
  task?: string | null;
  error?: string | null;
  budget?: number;
  filter?: EpisodeFilter | null;
}

/** The variables of Recall. */
export interface RecallVariables {
  project: string;
  text: string;
  first?: number;
  filter?: EpisodeFilter | null;
}

/** The variables of Why. */
export interface WhyVariables {
  project: string;
  of: string;
  first?: number;
}

/** The variables of Path. */
export interface PathVariables {
  project: string;
  source: string;
  target: string;
  first?: number;
}

/** The variables of WhatIf. */
export interface WhatIfVariables {
  project: string;
  episode: string;
  decision: string;
  alternative: string;
  target?: string;
  budget?: number;
}

/** The variables of Import. */
export interface ImportVariables {
  project: string;
  files: Array<ImportFileInput>;
  key: string;
}

/** The variables of Capture. */
export interface CaptureVariables {
  project: string;
  events: Array<ExecutionEventInput>;
  waitFor?: CaptureState;
  key: string;
}

/** The variables of Progress. */
export interface ProgressVariables {
  job: string;
}

/**  */
export interface Receipt {
  episodeKey: string;
  revision: number;
  change: Change;
  /** APPLIED or more, which is durable. */
  state: WriteState;
  /** Ends not recorded yet; drawn when they come. */
  pendingLinks: Array<string>;
}

/**  */
export interface EpisodePayload {
  receipt: Receipt;
}

/**  */
export interface TaskContext {
  /** Ready for a prompt, each line with its key. */
  text: string;
  /** By cl100k; an estimate for other models. */
  tokens: number;
  budget: number;
  truncated: boolean;
  degraded: boolean;
  /** Why none is like the task, or which time it names. */
  note: string | null;
}

/** One finished piece of work; other content under its key adds a revision. */
export interface Episode {
  /** The writer's id. */
  key: string;
  startedAt: string | null;
  task: string;
  outcome: Outcome;
  lessons: Array<string>;
}

/**  */
export interface RecallHit {
  /** For the order only. */
  score: number;
  part: ChunkPart;
  words: Array<string>;
  text: string;
  episode: Episode;
}

/**  */
export interface RecallAnswer {
  degraded: boolean;
  note: string | null;
  hits: Array<RecallHit>;
}

/** What an episode is made of. */
export interface Occurrence {
  /** Episode key/short id. */
  key: string;
  kind: OccurrenceKind;
  /** One line that names it. */
  label: string;
  at: string | null;
  /** UNKNOWN for events. */
  outcome: Outcome;
}

/**  */
export interface ReachedOccurrenceEdge {
  /** Links between, the fewest. */
  depth: number;
  /** A root cause or final effect. */
  terminal: boolean;
  node: Occurrence;
}

/**  */
export interface ReachedOccurrenceConnection {
  totalCount: number;
  edges: Array<ReachedOccurrenceEdge>;
}

/** What an episode is made of. */
export interface WhyOccurrence {
  /** What leads to it, directly or not, nearest first. */
  causes: ReachedOccurrenceConnection | null;
}

/** What an episode is made of. */
export interface PathOccurrence {
  /** Episode key/short id. */
  key: string;
  /** One line that names it. */
  label: string;
}

/** A directed claim between two occurrences. */
export interface Link {
  relation: Relation;
  basis: Basis;
}

/**  */
export interface Hop {
  source: PathOccurrence;
  link: Link;
  target: PathOccurrence;
}

/**  */
export interface CausalPath {
  length: number;
  hops: Array<Hop>;
}

/**  */
export interface CausalPathAnswer {
  status: PathStatus;
  /** By length, then keys. */
  paths: Array<CausalPath>;
}

/** A variable in a state, present or not. */
export interface FactorName {
  label: string;
}

/** A probability by one method. */
export interface ProbabilityEstimate {
  value: number;
  low: number;
  high: number;
  n: number;
  method: string;
}

/** A number with its bounds, of 95 % where nothing else is said. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/**  */
export interface Contrast {
  difference: Estimate;
}

/** What an intervention leads to; only with OK a conclusion. */
export interface InterventionAnswer {
  status: InferenceStatus;
  reason: string | null;
  explain: string;
  do: Array<FactorName>;
  /** By the episode. */
  chosen: FactorName | null;
  /** P(target | do) by the g-formula. */
  model: ProbabilityEstimate | null;
  contrast: Contrast | null;
}

/** Work that outlives its request, kept for a week. */
export interface Job {
  id: string;
}

/**  */
export interface JobPayload {
  /** Ended, unless not waited for. */
  job: Job;
}

/**  */
export interface CaptureReceipt {
  eventId: string;
  state: CaptureState;
  /** Whether an earlier call brought it. */
  unchanged: boolean;
  reason: string | null;
}

/**  */
export interface CaptureEventsPayload {
  receipts: Array<CaptureReceipt>;
}

/**  */
export interface JobError {
  code: string;
  message: string;
}

/**  */
export interface ImportProblem {
  /** Empty for the whole file. */
  path: string;
  message: string;
}

/**  */
export interface FileReport {
  name: string;
  status: ImportStatus;
  problems: Array<ImportProblem>;
}

/**  */
export interface ImportReport {
  created: number;
  revised: number;
  unchanged: number;
  refused: number;
  reports: Array<FileReport>;
}

/** Work that outlives its request, kept for a week. */
export interface ProgressJob {
  state: JobState;
  done: number;
  total: number;
  error: JobError | null;
  report: ImportReport | null;
}

/** The data of the answer to Record. */
export interface RecordData {
  /** Records an episode; the same content changes nothing, other content is a revision. */
  recordEpisode: EpisodePayload | null;
}

/** The data of the answer to Context. */
export interface ContextData {
  /** What to read before a task or after an error, within a budget: patterns, options, like episodes, recent failures. */
  contextFor: TaskContext | null;
}

/** The data of the answer to Recall. */
export interface RecallData {
  /** Was this here before? Episodes for a question, or like one. */
  recall: RecallAnswer | null;
}

/** The data of the answer to Why. */
export interface WhyData {
  /** One occurrence by its key. */
  occurrence: WhyOccurrence | null;
}

/** The data of the answer to Path. */
export interface PathData {
  /** How one occurrence leads to another, with evidence. */
  causalPath: CausalPathAnswer | null;
}

/** The data of the answer to WhatIf. */
export interface WhatIfData {
  /** What another option would lead to, given what was known before. */
  whatIf: InterventionAnswer | null;
}

/** The data of the answer to Import. */
export interface ImportData {
  /** Imports files leniently; again, it changes nothing. */
  importEpisodes: JobPayload | null;
}

/** The data of the answer to Capture. */
export interface CaptureData {
  /** Takes in events of running workflows, all or none; again, it changes nothing. */
  captureEvents: CaptureEventsPayload | null;
}

/** The data of the answer to Progress. */
export interface ProgressData {
  /** One job by its global id. */
  job: ProgressJob | null;
}

/** What each operation takes, and what its answer holds. */
export interface Operations {
  Record: { variables: RecordVariables; data: RecordData };
  Context: { variables: ContextVariables; data: ContextData };
  Recall: { variables: RecallVariables; data: RecallData };
  Why: { variables: WhyVariables; data: WhyData };
  Path: { variables: PathVariables; data: PathData };
  WhatIf: { variables: WhatIfVariables; data: WhatIfData };
  Import: { variables: ImportVariables; data: ImportData };
  Capture: { variables: CaptureVariables; data: CaptureData };
  Progress: { variables: ProgressVariables; data: ProgressData };
}

/** The text of each operation. */
export const documents: Record<keyof Operations, string> = {
  Record: `mutation Record($project: String!, $input: EpisodeInput!, $waitFor: WriteState! = INDEXED, $key: String!) {
  recordEpisode(project: $project, input: $input, waitFor: $waitFor, idempotencyKey: $key) {
    receipt { episodeKey revision change state pendingLinks }
  }
}`,
  Context: `query Context($project: String!, $task: String, $error: String, $budget: Int! = 2000, $filter: EpisodeFilter) {
  contextFor(project: $project, task: $task, error: $error, budget: $budget, filter: $filter) {
    text tokens budget truncated degraded note
  }
}`,
  Recall: `query Recall($project: String!, $text: String!, $first: Int! = 10, $filter: EpisodeFilter) {
  recall(project: $project, text: $text, first: $first, filter: $filter) {
    degraded
    note
    hits { score part words text episode { key startedAt task outcome lessons } }
  }
}`,
  Why: `query Why($project: String!, $of: String!, $first: Int! = 20) {
  occurrence(project: $project, key: $of) {
    causes(first: $first) {
      totalCount
      edges { depth terminal node { key kind label at outcome } }
    }
  }
}`,
  Path: `query Path($project: String!, $source: String!, $target: String!, $first: Int! = 20) {
  causalPath(project: $project, from: $source, to: $target, first: $first) {
    status
    paths { length hops { source: from { key label } link { relation basis } target: to { key label } } }
  }
}`,
  WhatIf: `query WhatIf($project: String!, $episode: String!, $decision: String!, $alternative: String!, $target: String! = "outcome=failure", $budget: Int! = 1000) {
  whatIf(project: $project, episode: $episode, decision: $decision, alternative: $alternative, target: $target, budget: $budget) {
    status
    reason
    explain
    do { label }
    chosen { label }
    model { value low high n method }
    contrast { difference { value low high } }
  }
}`,
  Import: `mutation Import($project: String!, $files: [ImportFileInput!]!, $key: String!) {
  importEpisodes(project: $project, input: {files: $files}, wait: false, idempotencyKey: $key) {
    job { id }
  }
}`,
  Capture: `mutation Capture($project: String!, $events: [ExecutionEventInput!]!, $waitFor: CaptureState! = JOURNALED, $key: String!) {
  captureEvents(project: $project, events: $events, waitFor: $waitFor, idempotencyKey: $key) {
    receipts { eventId state unchanged reason }
  }
}`,
  Progress: `query Progress($job: ID!) {
  job(id: $job) {
    state
    done
    total
    error { code message }
    report { created revised unchanged refused reports { name status problems { path message } } }
  }
}`,
};
