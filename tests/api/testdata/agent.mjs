// An agent that captures an event for each step of an endless loop and says so; with "drain", the one that comes after it. With "measure" a
// loop of 1,000 tasks. With "ends", one that ends while the service does not answer, or is not there.
import { openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
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
} else if (what === "ends") {
  let begun;
  const asked = new Promise((done) => (begun = done));
  const service = createServer((_request, response) => begun(response)).listen(0, "127.0.0.1");
  await new Promise((done) => service.on("listening", done));
  const late = new EventBuffer({ url: `http://127.0.0.1:${service.address().port}`, spool, size: 1 });
  late.capture({ workflowId: "late", type: "TASK_COMPLETE", data });
  const response = await asked;
  const counts = await late.close(1);
  const again = await late.close();
  // What the agent opens next has the number that the spool file had. An answer that comes now must not touch it.
  const other = spool + ".other";
  writeFileSync(other, "keep");
  for (let n = 0; n < 8; n++) openSync(other, "r+");
  response.setHeader("Content-Type", "application/json");
  response.end('{"data": {"captureEvents": {"receipts": [{"eventId": "e"}]}}}');
  service.close();
  await new Promise((done) => service.on("close", done));
  for (let n = 0; n < 10; n++) await step();
  const kept = readFileSync(other, "utf8") === "keep" && readFileSync(spool, "utf8").includes('"late"');
  if (counts.waiting !== 1 || again.waiting !== 1 || late.counts().sent !== 0 || !kept) {
    console.log(JSON.stringify([counts, again, late.counts(), kept]));
    process.exitCode = 1;
  }
  new EventBuffer({ url: "http://127.0.0.1:1", spool: spool + ".away" }).capture({ workflowId: "away", type: "TASK_COMPLETE", data }); // the process ends all the same
} else {
  const buffer = new EventBuffer({ spool, most: 1_000_000 });
  for (let number = 0; ; number++) {
    const id = crypto.randomUUID();
    buffer.capture({ id, workflowId: "killed", type: "TASK_COMPLETE", taskId: `t${number}`, data });
    writeSync(1, id + "\n");
    await step();
  }
}
