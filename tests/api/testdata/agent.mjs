// An agent that captures an event for each step of an endless loop and says so; with "drain", the one that comes after it. With "measure" a
// loop of 1,000 tasks.
import { writeSync } from "node:fs";
import { setImmediate as step } from "node:timers/promises";
import { EventBuffer } from "causeway";

const [what, spool] = process.argv.slice(2);
const data = { result: { status: "success", output: "x".repeat(200), executionTimeMs: 3 } };

if (what === "drain") {
  const counts = await new EventBuffer({ spool }).close(100_000);
  console.log(`lost ${counts.lost}, waiting ${counts.waiting}`);
} else if (what === "measure") {
  const buffer = new EventBuffer({ spool });
  const took = [];
  for (let number = 0; number < 1000; number++) {
    await new Promise((done) => setTimeout(done, 1));
    const start = performance.now();
    buffer.capture({ workflowId: "measured", type: "TASK_COMPLETE", taskId: `t${number}`, data });
    took.push(performance.now() - start);
  }
  buffer.capture({ workflowId: "measured", type: "TASK_COMPLETE", data: { cannot: 1n } });
  const counts = await buffer.close(100_000);
  took.sort((a, b) => a - b);
  const sum = took.reduce((a, b) => a + b);
  console.log(`p50 ${(took[500] * 1e3).toFixed(0)} us, p99 ${(took[990] * 1e3).toFixed(0)} us, sum ${sum.toFixed(1)} ms; ${JSON.stringify(counts)}`);
  if (counts.sent !== 1000 || counts.lost !== 1) process.exitCode = 1;
} else {
  const buffer = new EventBuffer({ spool, most: 1_000_000 });
  for (let number = 0; ; number++) {
    const id = crypto.randomUUID();
    buffer.capture({ id, workflowId: "killed", type: "TASK_COMPLETE", taskId: `t${number}`, data });
    writeSync(1, id + "\n");
    await step();
  }
}
