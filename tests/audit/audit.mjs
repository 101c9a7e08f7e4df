// Runs the audit of GraphQL over HTTP against a service and prints what is not ok. The only
// argument is the address of the GraphQL endpoint.
import { auditServer } from 'graphql-http';

const results = await auditServer({ url: process.argv[2] });
const failed = results.filter((result) => result.status !== 'ok');
for (const { status, id, name, reason } of failed) {
  console.error(`[${status}] ${id} ${name}: ${reason}`);
}
console.log(JSON.stringify({ audits: results.length, ok: results.length - failed.length }));
process.exit(failed.length === 0 ? 0 : 1);
