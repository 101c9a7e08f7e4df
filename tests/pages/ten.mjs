// Does the ten tasks of docs/analysts.md in projects of a running service and prints steps and seconds of each, and how its pages load:
// CHROMIUM=… CAUSEWAY_PAGE='{"link": "http://127.0.0.1:8484/", "projects": ["demo-team"]}' node ten.mjs
// The projects hold what `causeway demo` imports as demo-team, or more of the kind.
import { arrived, run } from './chromium.mjs';

const css = (selector) => ({ selector });

const tasks = {
  'find yesterday\'s failures': async ({ open, click }) => {
    await open('');
    await click('yesterday', '.counts');
    return ['latest first', 'No episode meets the filters'];
  },
  'why did this run fail': async ({ open, failure }) => {
    await open('');
    await failure();
    return [css('.suspects'), 'Nothing points to a step'];
  },
  'which step decided': async ({ open, failure, click }) => {
    await open('');
    await failure();
    await click(css('.suspects button'));
    return [css('.steps .shown')];
  },
  'has it happened before': async ({ open, type }) => {
    await open('');
    await type('Recall episodes', 'the check after the rollout failed');
    return ['the most alike first'];
  },
  'which option is better, and how sure': async ({ open, failure, click }) => {
    await open('');
    await failure();
    await click('What if…', '.steps .decision:has-text("How the change goes out")');
    await click('Compare its options', '.steps .decision:has-text("How the change goes out")');
    return [css('#plot svg')];
  },
  'what changed in a month': async ({ open, click }) => {
    await open('');
    await click(/^What changed in/);
    await click(css('nav.presets a:nth-child(6)'));
    await click(/^Its failures/, 'tr:has-text("second")');
    return ['latest first', 'No episode meets the filters'];
  },
  'who stated this link': async ({ open, failure, click }) => {
    await open('');
    await failure();
    await click('the path', '.second');
    await click(css('#links button'));
    return ['The episode that states it'];
  },
  'which links are doubted': async ({ open, click }) => {
    await open('');
    await click('Factors and links in doubt');
    await click(css('.panel:has-text("Links in doubt") li > a'));
    return [css('#evidence table')];
  },
  'send the path to a colleague': async ({ open, click }) => {
    await open('');
    await click('Explore', 'header nav');
    await click(css('.offers li:has-text("link") a[href*="what=steps"]'));
    await click('Copy the link', '#tools');
    return ['is copied'];
  },
  'take the plot into a report': async ({ open, click, download }) => {
    await open('');
    await click('Explore', 'header nav');
    await click(/^How the change goes out$/, '.offers');
    await download('Plot as SVG');
    return [css('#plot svg')];
  },
};

await run({ width: 1280, height: 900 }, async (page, { link, projects }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const figures = {};
  for (const project of projects) {
    figures[project] = await perform(page, `${link}?project=${encodeURIComponent(project)}`);
    for (const name of ['', 'episodes', 'patterns', 'factors', 'explore']) figures[project][`/${name}, nothing cached`] = await load(page.context().browser(), `${link}${name}?project=${encodeURIComponent(project)}`);
  }
  return { figures };
});

// load opens an address with nothing cached: seconds to the first paint and until all is there, files and KiB.
async function load(browser, address) {
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const figures = await page.evaluate(() => {
    const files = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]);
    return {
      paint: performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000, done: Math.max(...files.map((f) => f.responseEnd)) / 1000, files: files.length,
      KiB: Math.round(files.reduce((sum, f) => sum + f.transferSize, 0) / 1024),
    };
  });
  await page.close();
  return figures;
}

// perform does each task from home; a step ends when what it leads to can be used, the last when the answer is seen.
async function perform(page, home) {
  const out = {};
  for (const [name, task] of Object.entries(tasks)) {
    let steps = 0;
    const place = (what, within = 'main') => (what.selector ? page.locator(what.selector) : page.locator(within).getByText(what)).first();
    const click = async (what, within) => {
      steps++;
      await place(what, within).click();
      await arrived(page);
    };
    const began = Date.now();
    const ends = await task({
      click,
      open: async () => { steps++; await page.goto(home); },
      failure: async () => { steps++; await page.locator('.warm .rows li a').first().click(); },
      type: async (field, text) => {
        steps++;
        await page.getByLabel(field).first().fill(text);
        await page.keyboard.press('Enter');
      },
      download: async (text) => {
        const saved = page.waitForEvent('download');
        await click(text);
        await (await saved).path();
      },
    });
    await ends.map((end) => place(end, 'body')).reduce((a, b) => a.or(b)).first().waitFor();
    out[name] = { steps, seconds: (Date.now() - began) / 1000 };
  }
  return out;
}
