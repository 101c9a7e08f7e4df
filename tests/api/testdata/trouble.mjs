// What the package makes of services with which things go wrong; CAUSEWAY_URL is before all of them.
import { Causeway, CausewayError } from "causeway";

const base = process.env.CAUSEWAY_URL;
const episode = { id: "trouble", task: "Meet trouble" };
const real = new Causeway({ url: `${base}/real` });

/** Returns the error of a call. */
async function refused(call) {
  try {
    await call;
  } catch (error) {
    if (error instanceof CausewayError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

console.log(`wrong token: ${(await refused(new Causeway({ url: `${base}/real`, token: "cw_wrong" }).why("trouble/outcome"))).code}`);

const lost = await refused(new Causeway({ url: `${base}/lost`, timeoutMs: 2000 }).record(episode));
console.log(`no answer: ${lost.code}`);
console.log(`with the key of the error: ${(await real.record(episode, { key: lost.key })).change}`);
console.log(`with another key: ${(await real.record(episode)).change}`);

console.log(`behind a proxy that stumbles: ${(await new Causeway({ url: `${base}/proxy` }).record(episode)).change}`);

console.log(`other: ${(await refused(new Causeway({ url: `${base}/other` }).recall("anything"))).code}`);
console.log(`nobody: ${(await refused(new Causeway({ url: "http://127.0.0.1:1", attempts: 1 }).recall("anything"))).code}`);

const busy = new Causeway({ url: `${base}/busy`, attempts: 2 });
console.log(`busy: ${(await refused(busy.send("mutation { anything }"))).code}`);
console.log(`busy: ${(await refused(busy.recall("anything"))).code}`);

const slash = await refused(real.record({ id: "no/slash", task: "Be refused" }));
console.log(`refused: ${slash.code} ${slash.field}, hint ${slash.hint ? "given" : "missing"}`);
