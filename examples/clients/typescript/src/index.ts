/** Long-term memory for AI agents that can say why: a client of the causeway service. */
export { Causeway, type Options } from "./client.js";
export { CausewayError } from "./error.js";
export type {
  CausalPathAnswer,
  CauseConnection,
  DecisionInput,
  Effect,
  EpisodeFilter,
  EpisodeInput,
  EventInput,
  ImportFileInput,
  LinkInput,
  ProgressJob,
  RecallAnswer,
  Receipt,
  TaskContext,
  WriteState,
} from "./generated.js";
