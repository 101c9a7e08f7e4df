import { CausewayError, passing, type Problem } from "./error.js";
import {
  type CaptureReceipt,
  type CaptureState,
  type CausalPathAnswer,
  documents,
  type EpisodeFilter,
  type EpisodeInput,
  type ExecutionEventInput,
  type ImportFileInput,
  type InterventionAnswer,
  type Operations,
  type ProgressJob,
  type ReachedOccurrenceConnection,
  type RecallAnswer,
  type Receipt,
  type TaskContext,
  type WriteState,
} from "./generated.js";

/** Where the service is, and how it is asked. */
export interface Options {
  /** The project; without it CAUSEWAY_PROJECT. */
  project?: string;
  /** The address; without it CAUSEWAY_URL, else http://127.0.0.1:8484. */
  url?: string;
  /** The API token; without it CAUSEWAY_TOKEN. */
  token?: string;
  /** How many milliseconds one request may take; 60,000 unless given. */
  timeoutMs?: number;
  /** How often a call is made while the service is busy or cannot be reached; 5 unless given. */
  attempts?: number;
}

/** One request. */
interface Call {
  document: string;
  variables: object;
  /** The idempotency key of a write. */
  key?: string;
  /** Whether a repeat does no harm: a read, or a write with a key. */
  repeatable: boolean;
}

/** The most seconds that are waited because the service says so. */
const longestPause = 30;

/**
 * One project of a causeway service. While the service is busy or cannot be reached, a call is made
 * again after 0.2 s, then twice as long each time, give or take a half; writes too, as each carries
 * an idempotency key. What the methods take and return has the words of the API.
 */
export class Causeway {
  readonly #project: string;
  readonly #endpoint: string;
  readonly #headers: Record<string, string>;
  readonly #timeoutMs: number;
  readonly #attempts: number;

  constructor(options: Options = {}) {
    const project = options.project || process.env["CAUSEWAY_PROJECT"];
    const url = options.url || process.env["CAUSEWAY_URL"] || "http://127.0.0.1:8484";
    const token = options.token || process.env["CAUSEWAY_TOKEN"];
    if (!project) throw new TypeError('name the project: new Causeway({ project: "my-project" }), or set CAUSEWAY_PROJECT');
    if (!/^https?:\/\//.test(url)) throw new TypeError(`the address ${JSON.stringify(url)} does not begin with http:// or https://`);
    this.#project = project;
    this.#endpoint = url.replace(/\/+$/, "") + "/graphql";
    this.#headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
    this.#timeoutMs = options.timeoutMs ?? 60_000;
    this.#attempts = options.attempts ?? 5;
    if (this.#attempts < 1) throw new TypeError("at least one attempt is needed");
  }

  /**
   * Records a whole episode. The same content again changes nothing; other content under its id adds a
   * revision. The key is made when none is given, so a repeat after an error writes once.
   */
  async record(episode: EpisodeInput, options: { waitFor?: WriteState; key?: string } = {}): Promise<Receipt> {
    const key = options.key ?? crypto.randomUUID();
    const waitFor = options.waitFor ?? "INDEXED";
    const data = await this.#ask("Record", { project: this.#project, input: episode, waitFor, key }, key);
    return this.#given(data.recordEpisode).receipt;
  }

  /** What to read before a task, or after an error: text for a prompt, within a budget of tokens. */
  async context(task: string | null, options: { error?: string; budget?: number; filter?: EpisodeFilter } = {}): Promise<TaskContext> {
    return this.#given((await this.#ask("Context", { project: this.#project, task, ...options })).contextFor);
  }

  /** The episodes that answer a question in any words, with the part that matches. */
  async recall(text: string, options: { first?: number; filter?: EpisodeFilter } = {}): Promise<RecallAnswer> {
    return this.#given((await this.#ask("Recall", { project: this.#project, text, ...options })).recall);
  }

  /**
   * Everything that led to an occurrence, nearest first. Its key is the episode's with the id of a decision
   * or event, like monday/d001, or with outcome: monday/outcome.
   */
  async why(occurrence: string, options: { first?: number } = {}): Promise<ReachedOccurrenceConnection> {
    const found = this.#given((await this.#ask("Why", { project: this.#project, of: occurrence, ...options })).occurrence);
    return this.#given(found.causes);
  }

  /**
   * How one occurrence led to another: the paths of links, each with its relation and basis. The ends are
   * keys, or parts of labels.
   */
  async path(source: string, target: string, options: { first?: number } = {}): Promise<CausalPathAnswer> {
    return this.#given((await this.#ask("Path", { project: this.#project, source, target, ...options })).causalPath);
  }

  /** What another option of a decision would have led to. The status says when the evidence is too thin. */
  async whatIf(
    episode: string,
    decision: string,
    alternative: string,
    options: { target?: string; budget?: number } = {},
  ): Promise<InterventionAnswer> {
    return this.#given((await this.#ask("WhatIf", { project: this.#project, episode, decision, alternative, ...options })).whatIf);
  }

  /** Has files of episodes imported and returns the id of the job, which goes on by itself. */
  async importFiles(files: ImportFileInput[], options: { key?: string } = {}): Promise<string> {
    const key = options.key ?? crypto.randomUUID();
    return this.#given((await this.#ask("Import", { project: this.#project, files, key }, key)).importEpisodes).job.id;
  }

  /**
   * Captures execution events, all or none: on disk when it answers, found after that. A loop that must not wait has an
   * EventBuffer instead.
   */
  async captureEvents(events: ExecutionEventInput[], options: { waitFor?: CaptureState; key?: string } = {}): Promise<CaptureReceipt[]> {
    const key = options.key ?? crypto.randomUUID();
    const waitFor = options.waitFor ?? "JOURNALED";
    return this.#given((await this.#ask("Capture", { project: this.#project, events, waitFor, key }, key)).captureEvents).receipts;
  }

  /** How far a job is, and its report. */
  async job(id: string): Promise<ProgressJob> {
    return this.#given((await this.#ask("Progress", { job: id })).job);
  }

  /** Sends any GraphQL document and returns its data. It is made again only when a repeat does no harm. */
  async send(document: string, variables: object = {}, options: { repeatable?: boolean } = {}): Promise<Record<string, unknown>> {
    return (await this.#made({ document, variables, repeatable: options.repeatable ?? false })) as Record<string, unknown>;
  }

  #ask<K extends keyof Operations>(operation: K, variables: Operations[K]["variables"], key = ""): Promise<Operations[K]["data"]> {
    return this.#made({ document: documents[operation], variables, key, repeatable: true }) as Promise<Operations[K]["data"]>;
  }

  #given<T>(value: T | null): T {
    if (value === null) throw this.#badAnswer("answered with neither data nor an error");
    return value;
  }

  async #made(call: Call): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(call);
      } catch (error) {
        if (!(error instanceof CausewayError) || !call.repeatable || !passing.has(error.code) || attempt >= this.#attempts) throw error;
        const pause = 0.2 * 2 ** (attempt - 1) * (0.5 + Math.random());
        const seconds = Math.max(pause, Math.min(error.after, longestPause));
        await new Promise((done) => setTimeout(done, seconds * 1000));
      }
    }
  }

  async #once(call: Call): Promise<unknown> {
    const { status, after, text } = await this.#posted(call);
    const answer = parsed(text);
    const problem = answer?.errors?.[0];
    if (problem) throw new CausewayError(problem, call.key, after);
    if (answer?.data) return answer.data;
    if (![502, 503, 504].includes(status)) throw this.#badAnswer(`answered ${status} without data`, call.key);
    const message = `${this.#endpoint} answered ${status} without data`;
    throw new CausewayError({ message, extensions: { code: "UNAVAILABLE", hint: "repeat later" } }, call.key, after);
  }

  /** One that timed out is not made again: the caller said how long to wait. */
  async #posted(call: Call): Promise<{ status: number; after: number; text: string }> {
    try {
      const response = await fetch(this.#endpoint, {
        method: "POST",
        headers: this.#headers,
        body: JSON.stringify({ query: call.document, variables: call.variables }),
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      return { status: response.status, after: Number(response.headers.get("Retry-After")) || 0, text: await response.text() };
    } catch (error) {
      const again = call.key ? "repeat the call with the key of this error: it writes once" : "repeat the call";
      if (error instanceof Error && error.name === "TimeoutError") {
        const message = `${this.#endpoint} gave no answer within ${this.#timeoutMs} ms`;
        throw new CausewayError({ message, extensions: { code: "TIMEOUT", hint: `${again}, or allow more time` } }, call.key);
      }
      const message = `${this.#endpoint} cannot be reached: ${String(error)}`;
      throw new CausewayError({ message, extensions: { code: "UNAVAILABLE", hint: `is causeway up? Then ${again}` } }, call.key);
    }
  }

  #badAnswer(what: string, key = ""): CausewayError {
    const message = `${this.#endpoint} ${what}`;
    return new CausewayError({ message, extensions: { code: "BAD_ANSWER", hint: "is this the address of causeway?" } }, key);
  }
}

/** The answer of a service, or null for what is no JSON object. */
function parsed(text: string): { data?: unknown; errors?: Problem[] } | null {
  try {
    return JSON.parse(text) as { data?: unknown; errors?: Problem[] } | null;
  } catch {
    return null;
  }
}
