// Does with the package causeway what the example clients in the other languages do.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { Causeway, CausewayError, type EpisodeInput, type ImportFileInput } from "causeway";

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
 * Writes both episodes. Each write has a key of its own; without one the package makes it. However
 * often the call is made with it, it writes once and has one receipt.
 */
async function record(memory: Causeway): Promise<void> {
  for (const episode of [monday, tuesday]) {
    const key = randomUUID();
    for (const what of ["recorded", "repeated"]) {
      const receipt = await memory.record(episode, { key });
      console.log(`${what} ${receipt.episodeKey}: ${receipt.change}`);
    }
  }
}

/** Asks in other words than the episode has. */
async function recall(memory: Causeway): Promise<void> {
  const { hits } = await memory.recall("a kiosk shows an old price", { first: 3 });
  console.log(`recall: ${hits[0]?.episode.key}`);
}

/** Asks what led to a decision, nearest first. */
async function why(memory: Causeway): Promise<void> {
  const { edges } = await memory.why("tuesday/d001");
  console.log(`why: ${edges.map((cause) => cause.node.label).join(", ")}`);
}

/** Asks how one decision led to another. */
async function path(memory: Causeway): Promise<void> {
  const answer = await memory.path("monday/d001", "tuesday/d001");
  const hops = answer.paths[0]?.hops ?? [];
  console.log(`path: ${[hops[0]?.source.label, ...hops.map((hop) => hop.target.label)].join(" -> ")}`);
}

/** Asks what another option would have led to; two episodes cannot tell, and the answer says so. */
async function whatIf(memory: Causeway): Promise<void> {
  console.log(`what if: ${(await memory.whatIf("monday", "d001", "Ask for fewer prices")).status}`);
}

/** Asks for what to read before a task; the text goes into a prompt. */
async function context(memory: Causeway): Promise<void> {
  const answer = await memory.context("keep prices in the kiosks", { budget: 400 });
  console.log(`context: ${answer.tokens} of ${answer.budget} tokens, ${answer.text.split("\n")[0]}`);
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

/**
 * Reports what a workflow did while it runs. An event is on disk when the call answers; one with an id that is there is not added
 * again. In the loop of an agent an EventBuffer does it without making it wait.
 */
async function capture(memory: Causeway): Promise<void> {
  const receipts = await memory.captureEvents([
    {
      id: "6a1c2f9e-52f4-4b0e-9d3f-2b7f6c1d0a01",
      workflowId: "prices-update",
      type: "WORKFLOW_START",
      at: "2026-05-05T08:00:00Z",
      data: { context: { workflowType: "release", domain: "prices" } },
    },
    {
      id: "6a1c2f9e-52f4-4b0e-9d3f-2b7f6c1d0a02",
      workflowId: "prices-update",
      type: "TASK_COMPLETE",
      taskId: "copy",
      at: "2026-05-05T08:00:02Z",
      data: { result: { status: "success", executionTimeMs: 1200 } },
    },
  ]);
  console.log(`captured: ${receipts.length} events, ${receipts[0]?.unchanged}`);
}

/** Has two files imported, which goes on by itself as a job, and asks how far it is. */
async function imports(memory: Causeway): Promise<void> {
  const started = await memory.importFiles(files);
  for (;;) {
    const job = await memory.job(started);
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
async function mistake(): Promise<void> {
  try {
    await new Causeway({ project: "no-such-project" }).path("anything", "else");
  } catch (error) {
    if (!(error instanceof CausewayError) || error.code !== "PROJECT_NOT_FOUND") throw error;
    console.log(`error: ${error.code} (${error.hint})`);
  }
}

const memory = new Causeway();
for (const step of [record, recall, why, path, whatIf, context, capture, imports]) await step(memory);
await mistake();
