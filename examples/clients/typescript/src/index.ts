/** Long-term memory for AI agents that can say why: a client of the causeway service. */
export { Causeway, type Options } from "./client.js";
export { CausewayError } from "./error.js";
export type {
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
} from "./generated.js";
