import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { Causeway, type Options } from "./client.js";
import { CausewayError } from "./error.js";
import type { ExecutionEventInput } from "./generated.js";

/** Where events go and how long they may gather. */
export interface BufferOptions extends Options {
  /** How many events are sent at once, 1 to 1,000; 50 unless given. */
  size?: number;
  /** How many milliseconds an event waits for others; 250 unless given. */
  everyMs?: number;
  /** How many events wait in memory; 2,000 unless given. */
  most?: number;
  /** A file in which events are kept until they are sent. One buffer at a time uses a file. */
  spool?: string;
}

/** What became of the events: captured = sent + lost + waiting. */
export interface Counts {
  captured: number;
  /** Acknowledged by the service. */
  sent: number;
  lost: number;
  waiting: number;
  /** Why something was lost or could not be sent yet; empty if nothing went wrong. */
  lastError: string;
}

/** An event; without an id it gets one, and without a time it happened now. */
export type CapturedEvent = Omit<ExecutionEventInput, "at" | "data"> & { at?: string | Date; data?: object };

/** The codes of answers that will not be others the next time: the call, or one of its events, is wrong. */
const refusals: ReadonlySet<string> = new Set([
  "INVALID_INPUT",
  "DUPLICATE_ID",
  "TOO_LARGE",
  "CONFLICT",
  "BODY_LIMIT_EXCEEDED",
  "GRAPHQL_VALIDATION_FAILED",
  "BAD_REQUEST",
]);

/** The longest pause between two attempts, in milliseconds. */
const longestPause = 5_000;

/**
 * Gathers execution events and sends them behind the caller's back. capture returns at once and never throws.
 * What gathered is sent at size events or after everyMs, and at close. While the service cannot take
 * them, up to most events wait; more are counted as lost. With a spool file a crash of the agent loses nothing
 * that capture had returned for: the next buffer on the file sends it, and what was sent already is there once, because
 * events have ids.
 */
export class EventBuffer {
  readonly #client: Causeway;
  readonly #size: number;
  readonly #everyMs: number;
  readonly #most: number;
  readonly #spool: Spool | null;
  /** The events that are not sent, in the form in which they are. */
  #waiting: string[] = [];
  /** How many of the first that wait were left by an earlier buffer; they do not count among the most. */
  #left = 0;
  #counts = { captured: 0, sent: 0, lost: 0, lastError: "" };
  #closed = false;
  /** Whether close is over: what is still under way then changes nothing any more. */
  #over = false;
  #pause: number;
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> | null = null;

  constructor(options: BufferOptions = {}) {
    this.#client = new Causeway({ timeoutMs: 30_000, ...options, attempts: 1 });
    this.#size = options.size ?? 50;
    this.#everyMs = options.everyMs ?? 250;
    this.#most = options.most ?? 2_000;
    this.#pause = this.#everyMs;
    this.#spool = options.spool ? new Spool(options.spool) : null;
    if (this.#spool) {
      this.#waiting = this.#spool.read();
      this.#counts.captured = this.#left = this.#waiting.length;
      this.#plan();
    }
  }

  /** Takes an event and returns at once. It never throws: what cannot be kept is counted as lost. */
  capture(event: CapturedEvent): void {
    this.#counts.captured++;
    try {
      if (this.#closed) throw new Error("the buffer is closed");
      if (this.#waiting.length - this.#left >= this.#most) throw new Error(`${this.#waiting.length} events wait already: the service does not take them fast enough`);
      const at = event.at instanceof Date ? event.at.toISOString() : (event.at ?? new Date().toISOString());
      const line = JSON.stringify({ ...event, id: event.id ?? crypto.randomUUID(), at, data: event.data ?? {} });
      this.#spooled(() => this.#spool?.add(line));
      this.#waiting.push(line); // the caller may change its data afterwards
      this.#plan();
    } catch (error) {
      this.#counts.lost++;
      this.#counts.lastError = String(error);
    }
  }

  /** What became of the events until now. */
  counts(): Counts {
    return { ...this.#counts, waiting: this.#waiting.length };
  }

  /**
   * Sends what waits, for as long as timeoutMs, and ends the buffer. What is not sent by then stays in the spool file, or is lost
   * without one. A process that ends by itself sends what waits without it, but does not wait for a service that is away.
   */
  async close(timeoutMs = 5_000): Promise<Counts> {
    this.#closed = true;
    if (this.#over) return this.counts();
    const end = Date.now() + timeoutMs;
    while (this.#waiting.length > 0 && Date.now() < end) {
      const left = end - Date.now();
      await Promise.race([this.#flush(), new Promise((done) => setTimeout(done, left).unref())]);
      if (this.#pause > this.#everyMs) await new Promise((done) => setTimeout(done, Math.min(this.#pause, Math.max(0, end - Date.now()))));
    }
    if (this.#over) return this.counts(); // another call was first
    this.#over = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#spool) {
      this.#counts.lost += this.#waiting.length;
      this.#waiting = [];
    }
    const counts = this.counts();
    this.#spool?.close();
    return counts;
  }

  /** Sees to it that what waits is sent, at once if it is enough. */
  #plan(): void {
    if (this.#closed || this.#waiting.length === 0) return;
    if (this.#sending) return;
    const stuck = this.#pause > this.#everyMs;
    if (this.#waiting.length >= this.#size && !stuck) {
      this.#sending = new Promise((begin) => setImmediate(begin)).then(() => this.#send()); // capture does not wait for the work of it
    } else if (!this.#timer) {
      this.#timer = setTimeout(() => void this.#flush(), this.#pause);
      if (stuck) this.#timer.unref(); // a service that is away keeps no process alive
    }
  }

  /** Sends one batch; one at a time. */
  #flush(): Promise<void> {
    this.#sending ??= this.#send();
    return this.#sending;
  }

  async #send(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#sendBatch();
    this.#sending = null;
    this.#plan();
  }

  async #sendBatch(): Promise<void> {
    const batch = this.#waiting.slice(0, this.#size);
    if (batch.length === 0) return;
    const { sent, lost, problem } = await this.#sendAll(batch.map((line) => JSON.parse(line) as ExecutionEventInput));
    if (this.#over) return;
    this.#counts.sent += sent;
    this.#counts.lost += lost;
    if (problem) this.#counts.lastError = String(problem);
    this.#waiting.splice(0, sent + lost);
    this.#left = Math.max(0, this.#left - sent - lost);
    if (sent + lost > 0) this.#spooled(() => this.#spool?.forget(sent + lost, this.#waiting));
    const stuck = problem !== null && sent + lost < batch.length;
    this.#pause = stuck ? Math.min(Math.max(2 * this.#pause, problem.after * 1000), longestPause) : this.#everyMs;
  }

  /**
   * Sends events in order. If the service refuses some for good, it finds them by halves, and they count as lost. It tells how
   * many of the first were sent and how many were lost among them, and the last error.
   */
  async #sendAll(batch: ExecutionEventInput[]): Promise<{ sent: number; lost: number; problem: CausewayError | null }> {
    try {
      await this.#client.captureEvents(batch);
      return { sent: batch.length, lost: 0, problem: null };
    } catch (error) {
      const problem = error instanceof CausewayError ? error : new CausewayError({ message: String(error), extensions: { code: "BAD_ANSWER" } });
      if (!refusals.has(problem.code)) return { sent: 0, lost: 0, problem };
      if (batch.length === 1) return { sent: 0, lost: 1, problem };
    }
    const half = Math.floor(batch.length / 2);
    const first = await this.#sendAll(batch.slice(0, half));
    if (first.sent + first.lost < half) return first;
    const rest = await this.#sendAll(batch.slice(half));
    return { sent: first.sent + rest.sent, lost: first.lost + rest.lost, problem: rest.problem ?? first.problem };
  }

  /** Does something to the spool file; an event is sent all the same if that fails. */
  #spooled(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#counts.lastError = `the spool file: ${String(error)}`;
    }
  }
}

/** How much of the file may be sent already before it is written anew, in bytes. */
const compactBytes = 1 << 20;

/** A file of events that are not known to be sent, one a line. It outlives the process, not a loss of power. */
class Spool {
  readonly #path: string;
  #file: number;
  #sizes: number[] = [];
  #sent = 0;
  #torn = false;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "a", 0o600);
  }

  /** What an earlier process left. A line that was cut off is dropped: capture had not returned for it. */
  read(): string[] {
    const lines = existsSync(this.#path) ? readFileSync(this.#path, "utf8").split("\n").slice(0, -1) : [];
    const waiting = lines.filter(isEvent);
    this.#rewrite(waiting);
    return waiting;
  }

  add(line: string): void {
    const content = Buffer.from((this.#torn ? "\n" : "") + line + "\n");
    this.#sizes.push(content.length);
    this.#torn = true;
    this.#torn = writeSync(this.#file, content) !== content.length;
  }

  /** Drops the first n events, which are sent; rest are the others. */
  forget(n: number, rest: string[]): void {
    for (const size of this.#sizes.splice(0, n)) this.#sent += size;
    if (rest.length === 0 || this.#sent >= compactBytes) this.#rewrite(rest);
  }

  /** Leaves only what is not sent, by another file that takes the place of this one. */
  #rewrite(rest: string[]): void {
    const lines = rest.map((line) => line + "\n");
    this.#sizes = lines.map((line) => Buffer.byteLength(line));
    this.#sent = 0;
    this.#torn = false;
    if (rest.length === 0) return ftruncateSync(this.#file, 0);
    const fresh = this.#path + ".new";
    writeFileSync(fresh, lines.join(""), { mode: 0o600 });
    renameSync(fresh, this.#path);
    closeSync(this.#file);
    this.#file = openSync(this.#path, "a");
  }

  close(): void {
    closeSync(this.#file);
  }
}

function isEvent(line: string): boolean {
  try {
    return typeof (JSON.parse(line) as { id?: unknown } | null)?.id === "string";
  } catch {
    return false;
  }
}
