// What ../../operations.graphql sends and gets. `make generate` writes it from the schema.

/** Why a link is believed. */
export type Basis = "STATED" | "EXTRACTED" | "TEMPORAL" | "MEASURED";

/** What a write did to an episode. */
export type Change = "CREATED" | "REVISED" | "UNCHANGED" | "RESTORED";

/** Which part of an episode a chunk quotes. */
export type ChunkPart = "HEAD" | "DECISION" | "EVENTS";

/** What kind of choice a decision was. */
export type DecisionType = "DESIGN" | "IMPLEMENTATION" | "TEST" | "RECOVERY" | "ROUTING" | "OTHER" | "UNKNOWN";

/** What became of a question about an intervention or about what would have been. */
export type EffectStatus = "OK" | "INSUFFICIENT_EVIDENCE" | "NOT_IDENTIFIED" | "NO_CAUSAL_PATH" | "ONLY_TEMPORAL" | "CYCLIC" | "TRUNCATED" | "MODEL_MISMATCH" | "UNKNOWN_END";

/** What kind of thing an event was. */
export type EventType = "TOOL_CALL" | "ERROR" | "MILESTONE" | "HANDOFF" | "COMMIT" | "TEST" | "OTHER" | "UNKNOWN";

/** What became of an imported file. */
export type ImportStatus = "CREATED" | "REVISED" | "UNCHANGED" | "RESTORED" | "REFUSED" | "NOT_WRITTEN";

/** How far a job is. */
export type JobState = "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED" | "INTERRUPTED";

/** What an occurrence is. */
export type OccurrenceKind = "DECISION" | "EVENT" | "OUTCOME";

/** How an episode or a decision ended, as reported. */
export type Outcome = "SUCCESS" | "PARTIAL" | "FAILURE" | "UNKNOWN";

/** What became of the question for a path. */
export type PathStatus = "FOUND" | "NO_PATH" | "AMBIGUOUS" | "UNKNOWN_END" | "TRUNCATED";

/** What a reference points at. */
export type ReferenceKind = "COMMIT" | "PULL_REQUEST" | "ISSUE" | "FILE";

/** What a link claims about its two ends. */
export type Relation = "CAUSES" | "ENABLES" | "PREVENTS" | "CORRELATES";

/** How far an acknowledged write has come. */
export type WriteState = "APPLIED" | "INDEXED" | "EMBEDDED";

/** A choice to record. */
export interface DecisionInput {
  /** The id inside the episode, unique among its decisions and events, like d001. */
  id: string;
  /** When the choice was made. */
  at?: string | null;
  /** The kind of choice; leave it out when unknown. */
  type?: DecisionType;
  /** The writer's own word when the type is OTHER. */
  reportedType?: string | null;
  /** What the choice was about. */
  context?: string | null;
  /** The alternatives considered. */
  options?: Array<string> | null;
  /** The option taken. */
  chosen?: string | null;
  /** Why. */
  rationale?: string | null;
  /** How the decision itself ended; leave it out when unknown. */
  outcome?: Outcome;
  /** The writer's own word for the outcome when it is none of the known ones. */
  reportedOutcome?: string | null;
  /** The writer's own name for what this decision has in common with others. */
  factor?: string | null;
  /** What it caused: short ids of this episode or keys of other episodes' occurrences. */
  effects?: Array<string> | null;
}

/** Narrows a list or a search of episodes. A list means any of its values, several fields mean all of them. */
export interface EpisodeFilter {
  /** The outcomes wanted. */
  outcomes?: Array<Outcome> | null;
  /** The field of work, exactly. */
  domain?: string | null;
  /** The kind of task, exactly. */
  taskType?: string | null;
  /** How hard the task was, exactly. */
  complexity?: string | null;
  /** The session, exactly. */
  session?: string | null;
  /** At least one of these tags. */
  tags?: Array<string> | null;
  /** At least one of these tools. */
  tools?: Array<string> | null;
  /** At least one of these strategies. */
  strategies?: Array<string> | null;
  /** Part of the task's text, in any case. */
  task?: string | null;
  /** At least one decision of these types; similarDecisions finds no others. */
  decisionTypes?: Array<DecisionType> | null;
  /** Mention of at least one of these, in the words about the whole episode or in a decision or event. */
  references?: Array<ReferenceInput> | null;
  /** Whether something has to have gone wrong: a failure or partial outcome, a decision that failed, or an event that is an error. */
  failed?: boolean;
  /** Begun then or later. Episodes of unknown time match neither bound. */
  since?: string | null;
  /** Begun before then. */
  until?: string | null;
}

/** A whole episode as its writer records it. */
export interface EpisodeInput {
  /** The id inside the project: 1 to 200 characters, no slash, no space. */
  id: string;
  /** The session it was taken from. */
  session?: string | null;
  /** When the work began, or the day of it. */
  startedAt?: string | null;
  /** How it ended; leave it out when unknown. */
  outcome?: Outcome;
  /** The writer's own word for the outcome when it is none of the known ones. */
  reportedOutcome?: string | null;
  /** What was to be done. */
  task: string;
  /** What was known before any decision; each variable once. */
  context?: Array<VariableStateInput> | null;
  /** The field of work, a free word. */
  domain?: string | null;
  /** The kind of task, a free word. */
  taskType?: string | null;
  /** How hard the task was, a free word. */
  complexity?: string | null;
  /** The tools used. */
  tools?: Array<string> | null;
  /** The strategies followed. */
  strategies?: Array<string> | null;
  /** Words for finding it again. */
  tags?: Array<string> | null;
  /** What was aimed at. */
  goals?: Array<string> | null;
  /** What had to be kept to. */
  constraints?: Array<string> | null;
  /** What was understood. */
  insights?: Array<string> | null;
  /** What should be done another time. */
  lessons?: Array<string> | null;
  /** Remarks about the record itself. */
  notes?: Array<string> | null;
  /** What has no place in an episode, as the text of a JSON object. It is kept and exported; nothing searches or counts it. */
  extra?: string | null;
  /** The decisions. */
  decisions?: Array<DecisionInput> | null;
  /** The events. */
  events?: Array<EventInput> | null;
  /** Links of any relation, inside the episode or to occurrences of other episodes. */
  links?: Array<LinkInput> | null;
  /** What was measured. */
  metrics?: MetricsInput | null;
  /** The version of the rule that derived causedBy and leadsTo from time; 0 when they are stated. What it derived between times that tell no order is recorded as CORRELATES, EXTRACTED. */
  causalOrderVersion?: number;
}

/** Something that happened, to record. */
export interface EventInput {
  /** The id inside the episode, unique among its decisions and events, like e001. */
  id: string;
  /** When it happened. */
  at?: string | null;
  /** The kind of event; leave it out when unknown. */
  type?: EventType;
  /** The writer's own word when the type is OTHER. */
  reportedType?: string | null;
  /** What happened. */
  content: string;
  /** The writer's own name for what this event has in common with others. */
  factor?: string | null;
  /** What caused it: short ids of this episode or keys of other episodes' occurrences. */
  causedBy?: Array<string> | null;
  /** What it caused: short ids of this episode or keys of other episodes' occurrences. */
  leadsTo?: Array<string> | null;
}

/** One file to import. */
export interface ImportFileInput {
  /** The name, for the report. */
  name: string;
  /** The whole content. */
  content: string;
}

/** A directed claim between two occurrences, to record. */
export interface LinkInput {
  /** A short id of this episode, outcome for its own outcome, or the key of another episode's occurrence. */
  source: string;
  /** What it claims. */
  relation: Relation;
  /** A short id of this episode, outcome for its own outcome, or the key of another episode's occurrence. */
  target: string;
  /** Why it is believed. */
  basis?: Basis;
  /** How sure the writer is, from 0 to 1. */
  confidence?: number | null;
  /** A remark. */
  note?: string | null;
}

/** What was measured; leave out what was not. */
export interface MetricsInput {
  /** The length of the work, in minutes. */
  durationMinutes?: number | null;
  /** How many tools were called. */
  toolCalls?: number | null;
  /** How many errors there were. */
  errors?: number | null;
  /** How many errors were recovered from. */
  recoveries?: number | null;
  /** How many commits were made. */
  commits?: number | null;
  /** How many files were changed. */
  filesChanged?: number | null;
}

/** Names a reference. */
export interface ReferenceInput {
  /** What it points at. */
  kind: ReferenceKind;
  /** The key; for a commit at least the first 7 digits of the SHA. */
  key: string;
}

/** A variable and the state it was in. */
export interface VariableStateInput {
  /** The variable. */
  variable: string;
  /** Its state. */
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

/** The variables of Progress. */
export interface ProgressVariables {
  job: string;
}

/** The receipt of the write of one episode. */
export interface Receipt {
  /** The episode's key. */
  episodeKey: string;
  /** The revision that the content of this write is. */
  revision: number;
  /** What the write did. */
  change: Change;
  /** How far it has come; at least APPLIED, which is durable. */
  state: WriteState;
  /** The keys of link ends in other episodes that are not recorded yet; their links are drawn when they arrive. */
  pendingLinks: Array<string>;
}

/** What recordEpisode did. */
export interface RecordEpisodePayload {
  /** The receipt of the write. */
  receipt: Receipt;
}

/** What to read before a task. */
export interface TaskContext {
  /** Everything below as lines, each with the key of its pattern or episode, and what was left out; ready for a prompt. */
  text: string;
  /** How many tokens the text has. For a model with another vocabulary than cl100k_base it is an estimate. */
  tokens: number;
  /** The most tokens that it may have. */
  budget: number;
  /** Whether the budget had no room for everything. */
  cut: boolean;
  /** Whether a part of the search could not be used: the search engine, or the vectors. */
  degraded: boolean;
  /** Why no episode is like the task; null when one is. */
  note: string | null;
}

/** One finished piece of an agent's work. Its content never changes; recording other content under the same key adds a revision. */
export interface Episode {
  /** The id inside the project, as the writer gave it. */
  key: string;
  /** When the work began, or the day of it; null when unknown. */
  startedAt: string | null;
  /** What was to be done, in the writer's words. */
  task: string;
  /** The outcome as reported. */
  outcome: Outcome;
  /** What should be done another time, in the writer's order. */
  lessons: Array<string>;
}

/** One episode found, with the part of it that is the reason. */
export interface RecallHit {
  /** What the answer is ordered by; comparable inside one answer only. */
  score: number;
  /** Which part of the episode matches best. */
  part: ChunkPart;
  /** The words of the question, as asked, that the part contains. */
  words: Array<string>;
  /** The text of that part. */
  text: string;
  /** The episode. */
  episode: Episode;
}

/** The episodes that answer a question. */
export interface RecallAnswer {
  /** Whether a part of the search could not be used: the search engine, or the vectors. */
  degraded: boolean;
  /** Why nothing was found; null when something was. */
  note: string | null;
  /** The episodes found, best first. */
  hits: Array<RecallHit>;
}

/** A decision, an event or the outcome of one episode, as paths and lists show it. */
export interface Occurrence {
  /** The episode's key, a slash, and the short id. */
  key: string;
  /** What it is. */
  kind: OccurrenceKind;
  /** One line that names it: what was chosen, what happened. */
  label: string;
  /** When it happened; null when unknown. */
  at: string | null;
  /** The outcome of a decision or of the episode; UNKNOWN for events. */
  outcome: Outcome;
}

/** One cause, direct or not. */
export interface CauseEdge {
  /** The least number of links between. */
  depth: number;
  /** Whether no link of those followed leads to it: it is a root cause. */
  isRoot: boolean;
  /** The cause. */
  node: Occurrence;
}

/** A page of what leads to an occurrence, nearest first. */
export interface CauseConnection {
  /** How many there are in all; counted only when asked for. */
  totalCount: number;
  /** The items with their cursors. */
  edges: Array<CauseEdge>;
}

/** A decision, an event or the outcome of one episode, as paths and lists show it. */
export interface PathOccurrence {
  /** The episode's key, a slash, and the short id. */
  key: string;
  /** One line that names it: what was chosen, what happened. */
  label: string;
}

/** A link as the graph holds it: a directed claim between two occurrences, with the evidence for it. */
export interface Link {
  /** What it claims. */
  relation: Relation;
  /** Why it is believed. */
  basis: Basis;
}

/** One link of a path with its ends. */
export interface Hop {
  /** The occurrence it comes from. */
  source: PathOccurrence;
  /** The link. */
  link: Link;
  /** The occurrence it leads to. */
  target: PathOccurrence;
}

/** A chain of links from one occurrence to another. */
export interface CausalPath {
  /** The number of links; 0 for the empty path from an occurrence to itself. */
  length: number;
  /** The links in order, each with its ends. */
  hops: Array<Hop>;
}

/** How one occurrence leads to another. */
export interface CausalPathAnswer {
  /** What became of the question. */
  status: PathStatus;
  /** The paths by length, then by the keys along them. */
  paths: Array<CausalPath>;
}

/** A variable and a state that name a factor, whether or not the project has it. */
export interface FactorName {
  /** The line that names it. */
  label: string;
}

/** A probability as one method estimates it. */
export interface EffectEstimate {
  /** The probability. */
  value: number;
  /** The lower end of its 95 % interval. */
  low: number;
  /** The upper end of its 95 % interval. */
  high: number;
  /** How many episodes it rests on. */
  n: number;
  /** How it was estimated, in the words of the field. */
  method: string;
}

/** A number with its bounds. */
export interface MeasureEstimate {
  /** The number. */
  value: number;
  /** The lower bound. */
  low: number;
  /** The upper bound. */
  high: number;
}

/** How two interventions differ in what they lead to. */
export interface EffectContrast {
  /** The risk difference: how much more probable the target is than with the other state. */
  difference: MeasureEstimate;
}

/** What an intervention leads to: an estimate with its uncertainty, what it rests on, and under which assumptions. A number of the status OK only is a conclusion. */
export interface Effect {
  /** What became of the question. */
  status: EffectStatus;
  /** Why the status is not OK, in one sentence; null when it is. */
  reason: string | null;
  /** The answer in words, within the budget of tokens; marks say where it was cut. */
  explain: string;
  /** The states that are set. */
  do: Array<FactorName>;
  /** What the episode chose; null when the question is about no episode. */
  chosen: FactorName | null;
  /** P(target | do) by the g-formula: what the learned model says; null where it says nothing. */
  model: EffectEstimate | null;
  /** How the intervention differs from what it is compared with; null when there is nothing to compare with. */
  contrast: EffectContrast | null;
}

/** Work that outlives its request. It is kept for a week after its end. */
export interface Job {
  /** The global id, like Job:demo/0197b2c4-8a5e-7c31-9f0e-2b6d1a4c7e55. */
  id: string;
}

/** What importEpisodes did. */
export interface ImportEpisodesPayload {
  /** The job that does the import; it has ended unless the answer did not wait for it. */
  job: Job;
}

/** Why a job did not succeed. */
export interface JobError {
  /** The code, as in the extensions of errors; INTERRUPTED when the service ended first. */
  code: string;
  /** What happened and what to do. */
  message: string;
}

/** One reason why a file was not taken. */
export interface ImportProblem {
  /** The place in the file; empty for the file as a whole. */
  path: string;
  /** What is wrong and what would be right. */
  message: string;
}

/** What became of one file. */
export interface FileReport {
  /** The name of the file, as given. */
  name: string;
  /** What became of it. */
  status: ImportStatus;
  /** What keeps it from being taken. */
  problems: Array<ImportProblem>;
}

/** The report of an import: what was taken, repaired or refused, and why. */
export interface ImportReport {
  /** How many episodes were new. */
  created: number;
  /** How many episodes got a further revision. */
  revised: number;
  /** How many episodes were there already with the same content. */
  unchanged: number;
  /** How many files were not taken. */
  refused: number;
  /** One report a file, in the order given. */
  reports: Array<FileReport>;
}

/** Work that outlives its request. It is kept for a week after its end. */
export interface ProgressJob {
  /** How far it is. */
  state: JobState;
  /** How many of its parts are dealt with; of an import, documents. */
  done: number;
  /** How many parts there are. */
  total: number;
  /** Why it did not succeed; null unless it failed or was interrupted. */
  error: JobError | null;
  /** What an import did with each file; null for another kind of job, while it runs, and when it ended before it could say. */
  report: ImportReport | null;
}

/** The data of the answer to Record. */
export interface RecordData {
  /** Records a whole episode. The same content again changes nothing; other content adds a revision. Links to occurrences of episodes that are not recorded yet stay pending; the receipt names them. */
  recordEpisode: RecordEpisodePayload | null;
}

/** The data of the answer to Context. */
export interface ContextData {
  /** What should be read before a task, or after an error: the patterns that apply to it, how the options of its decision ended, episodes like it with their decisions, errors and lessons, and what failed in the last 7 days, within a budget of tokens. Lines that say nearly the same are told once. Before the first episode there is nothing to read, and the note says so. */
  contextFor: TaskContext | null;
}

/** The data of the answer to Recall. */
export interface RecallData {
  /** Was something like this here before? Finds the episodes that answer a question, or are like an episode. Without episodes, or before the first one makes the project, the answer is empty and its note says so. */
  recall: RecallAnswer | null;
}

/** The data of the answer to Why. */
export interface WhyData {
  /** Everything that leads to an occurrence, directly or not, nearest first. */
  causes: CauseConnection | null;
}

/** The data of the answer to Path. */
export interface PathData {
  /** How one occurrence leads to another, with the evidence for every link. */
  causalPath: CausalPathAnswer | null;
}

/** The data of the answer to WhatIf. */
export interface WhatIfData {
  /** What if: what another option of a decision would lead to, in what was known in its episode before. Names are keys or labels of factors, like retry=yes. */
  whatIf: Effect | null;
}

/** The data of the answer to Import. */
export interface ImportData {
  /** Imports files of episodes leniently, as a job whose report says what was taken, repaired or refused. Again, it changes nothing. */
  importEpisodes: ImportEpisodesPayload | null;
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
    text tokens budget cut degraded note
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
  causes(project: $project, of: $of, first: $first) {
    totalCount
    edges { depth isRoot node { key kind label at outcome } }
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
