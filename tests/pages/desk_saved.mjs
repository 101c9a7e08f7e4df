// Saves what the analyst's workspace offers as files, pins boxes of a drawing, looks at what rests on things, and types into the
// fields that offer what is recorded.
import { readFileSync } from 'node:fs';
import { run } from './chromium.mjs';

const path = 'explore?project=demo&what=steps&from=episode-2026-03-02-1/d002&to=episode-2026-04-02-1/outcome';

await run({ width: 1280, height: 900 }, async (page, { link }) => {
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()); });
  const open = async (address) => {
    await page.goto(link + address);
    await page.waitForLoadState('networkidle');
  };
  const texts = { ...await files(page, open), ...await pins(page, open), ...await rests(page, open, link), ...await offers(page, open), ...await long(page, open), ...await times(page, open) };
  return { texts, problems };
});

// files returns the contents of what can be saved; pictures as base64.
async function files(page, open) {
  const out = {};
  const save = async (name, within, button = 'Save as CSV') => {
    const saved = page.waitForEvent('download');
    await page.locator(within).getByText(button, { exact: true }).first().click();
    out[name] = readFileSync(await (await saved).path(), button.endsWith('PNG') ? 'base64' : 'utf8');
  };
  await open('episodes?project=demo&failed=yes');
  await save('episodes', 'main');
  await open('episode?project=demo&key=episode-2026-04-02-1');
  await save('timeline', '.panel:has(.steps)');
  await open('patterns?project=demo');
  await save('patterns', 'main');
  await open('factors?project=demo&least=2');
  await save('factors', '.panel:has-text("What recurs")');
  await open('episode?project=booking&key=try-3');
  await save('comparison', '.panel:has-text("Beside a good run")');
  await open('changes?project=months&before=2026-03-01&beforeEnd=2026-04-01&after=2026-04-01&afterEnd=2026-05-01');
  await save('changes', '.panel:has-text("What carries the change")');
  await open('explore?project=deploys&what=effect&action=rollout&target=outcome%3Dfailure&avoid=yes');
  await save('effects', '#effects');
  await save('plot', '#effects', 'Plot as PNG');
  await open('explore?project=demo&pattern=put+a+known+risk+off&period=MONTH');
  await save('rates', '#rates');
  await open(path);
  for (const [name, button] of [['links', 'CSV'], ['mermaid', 'Mermaid'], ['svg', 'SVG'], ['png', 'PNG']]) await save(name, '#tools', button);
  return out;
}

// pins drags a box, pins it, adds the neighbors of another, draws anew, and opens the address as a colleague would.
async function pins(page, open) {
  await open(path);
  const graph = (p) => p.evaluate(() => {
    const { cy } = /** @type {any} */ (document.getElementById('graph'))._cyreg;
    return cy.nodes().map((n) => ({ key: n.id(), x: Math.round(n.position('x')), y: Math.round(n.position('y')), locked: n.locked() })).sort((a, b) => (a.key < b.key ? -1 : 1));
  });
  const pin = 'episode-2026-03-04-1/d002';
  const drawn = await graph(page);
  const at = await page.evaluate((key) => {
    const graph = document.getElementById('graph');
    const { x, y } = /** @type {any} */ (graph)._cyreg.cy.getElementById(key).renderedPosition();
    const box = graph.getBoundingClientRect();
    return { x: box.x + x, y: box.y + y };
  }, pin);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 30, at.y + 80, { steps: 5 });
  await page.mouse.up();
  const box = (key) => page.locator(`#factors [data-key="${key}"]`);
  await box(pin).focus();
  await page.locator('#tools').getByText('Pin', { exact: true }).click();
  const pinned = await graph(page);
  await box('episode-2026-04-02-1/e002').focus();
  await page.locator('#tools').getByText('Add neighbors').click();
  await page.getByText('were added next to').waitFor();
  const more = await graph(page);
  const colleague = await page.context().browser().newPage();
  await colleague.goto(page.url());
  await colleague.waitForFunction((n) => (/** @type {any} */ (document.getElementById('graph'))?._cyreg?.cy.nodes().length ?? 0) === n, more.length);
  const shared = await graph(colleague);
  await colleague.close();
  await page.getByText('Draw', { exact: true }).click();
  await page.waitForFunction((n) => /** @type {any} */ (document.getElementById('graph'))._cyreg.cy.nodes().length === n, drawn.length);
  const again = await graph(page);
  const place = (nodes) => nodes.find((n) => n.key === pin);
  return { pins: JSON.stringify({ drawn: place(drawn), pinned: place(pinned), more: place(more), shared: place(shared), again: place(again), before: drawn.length, after: more.length, locked: shared.filter((n) => n.locked).length }) };
}

// long opens a suspect of a run that is too long to be listed at once.
async function long(page, open) {
  await open('episode?project=long&key=long-1');
  const first = await page.locator('.steps > li').count();
  await page.locator('.suspects button').first().click();
  await page.locator('.steps .shown').waitFor();
  return { long: `${first} ${await page.locator('.steps > li').count()} ${await page.locator('.steps .shown').innerText()}` };
}

// times draws a path as it was before two days.
async function times(page, open) {
  const out = {};
  for (const day of ['2026-04-05', '2026-04-01']) {
    await open(`${path}&until=${day}`);
    out[day] = await page.locator('#told').innerText();
  }
  return out;
}

// rests opens what rests on an episode and on a link, goes to one of the things, and looks at the episode after it was retracted.
async function rests(page, open, link) {
  const unfold = async (within) => {
    await page.locator(within).getByText('What rests on it', { exact: true }).click();
    await page.locator(`${within} .rests h3`).first().waitFor();
    return page.locator(`${within} .rests > div`).first().evaluate((e) => e.innerText + [...e.querySelectorAll('details:not([open])')].map((d) => d.textContent).join('\n'));
  };
  await open('episode?project=router&key=deploy-05');
  const episode = await unfold('section.panel:has(.rests)');
  const unlinked = await page.locator('.rests li:not(:has(a))').count();
  await page.locator('.rests').getByText('outcome=failure CAUSES rollout=canary').click();
  await page.locator('#evidence table').first().waitFor();
  const evidence = await page.locator('#evidence-title').innerText();
  await open('explore?project=router&what=steps&from=deploy-05/outcome&to=deploy-07/d001');
  await page.locator('#links button').first().click();
  const ofLink = await unfold('#evidence');
  await page.request.post(`${link}graphql`, { data: { query: 'mutation { retract(project: "router", of: {episode: "deploy-05"}, reason: "it ran against the wrong router") { known } }' } });
  await open('episode?project=router&key=deploy-05');
  return { rests: episode, unlinked: String(unlinked), evidence, restsOnLink: ofLink, retracted: await page.locator('.flag').innerText() };
}

// offers types into fields and returns what their lists hold then.
async function offers(page, open) {
  const out = {};
  const type = async (name, field, text) => {
    const input = page.getByLabel(field).first();
    await input.focus();
    await input.pressSequentially(text);
    await page.waitForFunction((e) => /** @type {any} */ (e).list.children.length > 0, await input.elementHandle());
    out[`offer: ${name}`] = await input.evaluate((e) => [.../** @type {any} */ (e).list.children].map((o) => o.value).join('\n'));
  };
  await open('patterns?project=demo');
  await type('pattern', 'Text', 'risk');
  await open('episodes?project=demo');
  await type('task', 'Task contains', 'refund');
  for (const field of ['Domain', 'Kind of task', 'Session', 'Tag', 'Tool']) await type(field, field, '');
  await open('episode?project=demo&key=episode-2026-04-02-1');
  await type('episode', 'Key of another episode', 'refund');
  await open('action?project=demo');
  await type('context', 'Known before', 'a=b, season');
  return out;
}
