// An example client of causeway in TypeScript, without a framework. types.ts is written from
// the schema, so that the compiler checks every variable that is sent and every field that is read.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import type { EpisodeInput, ImportFileInput, Operations } from "./types.js";

const operations = readFileSync(new URL("../../operations.graphql", import.meta.url), "utf8");

/** The codes with which a call may be made again as it is. */
const passing = new Set(["UNAVAILABLE", "CONFLICT", "CONCURRENCY_LIMIT_EXCEEDED", "JOB_LIMIT_EXCEEDED"]);

interface Problem {
  message: string;
  extensions?: { code?: string; hint?: string; requestId?: string };
}

/** What the service answered instead of data. Programs decide by the code. */
class CausewayError extends Error {
  readonly code: string;
  readonly hint: string;

  constructor(problem: Problem) {
    const code = problem.extensions?.code ?? "";
    super(`${problem.message} (${code})`);
    this.code = code;
    this.hint = problem.extensions?.hint ?? "";
  }
}

/** Sends the operations of ../operations.graphql. */
class Client {
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly attempts = 5,
  ) {}

  /**
   * Returns the data of an answer. While the service is busy the call is made again, after
   * 0.2 s, then twice as long each time, give or take a half; a write may be repeated, as it
   * carries an idempotency key.
   */
  async call<K extends keyof Operations>(operation: K, variables: Operations[K]["variables"]): Promise<Operations[K]["data"]> {
    for (let attempt = 1, pause = 200; ; attempt++, pause *= 2) {
      try {
        return await this.once(operation, variables);
      } catch (error) {
        if (!(error instanceof CausewayError) || !passing.has(error.code) || attempt === this.attempts) throw error;
      }
      await sleep(pause * (0.5 + Math.random()));
    }
  }

  private async once<K extends keyof Operations>(operation: K, variables: Operations[K]["variables"]): Promise<Operations[K]["data"]> {
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (this.token) headers["Authorization"] = `Bearer ${this.token}`;
    const response = await fetch(`${this.url}/graphql`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query: operations, operationName: operation, variables }),
    }).catch((error: unknown) => {
      throw new CausewayError({ message: `${this.url}: ${String(error)}`, extensions: { code: "UNAVAILABLE" } });
    });
    const answer = (await response.json()) as { data: Operations[K]["data"]; errors?: Problem[] };
    const problem = answer.errors?.[0];
    if (problem) throw new CausewayError(problem);
    return answer.data;
  }
}

const monday: EpisodeInput = {
  id: "monday",
  startedAt: "2026-05-04T09:00:00Z",
  outcome: "SUCCESS",
  task: "Make the price list faster",
  tags: ["prices"],
  decisions: [
    {
      id: "d001",
      at: "2026-05-04T09:30:00Z",
      type: "DESIGN",
      outcome: "SUCCESS",
      context: "Each page asks for all prices",
      options: ["Keep prices for an hour", "Ask for fewer prices"],
      chosen: "Keep prices for an hour",
      rationale: "Prices change once a day.",
    },
  ],
};

// The event says what caused it: a decision of the other episode, by its key.
const tuesday: EpisodeInput = {
  id: "tuesday",
  startedAt: "2026-05-05T08:00:00Z",
  outcome: "FAILURE",
  task: "Find out why kiosks sell at old prices",
  tags: ["prices", "kiosks"],
  lessons: ["What is kept has to know when it is outdated."],
  events: [
    {
      id: "e001",
      at: "2026-05-05T08:05:00Z",
      type: "ERROR",
      content: "Kiosk 7 sold at the prices of yesterday",
      causedBy: ["monday/d001"],
      leadsTo: ["d001"],
    },
  ],
  decisions: [
    {
      id: "d001",
      at: "2026-05-05T08:20:00Z",
      type: "RECOVERY",
      outcome: "PARTIAL",
      context: "How to get the new prices to the kiosks",
      chosen: "Throw away what was kept",
    },
  ],
};

/**
 * Writes both episodes. Each write has a key of its own, made before the first attempt: however
 * often the call is made with it, it writes once and has one receipt.
 */
async function record(client: Client, project: string): Promise<void> {
  for (const input of [monday, tuesday]) {
    const key = randomUUID();
    for (const what of ["recorded", "repeated"]) {
      const receipt = (await client.call("Record", { project, input, key })).recordEpisode?.receipt;
      console.log(`${what} ${receipt?.episodeKey}: ${receipt?.change}`);
    }
  }
}

/** Asks in other words than the episode has. */
async function recall(client: Client, project: string): Promise<void> {
  const found = (await client.call("Recall", { project, text: "a kiosk shows an old price" })).recall;
  console.log(`recall: ${found?.hits[0]?.episode.key}`);
}

/** Asks how one decision led to another. */
async function path(client: Client, project: string): Promise<void> {
  const answer = (await client.call("Path", { project, from: "monday/d001", to: "tuesday/d001" })).causalPath;
  const hops = answer?.paths[0]?.hops ?? [];
  console.log(`path: ${[hops[0]?.from.label, ...hops.map((hop) => hop.to.label)].join(" -> ")}`);
}

/** Asks for what to read before a task; the text goes into a prompt. */
async function context(client: Client, project: string): Promise<void> {
  const answer = (await client.call("Context", { project, task: "keep prices in the kiosks" })).contextFor;
  console.log(`context: ${answer?.tokens} of ${answer?.budget} tokens, ${answer?.text.split("\n")[0]}`);
}

const files: ImportFileInput[] = [
  {
    name: "wednesday.json",
    content: JSON.stringify({ id: "wednesday", task: "Tell the kiosks when a price changes", outcome: "success" }),
  },
  {
    name: "thursday.json",
    content: JSON.stringify({ id: "thursday", task: "Count the tickets sold at old prices", outcome: "partial" }),
  },
];

/** Has two files imported, which goes on by itself as a job, and asks how far it is. */
async function imports(client: Client, project: string): Promise<void> {
  const started = (await client.call("Import", { project, files, key: randomUUID() })).importEpisodes?.job;
  if (!started) throw new Error("the import was not started");
  for (;;) {
    const { job } = await client.call("Progress", { job: started.id });
    if (!job) throw new Error(`the job ${started.id} is gone`);
    console.error(`import: ${job.done} of ${job.total}`);
    if (job.state === "RUNNING") {
      await sleep(200);
      continue;
    }
    const { report } = job;
    if (!report) throw new Error(`the import is ${job.state}: ${job.error?.message}`);
    console.log(`imported: ${job.state}, ${report.created} new, ${report.unchanged} there before, ${report.refused} refused`);
    return;
  }
}

/** Shows how a program tells errors apart: by their code, never by the message. */
async function mistake(client: Client): Promise<void> {
  try {
    await client.call("Path", { project: "no-such-project", from: "anything", to: "else" });
  } catch (error) {
    if (!(error instanceof CausewayError) || error.code !== "PROJECT_NOT_FOUND") throw error;
    console.log(`error: ${error.code} (${error.hint})`);
  }
}

const client = new Client(process.env["CAUSEWAY_URL"] || "http://127.0.0.1:8484", process.env["CAUSEWAY_TOKEN"] ?? "");
const project = process.env["CAUSEWAY_PROJECT"] || "clients";
for (const step of [record, recall, path, context, imports, mistake]) await step(client, project);
