// Uses the analyst's workspace: does the tasks of docs/analysts.md and counts their steps, looks at every page in both
// schemes and at the width of a phone, and shows it texts that would do harm if they were more than texts.
import { readFileSync } from 'node:fs';
import { arrived, run } from './chromium.mjs';

const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const places = {
  home: '?project=demo-team', episodes: 'episodes?project=demo&failed=yes', recall: 'episodes?project=demo&q=charged+twice', episode: 'episode?project=demo&key=episode-2026-04-02-1',
  patterns: 'patterns?project=demo-team', factors: 'factors?project=demo', beside: 'episode?project=booking&key=try-3', explore: 'explore?project=demo-team', action: 'action?project=deploys&action=rollout%3Dall+at+once', rates: 'explore?project=demo-team&pattern=take+a+change+back', changes: 'changes?project=months', doubts: 'factors?project=calls', path: 'explore?project=demo&what=steps&from=episode-2026-03-02-1/d002&to=episode-2026-04-02-1/outcome',
  effect: 'explore?project=demo-team&action=How+the+change+goes+out&target=outcome%3Dfailure&avoid=yes',
};
const found = { pattern: ['patterns?project=demo-team', 'main a[href*="pattern?"]'], factor: ['factors?project=demo', 'main a[href*="factor?"]'] };
const main = (page) => page.locator('main').innerText();

await run({ width: 1280, height: 900 }, async (page, { link, tasks, hostile, token, pictures }) => {
  const problems = [];
  const headers = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text()); });
  page.on('request', (request) => { if (request.url().endsWith('/graphql')) headers.push(request.headers().authorization ?? ''); });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
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
    await arrived(page);
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
    const began = Date.now();
    const text = await act(steps);
    out[name] = { steps: done.steps, text, took: Date.now() - began };
  };
  await task('yesterday\'s failures', async ({ open, click }) => {
    await open(`${link}?project=booking`);
    await click('yesterday');
    await page.getByText('latest first').waitFor();
    return main(page);
  });
  await task('why it failed', async ({ open, click }) => {
    await open(`${link}?project=booking`);
    await click('Move the booking', '.warm li:has(a[href*="key=try-3"])');
    await page.locator('.suspects').waitFor();
    return page.locator('.second').innerText();
  });
  await task('which step decided', async ({ open, click }) => {
    await open(`${link}?project=booking`);
    await click('Move the booking', '.warm li:has(a[href*="key=try-3"])');
    await page.locator('.suspects').waitFor();
    await click('cancel_booking', '.suspects');
    return page.locator('.steps .shown').innerText();
  });
  await task('beside a good run', async ({ open, click }) => {
    await open(`${link}?project=booking`);
    await click('Move the booking', '.warm li:has(a[href*="key=try-3"])');
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
    await open(`${link}?project=demo-team`);
    await click('Widen the key', '.warm .rows');
    await click('What if…', '.steps .decision:has-text("How the change goes out")');
    await click('had been chosen?', '.steps .decision:has-text("How the change goes out")');
    await page.locator('.answer').first().waitFor();
    return page.locator('.answer').first().innerText();
  });
  await task('how its options compare', async ({ open, click }) => {
    await open(`${link}?project=demo-team`);
    await click('Widen the key', '.warm .rows');
    await click('What if…', '.steps .decision:has-text("How the change goes out")');
    await click('Compare its options', '.steps .decision:has-text("How the change goes out")');
    await page.locator('#plot svg').first().waitFor();
    return page.locator('#options').innerText();
  });
  await task('in March', async ({ open, click }) => {
    await open(`${link}?project=demo`);
    await click('What changed in June 2026');
    await click('March 2026', 'nav.presets');
    await click('Its failures', 'tr:has-text("second")');
    await page.getByText('latest first').waitFor();
    return page.locator('main').innerText();
  });
  await task('who stated it', async ({ open, click }) => {
    await open(`${link}?project=demo`);
    await click('Somebody tries out stolen cards', '.warm .rows');
    await click('the path', '.second');
    await page.locator('#links button').first().waitFor();
    await click(/causes|enables|prevents/, '#links');
    return page.locator('#evidence').innerText();
  });
  await task('which is doubted', async ({ open, click }) => {
    await open(`${link}?project=demo`);
    await click('Factors and links in doubt');
    await page.getByText('The counts do not bear them out').waitFor();
    await click('charge retry policy=Use the same client', '.panel li > a');
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
    await open(`${link}?project=months`);
    await click('What changed in April 2026');
    await click('Its failures', 'tr:has-text("second")');
    await page.getByText('latest first').waitFor();
    return main(page);
  });
  await task('before an action', async ({ open, click }) => {
    await open(`${link}?project=deploys`);
    await click('Check', 'header nav');
    await click('rollout=all at once', '.panel');
    await page.locator('.facts').first().waitFor();
    return main(page);
  });
  await task('an action with its task', async ({ open, type }) => {
    await open(`${link}action?project=deploys`);
    await type('Action', 'rollout=canary');
    await type('Task', 'Deploy the router', true);
    await page.locator('.facts').first().waitFor();
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
    await open(`${link}?project=calls`);
    await click('Factors and links in doubt');
    await click(' causes ', '.panel:has-text("against the graph") small');
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
    const pinned = await page.locator('#told').innerText();
    const locked = await page.evaluate(() => /** @type {any} */ (document.getElementById('graph'))._cyreg.cy.nodes(':locked').length);
    await page.locator('#asked summary').click();
    return `${nearer > 1.2} ${pinned} ${locked}\n${await page.locator('#asked').innerText()}`;
  });
  await task('a name while it is typed', async ({ open, type }) => {
    await open(`${link}explore?project=demo`);
    await type('From', 'idempotency');
    await page.waitForFunction(() => document.querySelectorAll('#froms option').length > 0);
    return page.evaluate(() => [...document.querySelectorAll('#froms option')].map((o) => o.getAttribute('value')).join('\n'));
  });
  await task('a plot for a report', async ({ open, click }) => {
    await open(`${link}?project=demo-team`);
    await click('Explore', 'header nav');
    await click(/^How the change goes out$/, '.offers');
    await page.locator('#plot svg').first().waitFor();
    const saved = page.waitForEvent('download');
    await click('Plot as SVG', '#effects');
    return readFileSync(await (await saved).path(), 'utf8');
  });
  await task('a drawing for a report', async ({ open, click }) => {
    await open(`${link}?project=demo`);
    await click('Explore', 'header nav');
    await click('Somebody tries out stolen cards', '.offers');
    await page.locator('#links button').first().waitFor();
    const saved = page.waitForEvent('download');
    await click('SVG', '#tools');
    return readFileSync(await (await saved).path(), 'utf8');
  });
  await task('how a pattern stands', async ({ open, click }) => {
    await open(`${link}?project=demo-team`);
    await click('Take a change back');
    await page.getByText('An episode is a trial').waitFor();
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
  await task('send the path', async ({ open, click }) => {
    await open(`${link}?project=demo`);
    await click('Explore', 'header nav');
    await click('Somebody tries out stolen cards', '.offers');
    await page.locator('#links button').first().waitFor();
    const drawn = await page.locator('#links').innerText();
    await click('Copy the link', '#tools');
    await page.getByText('is copied').waitFor();
    const colleague = await page.context().browser().newPage();
    await colleague.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await colleague.locator('#links button').first().waitFor();
    const seen = await colleague.locator('#links').innerText() === drawn;
    await colleague.close();
    return `${drawn !== ''} ${seen}`;
  });
  return out;
}

// look opens every page at two widths and in both schemes, and returns what is wrong with it: findings of axe-core, what is wider
// than the window, texts below 12 pixels. Of the findings only those of contrast depend on the scheme.
async function look(page, link, pictures) {
  const serious = [];
  const wide = [];
  const tiny = [];
  const all = { ...places };
  for (const [name, [list, first]] of Object.entries(found)) {
    await page.goto(link + list);
    const of = page.locator(first).first();
    await of.waitFor();
    all[name] = (await of.evaluate((a) => a.href)).slice(link.length);
  }
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [name, address] of Object.entries(all)) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(link + address);
      await page.waitForLoadState('networkidle');
      await page.evaluate(axe);
      if (pictures && width === 1280 && ['home', 'episode', 'patterns', 'action'].includes(name)) await page.screenshot({ path: `${pictures}/desk-${name}.png` });
      for (const scheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.waitForFunction((now) => document.documentElement.dataset.theme === now, scheme);
        const { violations } = await page.evaluate((options) => axe.run(document, options), scheme === 'dark' ? { runOnly: ['color-contrast'] } : {});
        serious.push(...violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${name} ${width} ${scheme}: ${v.id} ${v.nodes[0].html.slice(0, 120)}`));
      }
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(`${name} ${width}`);
      tiny.push(...(await page.evaluate(small)).map((text) => `${name} ${width}: ${text}`));
    }
  }
  await page.goto(link + all.home);
  await page.locator('header nav a').last().waitFor();
  for (const width of [1110, 1200, 1300, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    if (await page.evaluate(covered)) wide.push(`the links of home ${width}`);
  }
  return { serious, wide, tiny };
}

// covered reports whether something lies over a link of the header.
function covered() {
  return [...document.querySelectorAll('header nav a')].some((a) => {
    const { right, top, height } = a.getBoundingClientRect();
    return !a.contains(document.elementFromPoint(right - 2, top + height / 2));
  });
}

// small returns the texts that are drawn lower than 12 pixels: of the page, of plots as they are scaled, and of the drawing.
function small() {
  const out = [];
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim());
    if (!own || !e.checkVisibility() || ['SCRIPT', 'NOSCRIPT', 'OPTION', 'STYLE'].includes(e.tagName)) continue;
    const svg = e.ownerSVGElement;
    const scale = svg && svg.viewBox.baseVal.width ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    const size = parseFloat(getComputedStyle(e).fontSize) * scale;
    if (size < 11.95) out.push(`${size.toFixed(1)} ${e.textContent.trim().slice(0, 40)}`);
  }
  const zoom = document.getElementById('graph')?.checkVisibility() ? document.getElementById('graph')._cyreg?.cy.zoom() : undefined;
  if (zoom * 13 < 11.95) out.push(`${(zoom * 13).toFixed(1)} in the drawing`);
  return out;
}

// harm shows texts that would run if they were parsed as markup.
async function harm(page, link, key) {
  const texts = {};
  const wide = [];
  const see = async (name, address) => {
    await page.goto(link + address);
    await page.waitForLoadState('networkidle');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(`${name} ${width}`);
    }
    texts[name] = await page.locator('body').innerText();
  };
  await see('home', '?project=evil');
  await see('explore', 'explore?project=evil');
  await see('action', `action?${new URLSearchParams({ project: 'evil', action: texts.home.match(/<img.*script>/)[0] })}`);
  await see('long path', `explore?project=evil&what=steps&from=${key}/d2&to=${key}/outcome`);
  await see('path', `explore?project=evil&what=steps&from=${key}/d1&to=${key}/outcome`);
  await page.locator('#links button').first().click();
  await see('episode', `episode?project=evil&key=${key}`);
  await page.locator('details.panel > summary').click();
  await page.waitForLoadState('networkidle');
  await see('episodes', 'episodes?project=evil');
  const saved = page.waitForEvent('download');
  await page.getByText('Save as CSV').click();
  texts.csv = readFileSync(await (await saved).path(), 'utf8');
  return { texts, wide, ran: await page.evaluate(() => window.ran === 1) };
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
  await page.locator('header nav').getByText('Explore').click();
  await page.getByRole('heading', { name: 'Explore causes' }).waitFor();
  await page.waitForLoadState('networkidle');
  const drawing = `${await page.locator('#status').innerText()}${await page.locator('#told').innerText()}`;
  const kept = await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage));
  return { texts: { before, after, drawing }, kept };
}
