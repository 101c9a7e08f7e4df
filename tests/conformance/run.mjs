// Runs the conformance suite of the Model Context Protocol against a service of its own that holds the
// examples: node run.mjs PATH-OF-CAUSEWAY. The scenarios are those that any server can pass; the others
// ask for tools, prompts and resources that a server has only for the suite, like test_simple_text.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const scenarios = [
  'server-initialize', 'logging-set-level', 'ping', 'completion-complete', 'tools-list', 'resources-list', 'prompts-list',
  'dns-rebinding-protection',
];
const here = import.meta.dirname;
const program = resolve(process.argv[2]);
const home = mkdtempSync(join(tmpdir(), 'causeway-conformance-'));
const env = { ...process.env, CAUSEWAY_HOME: home, CAUSEWAY_HTTP_ADDRESS: '127.0.0.1:0', CAUSEWAY_ENGINES: 'embedded', CAUSEWAY_MCP_TOOLS: 'all' };
const causeway = (...args) => execFileSync(program, args, { env, encoding: 'utf8' });

try {
  const url = /^MCP\s+(\S+)$/m.exec(causeway('up', '--detach'))[1];
  const examples = resolve(here, '../../examples');
  causeway('import', '--project', 'demo', ...readdirSync(examples).filter((f) => /^episode-.*\.json$/.test(f)).map((f) => join(examples, f)));
  let failed = 0;
  for (const scenario of scenarios) {
    const ran = spawnSync(join(here, 'node_modules/.bin/node'),
      [join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'), 'server', '--url', `${url}/demo`, '--scenario', scenario],
      { encoding: 'utf8', timeout: 120_000 });
    const [, passed, wrong] = /(\d+) passed, (\d+) failed|Passed: (\d+)\/\d+, (\d+) failed/.exec(ran.stdout)?.filter((v) => v !== undefined) ?? ['', '0', '?'];
    console.log(`${scenario}: ${passed} passed, ${wrong} failed`);
    if (ran.status !== 0) {
      failed++;
      console.log(ran.stdout + ran.stderr);
    }
  }
  console.log(`${scenarios.length - failed} of ${scenarios.length} scenarios passed`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  causeway('down');
  rmSync(home, { recursive: true, force: true });
}
