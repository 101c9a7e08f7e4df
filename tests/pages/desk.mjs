// Uses the analyst's workspace: does the tasks of docs/analysts.md and counts their steps, looks at every page in both
// schemes and at the width of a phone, and shows it texts that would do harm if they were more than texts.
import { readFileSync } from 'node:fs';
import { run } from './chromium.mjs';

const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const places = {
  home: '?project=demo-team', episodes: 'episodes?project=demo&failed=yes', recall: 'episodes?project=demo&q=charged+twice', episode: 'episode?project=demo&key=episode-2026-04-02-1',
  patterns: 'patterns?project=demo-team', factors: 'factors?project=demo', beside: 'episode?project=booking&key=try-3', changes: 'changes?project=months', doubts: 'factors?project=calls', path: 'explore/?project=demo&what=steps&from=episode-2026-03-02-1/d002&to=episode-2026-04-02-1/outcome',
  effect: 'explore/?project=demo-team&action=How+the+change+goes+out&target=outcome%3Dfailure&avoid=yes',
};
const found = { pattern: ['patterns?project=demo-team', 'main a[href*="pattern?"]'], factor: ['factors?project=demo', 'main a[href*="factor?"]'] };
const main = (page) => page.locator('main').innerText();

await run({ width: 1280, height: 900 }, async (page, { link, tasks, hostile, token, pictures }) => {
  const problems = [];
  const headers = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text()); });
  page.on('request', (request) => { if (request.url().endsWith('/graphql')) headers.push(request.headers().authorization ?? ''); });
  if (tasks) return { tasks: await doTasks(page, link), ...await look(page, link, pictures), problems };
  if (hostile) return { ...await harm(page, link, hostile), problems };
  return { ...await withToken(page, link, token), headers, problems };
});

// stepping counts what somebody has to do; every step ends when the page has come to rest.
function stepping(page) {
  const done = { steps: 0 };
  const step = async (act) => {
    done.steps++;
    await act();
    await page.waitForLoadState('networkidle');
  };
  return {
    done,
    open: (address) => step(() => page.goto(address)),
    click: (text, within = 'main') => step(() => page.locator(within).getByText(text).first().click()),
    type: (name, text, enter) => step(async () => {
      const field = page.getByLabel(name).first();
      await field.fill(text);
      if (enter) await field.press('Enter');
    }),
  };
}

async function doTasks(page, link) {
  const out = {};
  const task = async (name, act) => {
    const { done, ...steps } = stepping(page);
    const text = await act(steps);
    out[name] = { steps: done.steps, text };
  };
  await task('yesterday\'s failures', async ({ open, click }) => {
    await open(`${link}?project=booking`);
    await click('yesterday');
    await page.getByText('latest first').waitFor();
    return main(page);
  });
  await task('why it failed', async ({ open, click }) => {
    await open(`${link}episodes?project=booking&outcome=FAILURE`);
    await page.locator('a[href*="key=try-3"]').first().waitFor();
    await click('Move the booking', '.rows li:nth-child(2)');
    await page.locator('.suspects').waitFor();
    return page.locator('.second').innerText();
  });
  await task('which step decided', async ({ open, click }) => {
    await open(`${link}episode?project=booking&key=try-3`);
    await page.locator('.suspects').waitFor();
    await click('cancel_booking', '.suspects');
    return page.locator('.steps .shown').innerText();
  });
  await task('beside a good run', async ({ open }) => {
    await open(`${link}episode?project=booking&key=try-3`);
    await page.locator('.pairs').waitFor();
    return page.locator('.pairs').innerText();
  });
  await task('happened before', async ({ open, type }) => {
    await open(`${link}?project=demo`);
    await type('Recall episodes', 'travellers were charged twice', true);
    await page.getByText('the most alike first').waitFor();
    return page.locator('.rows li').first().innerText();
  });
  await task('which option', async ({ open, click }) => {
    await open(`${link}episode?project=demo-team&key=team-2026-01-05-1`);
    await click('What if…', '.steps');
    await click('had been chosen?', '.steps');
    await page.locator('.answer').first().waitFor();
    return page.locator('.answer').first().innerText();
  });
  await task('in March', async ({ open, type, click }) => {
    await open(`${link}episodes?project=demo`);
    await type('Begun since', '2026-03-01');
    await type('Begun before', '2026-04-01');
    await click('Filter', 'form.filters button');
    await page.waitForURL(/since=2026-03-01/);
    await page.getByText('latest first').waitFor();
    return rest(page);
  });
  await task('who stated it', async ({ open, click }) => {
    await open(`${link}episode?project=demo&key=episode-2026-04-02-1`);
    await page.locator('a[href*="explore"][href*="2026-03-02-1"]').first().waitFor();
    await page.evaluate(() => document.querySelector('a[href*="explore"][href*="2026-03-02-1"]').setAttribute('id', 'the-path'));
    await click('the path', 'li:has(> small > #the-path)');
    await page.locator('#links button').first().waitFor();
    await click('enables', '#links');
    return page.locator('#evidence').innerText();
  });
  await task('which is doubted', async ({ open, click }) => {
    await open(`${link}factors?project=demo`);
    await page.getByText('The counts do not bear them out').waitFor();
    await click('charge retry policy=Use the same client');
    await page.locator('#evidence table').first().waitFor();
    return page.locator('#evidence').innerText();
  });
  await task('what changed', async ({ open, click }) => {
    await open(`${link}?project=months`);
    await click('What changed in April 2026');
    await page.getByText('What carries the change').waitFor();
    await page.locator('.panel table').nth(1).waitFor();
    return main(page);
  });
  await task('whose episodes', async ({ open, click }) => {
    await open(`${link}changes?project=months&target=late%3Dyes&before=2026-03-01&beforeEnd=2026-04-01&after=2026-04-01&afterEnd=2026-05-01`);
    await click('Its episodes', 'tr:has-text("second")');
    await page.getByText('latest first').waitFor();
    return main(page);
  });
  await task('what the counts contradict', async ({ open, click }) => {
    await open(`${link}?project=calls`);
    await click('Factors and links in doubt');
    await page.getByText('What the counts say against the graph').waitFor();
    await click('Why', '.panel:has-text("against the graph")');
    return page.locator('.panel', { hasText: 'against the graph' }).innerText();
  });
  await task('evidence of a doubt', async ({ open, click }) => {
    await open(`${link}factors?project=calls`);
    await click('its evidence');
    await page.locator('#evidence table').first().waitFor();
    return page.locator('#evidence').innerText();
  });
  await task('a drawing', async ({ open, click }) => {
    await open(link + places.path);
    await page.locator('#links button').first().waitFor();
    const zoom = () => page.evaluate(() => /** @type {any} */ (document.getElementById('graph'))._cyreg.cy.zoom());
    const before = await zoom();
    await click('Nearer', '#tools');
    const nearer = await zoom() / before;
    await page.locator('#factors button').first().focus();
    await click('Pin', '#tools');
    const pinned = await page.locator('#status').innerText();
    const locked = await page.evaluate(() => /** @type {any} */ (document.getElementById('graph'))._cyreg.cy.nodes(':locked').length);
    await page.locator('#asked summary').click();
    return `${nearer > 1.2} ${pinned} ${locked}\n${await page.locator('#asked').innerText()}`;
  });
  await task('a name while it is typed', async ({ open, type }) => {
    await open(`${link}explore/?project=demo`);
    await type('From', 'idempotency');
    await page.waitForFunction(() => document.querySelectorAll('#froms option').length > 0);
    return page.evaluate(() => [...document.querySelectorAll('#froms option')].map((o) => o.getAttribute('value')).join('\n'));
  });
  await task('a plot for a report', async ({ open, click }) => {
    await open(`${link}explore/?project=demo-team&action=How+the+change+goes+out&target=outcome%3Dfailure&avoid=yes`);
    await page.locator('#plot svg').first().waitFor();
    const saved = page.waitForEvent('download');
    await click('Plot as SVG', '#effects');
    return readFileSync(await (await saved).path(), 'utf8');
  });
  await task('how a pattern stands', async ({ open, click }) => {
    await open(`${link}patterns?project=demo-team`);
    await click('Take a change back', 'table');
    await page.getByText('How it stands').waitFor();
    return main(page);
  });
  await task('merge and take back', async ({ open, click }) => {
    await open(`${link}factors?project=demo`);
    const first = page.locator('.panel', { hasText: 'What may be one' });
    await first.getByText('Merge', { exact: true }).first().waitFor();
    await click(/^Merge$/, '.panel:has-text("What may be one")');
    await page.getByText('Take back').waitFor();
    const merged = await first.innerText();
    await click('Take back');
    await page.waitForFunction(() => !document.body.innerText.includes('Take back') && document.body.innerText.includes('suggestion'));
    return merged;
  });
  await task('send the path', async ({ open }) => {
    await open(`${link}explore/?project=demo&what=steps&from=episode-2026-03-02-1%2Fd002&to=episode-2026-04-02-1%2Foutcome`);
    await page.locator('#links button').first().waitFor();
    return page.locator('#status').innerText();
  });
  return out;
}

// rest is the list after its further pages.
async function rest(page) {
  const more = page.getByRole('button', { name: 'Show more' });
  if (await more.isVisible()) {
    await more.click();
    await page.waitForLoadState('networkidle');
  }
  return page.locator('.rows').innerText();
}

// look opens every page in both schemes and at two widths, and returns what is wrong with it.
async function look(page, link, pictures) {
  const serious = [];
  const wide = [];
  const all = { ...places };
  for (const [name, [list, first]] of Object.entries(found)) {
    await page.goto(link + list);
    const of = page.locator(first).first();
    await of.waitFor();
    all[name] = (await of.evaluate((a) => a.href)).slice(link.length);
  }
  for (const [name, address] of Object.entries(all)) {
    for (const [width, scheme] of [[1280, 'light'], [390, 'dark']]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(link + address);
      await page.waitForLoadState('networkidle');
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => axe.run());
      serious.push(...violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${name} ${width}: ${v.id} ${v.nodes[0].html.slice(0, 120)}`));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(`${name} ${width}`);
      if (pictures && width === 1280 && ['home', 'episode', 'patterns'].includes(name)) await page.screenshot({ path: `${pictures}/desk-${name}.png` });
    }
  }
  return { serious, wide };
}

// harm shows texts that would run if they were parsed as markup.
async function harm(page, link, key) {
  const texts = {};
  const see = async (name, address) => {
    await page.goto(link + address);
    await page.waitForLoadState('networkidle');
    texts[name] = await page.locator('body').innerText();
  };
  await see('home', '?project=evil');
  await see('path', `explore/?project=evil&what=steps&from=${key}/d1&to=${key}/outcome`);
  await page.locator('#links button').first().click();
  await see('episode', `episode?project=evil&key=${key}`);
  await page.locator('details.panel > summary').click();
  await page.waitForLoadState('networkidle');
  await see('episodes', 'episodes?project=evil');
  const saved = page.waitForEvent('download');
  await page.getByText('Save as CSV').click();
  texts.csv = readFileSync(await (await saved).path(), 'utf8');
  return { texts, ran: await page.evaluate(() => window.ran === 1) };
}

// withToken opens the workspace of a service that asks for a token, and gives it.
async function withToken(page, link, token) {
  await page.goto(link);
  await page.waitForFunction(() => document.activeElement.name === 'token');
  const before = await page.locator('#status').innerText();
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
  await page.locator('main h1').waitFor();
  const after = await main(page);
  const kept = await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage));
  return { texts: { before, after }, kept };
}
