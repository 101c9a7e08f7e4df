/** Long-term memory for AI agents that can say why: a client of the causeway service. */
export { Causeway, type Options } from "./client.js";
export { type BufferOptions, type CapturedEvent, type Counts, EventBuffer } from "./buffer.js";
export { CausewayError } from "./error.js";
export type {
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
} from "./generated.js";
