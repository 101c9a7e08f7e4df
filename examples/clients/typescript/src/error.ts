/** The codes with which a call may be made again as it is. */
export const passing: ReadonlySet<string> = new Set(["UNAVAILABLE", "CONFLICT", "CONCURRENCY_LIMIT_EXCEEDED", "JOB_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED"]);

/** What an answer says about one error. */
export interface Problem {
  message: string;
  extensions?: { code?: string; field?: string; hint?: string; requestId?: string; retryAfter?: number };
}

/** What the service answered instead of data, or why there is no answer. Programs decide by the code. */
export class CausewayError extends Error {
  override readonly name = "CausewayError";
  /** One of the codes of docs/errors.md; BAD_ANSWER for what is no answer of causeway. */
  readonly code: string;
  /** For bad input the place, like input.events[3].at. */
  readonly field: string;
  /** What to do. */
  readonly hint: string;
  /** The id under which the log of the service has the cause. */
  readonly requestId: string;
  /** The idempotency key of a write. It may have been done: a repeat with this key writes once. */
  readonly key: string;
  /** The seconds to wait before a repeat, when the service said so. */
  readonly after: number;

  constructor(problem: Problem, key = "", after = 0) {
    const { code = "", field = "", hint = "", requestId = "" } = problem.extensions ?? {};
    super(`${problem.message} (${code})${hint && `: ${hint}`}`);
    this.code = code;
    this.field = field;
    this.hint = hint;
    this.requestId = requestId;
    this.key = key;
    this.after = Math.max(after, problem.extensions?.retryAfter ?? 0);
  }
}
