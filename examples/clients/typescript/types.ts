// The types of ../operations.graphql. `make generate` writes them from the schema.

/** What an operation takes, and what its answer holds. */
export interface Operations {
  Record: {
    variables: {
      project: string;
      input: EpisodeInput;
      key: string;
    };
    data: {
      recordEpisode: {
        receipt: {
          episodeKey: string;
          revision: number;
          change: Change;
          state: WriteState;
          pendingLinks: Array<string>;
        };
      } | null;
    };
  };
  Recall: {
    variables: {
      project: string;
      text: string;
    };
    data: {
      recall: {
        degraded: boolean;
        reason: string | null;
        hits: Array<{
          part: ChunkPart;
          words: Array<string>;
          text: string;
          episode: {
            key: string;
            task: string;
            outcome: Outcome;
          };
        }>;
      } | null;
    };
  };
  Path: {
    variables: {
      project: string;
      from: string;
      to: string;
    };
    data: {
      causalPath: {
        status: PathStatus;
        paths: Array<{
          length: number;
          hops: Array<{
            from: {
              key: string;
              label: string;
            };
            link: {
              relation: Relation;
              basis: Basis;
            };
            to: {
              key: string;
              label: string;
            };
          }>;
        }>;
      } | null;
    };
  };
  Context: {
    variables: {
      project: string;
      task: string;
    };
    data: {
      contextFor: {
        text: string;
        tokens: number;
        budget: number;
      } | null;
    };
  };
  Import: {
    variables: {
      project: string;
      files: Array<ImportFileInput>;
      key: string;
    };
    data: {
      importEpisodes: {
        job: {
          id: string;
        };
      } | null;
    };
  };
  Progress: {
    variables: {
      job: string;
    };
    data: {
      job: {
        state: JobState;
        done: number;
        total: number;
        error: {
          code: string;
          message: string;
        } | null;
        report: {
          created: number;
          revised: number;
          unchanged: number;
          refused: number;
          reports: Array<{
            name: string;
            status: ImportStatus;
            problems: Array<{
              path: string;
              message: string;
            }>;
          }>;
        } | null;
      } | null;
    };
  };
}

/** Why a link is believed. */
export type Basis = "STATED" | "EXTRACTED" | "TEMPORAL" | "MEASURED";

/** What a write did to an episode. */
export type Change = "CREATED" | "REVISED" | "UNCHANGED" | "RESTORED";

/** Which part of an episode a chunk quotes. */
export type ChunkPart = "HEAD" | "DECISION" | "EVENTS";

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

/** What kind of choice a decision was. */
export type DecisionType = "DESIGN" | "IMPLEMENTATION" | "TEST" | "RECOVERY" | "ROUTING" | "OTHER" | "UNKNOWN";

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

/** What kind of thing an event was. */
export type EventType = "TOOL_CALL" | "ERROR" | "MILESTONE" | "HANDOFF" | "COMMIT" | "TEST" | "OTHER" | "UNKNOWN";

/** One file to import. */
export interface ImportFileInput {
  /** The name, for the report. */
  name: string;
  /** The whole content. */
  content: string;
}

/** What became of an imported file. */
export type ImportStatus = "CREATED" | "REVISED" | "UNCHANGED" | "RESTORED" | "REFUSED" | "NOT_WRITTEN";

/** How far a job is. */
export type JobState = "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED" | "INTERRUPTED";

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

/** How an episode or a decision ended, as reported. */
export type Outcome = "SUCCESS" | "PARTIAL" | "FAILURE" | "UNKNOWN";

/** What became of the question for a path. */
export type PathStatus = "FOUND" | "NO_PATH" | "AMBIGUOUS" | "UNKNOWN_END" | "TRUNCATED";

/** What a link claims about its two ends. */
export type Relation = "CAUSES" | "ENABLES" | "PREVENTS" | "CORRELATES";

/** A variable and the state it was in. */
export interface VariableStateInput {
  /** The variable. */
  variable: string;
  /** Its state. */
  state: string;
}

/** How far an acknowledged write has come. */
export type WriteState = "APPLIED" | "INDEXED" | "EMBEDDED";
