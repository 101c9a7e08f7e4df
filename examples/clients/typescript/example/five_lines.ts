// Records an episode, then asks what to read before a task and why the episode failed.
import { Causeway } from "causeway";

const memory = new Causeway({ project: "prices" });
await memory.record({ id: "monday", task: "Make the price list faster", outcome: "FAILURE", decisions: [{ id: "d001", chosen: "Keep prices for an hour", effects: ["outcome"] }] });
console.log((await memory.context("Keep prices in the kiosks")).text);
console.log((await memory.why("monday/outcome")).edges.map((cause) => cause.node.label));
