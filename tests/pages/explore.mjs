// Uses the page that draws factors with a keyboard only: no step needs a mouse but the one that
// clicks on a link of the drawing.
import { run } from './chromium.mjs';

await run({ width: 1500, height: 1000 }, async (page, { link, project, questions, typed, header, failures, period, pictures }) => {
  const problems = [];
  const sent = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text()); });
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) sent.push(request.headers().authorization ?? '');
  });
  const answers = {};
  if (header) {
    await page.goto(`${link}?project=${project}`);
    return { sent: await withToken(page, header, typed, sent), kept: await kept(page), unnamed: await unnamed(page), problems };
  }
  for (const [name, question] of Object.entries(questions)) {
    await page.goto(`${link}?${new URLSearchParams({ project, ...question })}`);
    answers[name] = await settled(page);
    const picture = { answer: 'effect', rates: 'rates' }[name];
    if (pictures && picture) await shot(page, `${pictures}/explore-${picture}.png`);
  }
  if (period) {
    const trials = await openTrials(page, `${link}?${new URLSearchParams({ project })}`, questions.rates, period);
    return { answers, trials, unnamed: await unnamed(page), problems };
  }
  if (failures) return { answers, failed: await failing(page, `${link}?${new URLSearchParams({ project, ...questions.path })}`, failures) };
  await page.goto(`${link}?project=${project}`);
  await page.locator('#question').waitFor();
  const walked = await walkThrough(page, typed, pictures);
  await page.goto(`${link}?${new URLSearchParams({ project, ...questions.around })}`);
  await settled(page);
  const schemes = await inBothSchemes(page, pictures);
  return { answers, ...walked, schemes, unnamed: await unnamed(page), kept: await kept(page), problems };
});

// settled waits for the answer and returns what the page says and lists.
async function settled(page) {
  await page.waitForFunction(() => !['Asking…', ''].includes(document.getElementById('told')?.textContent ?? ''));
  return page.evaluate(() => ({
    status: document.getElementById('told').innerText,
    words: document.querySelector('#words p').innerText,
    factors: [...document.querySelectorAll('#factors button span')].map((e) => e.innerText),
    links: [...document.querySelectorAll('#links button')].map((e) => e.innerText),
    drawn: document.querySelectorAll('#graph canvas').length > 0 && !document.getElementById('drawn').hidden,
    drawing: document.getElementById('graph').getAttribute('aria-label'),
    options: [...document.querySelectorAll('#options tbody tr')].map((row) => row.innerText),
    plot: document.getElementById('effects').hidden ? '' : document.querySelector('#plot svg')?.getAttribute('aria-label') ?? 'no plot',
    intervals: document.querySelectorAll('#plot svg line[stroke-width="2.5"], #plot svg g[stroke-width="2.5"] line').length,
    adjusted: document.getElementById('adjusted').innerText,
    rates: document.getElementById('rates').hidden ? [] : [...document.querySelectorAll('#periods tbody tr')].map((row) => row.innerText),
    told: [...document.querySelectorAll('#rates-told li, #rates-changes li')].map((e) => e.innerText),
    plots: [...document.querySelectorAll('#rate-plots > [role="img"]')].map((e) => e.getAttribute('aria-label')),
    dots: document.querySelectorAll('#rate-plots circle[r="4.5"]').length,
    lines: document.getElementById('graph')._cyreg?.cy.edges().map((e) => `${e.data('label')}, ${e.data('width')} wide`) ?? [],
  }));
}

// walkThrough types the question, opens the evidence of a link and an episode, and leaves again.
async function walkThrough(page, question, pictures) {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); // the first link leads to the question
  const first = await focused(page);
  for (const [name, value] of [['From', question.from], ['To', question.to]]) {
    await walk(page, 'Tab', name, 8);
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  const answer = await settled(page);
  const address = page.url();
  await walk(page, 'Tab', answer.factors[0], 40);
  await page.keyboard.press('ArrowDown');
  const second = await focused(page);
  await walk(page, 'Tab', answer.links[0], 60);
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineWidth);
  if (pictures) await shot(page, `${pictures}/explore-path.png`);
  await page.keyboard.press('Enter');
  await page.locator('#evidence table').first().waitFor();
  const panel = await page.evaluate(() => document.activeElement.id);
  const evidence = await page.locator('#evidence').innerText();
  await page.keyboard.press('Tab'); // Close
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.episode').waitFor();
  const episode = await page.locator('.episode').innerText();
  const expanded = await page.evaluate(() => document.activeElement.getAttribute('aria-expanded'));
  if (pictures) {
    const y = await page.locator('#evidence').evaluate((e) => e.getBoundingClientRect().top + scrollY);
    await page.screenshot({ path: `${pictures}/explore-evidence.png`, fullPage: true, clip: { x: 0, y: y - 10, width: 1500, height: 1080 } });
  }
  await page.keyboard.press('Escape');
  const back = await focused(page);
  const closed = await page.locator('#evidence').isHidden();
  const clicked = await click(page);
  await page.keyboard.press('Escape');
  await page.goBack();
  await page.locator('#starts .panel').first().waitFor();
  await page.goForward();
  const again = await settled(page);
  const slow = async (route) => {
    await page.waitForTimeout(300);
    await route.continue().catch(() => {}); // it may have been given up
  };
  await page.route('**/graphql', slow);
  await page.locator('#links button').first().click(); // its evidence is still being asked for when the page is left
  await page.goBack();
  await page.locator('#starts .panel').first().waitFor();
  const left = page.url();
  await page.unroute('**/graphql', slow);
  return { first, second, outline, panel, evidence, episode, expanded, back, closed, clicked, address, left, again: again.links };
}

// openTrials types a question about a pattern, walks to a period of the table, opens its episodes
// and one of them, and leaves again.
async function openTrials(page, address, question, period) {
  await page.goto(address);
  await walk(page, 'Tab', 'what', 24);
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown');
  await walk(page, 'Tab', 'Pattern', 8);
  await page.keyboard.type(question.pattern);
  await walk(page, 'Tab', 'By', 4);
  await page.keyboard.type('weeks');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await walk(page, 'Tab', 'Draw', 6);
  await page.keyboard.press('Enter');
  await settled(page);
  const label = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? '');
  for (let i = 0; i < 30 && !(await label()).includes(' of '); i++) await page.keyboard.press('Tab');
  for (let i = 0; i < 30 && !(await label()).endsWith(period); i++) await page.keyboard.press('ArrowDown');
  const from = await label();
  await page.keyboard.press('Enter');
  await page.locator('#evidence .columns').waitFor();
  const evidence = await page.locator('#evidence').innerText();
  await page.keyboard.press('Tab'); // Close
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.episode').waitFor();
  const episode = await page.locator('.episode').innerText();
  const schemes = [];
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    schemes.push(...await page.evaluate(faint));
  }
  await page.keyboard.press('Escape');
  return { from, evidence, episode, faint: schemes, back: await label(), address: page.url() };
}

// failing opens evidence of what is drawn, and then while the service answers with failures; it returns what the page says to each.
async function failing(page, address, failures) {
  await page.goto(address);
  await settled(page);
  const told = { drawn: await opened(page) };
  for (const [name, answer] of Object.entries(failures)) {
    await page.route('**/graphql', (route) => (answer ? route.fulfill({ json: answer }) : route.abort()));
    told[name] = await opened(page);
    await page.unroute('**/graphql');
  }
  await opened(page);
  const episode = page.locator('#evidence button.open').first();
  await page.route('**/graphql', (route) => route.abort());
  const before = await page.locator('#told').innerText();
  await episode.click();
  await page.waitForFunction((old) => document.getElementById('told').innerText !== old, before);
  told.episode = `${await page.locator('.episode').count()} ${await episode.getAttribute('aria-expanded')} ${await page.locator('#told').innerText()}`;
  return told;
}

// opened opens the evidence of the first link and returns what the page says then.
async function opened(page) {
  const before = await page.locator('#told').innerText();
  await page.locator('#links button').first().click();
  await page.waitForFunction((old) => document.getElementById('told').innerText !== old, before);
  return page.locator('#told').innerText();
}

// click opens the evidence with the mouse, on the middle of the drawn path's first link.
async function click(page) {
  const area = await page.locator('#graph').boundingBox();
  const title = page.locator('#evidence-title');
  for (let x = 0.05; x < 0.95; x += 0.02) {
    await page.mouse.click(area.x + x * area.width, area.y + area.height / 2);
    await page.waitForTimeout(60);
    if (await title.count() > 0) return title.innerText();
  }
  return '';
}

// inBothSchemes measures the contrast of every text, evidence included, in light and dark.
async function inBothSchemes(page, pictures) {
  const out = {};
  await page.locator('#links button').first().click();
  await page.locator('#evidence table').first().waitFor();
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForFunction((now) => document.documentElement.dataset.theme === now, scheme);
    out[scheme] = await page.evaluate(faint);
    if (pictures && scheme === 'dark') await shot(page, `${pictures}/explore-dark.png`);
  }
  await page.locator('#access summary').click();
  await page.locator('#theme').selectOption('light');
  out.chosen = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.reload();
  out.remembered = await page.evaluate(() => document.documentElement.dataset.theme);
  return out;
}

// faint returns the texts whose contrast with what is behind them is under 4.5.
function faint() {
  const channel = (c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const parts = (text) => text.match(/[\d.]+/g).map(Number);
  const light = (text) => {
    const [r, g, b] = parts(text).map((n) => channel(n / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (parts(colour)[3] !== 0) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const out = [];
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim());
    if (!own || !e.checkVisibility() || ['SCRIPT', 'NOSCRIPT', 'OPTION'].includes(e.tagName) || e.id === 'skip') continue;
    const [a, b] = [light(getComputedStyle(e).color), light(behind(e))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) out.push(`${e.textContent.trim().slice(0, 40)}: ${contrast.toFixed(1)}`);
  }
  return out;
}

// withToken writes the token where the page leads to, draws, and returns what was sent from then on.
async function withToken(page, token, question, sent) {
  await page.waitForFunction(() => document.activeElement.name === 'token');
  const before = await page.locator('#status').innerText();
  sent.length = 0;
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
  await page.locator('#question').waitFor();
  await page.locator('input[name="from"]').fill(question.from);
  await page.locator('input[name="to"]').fill(question.to);
  await page.keyboard.press('Enter');
  const { status } = await settled(page);
  return { before, after: status, headers: [...new Set(sent)], address: page.url() };
}

async function shot(page, path) {
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(300); // what is drawn comes to rest
  await page.screenshot({ path });
}

// kept is all that stays in the web browser.
function kept(page) {
  return page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage));
}

// focused returns the name of what has the focus.
function focused(page) {
  return page.evaluate(() => {
    const { activeElement: e } = document;
    return e.labels?.[0]?.firstChild.textContent.trim() || e.name || e.innerText || e.id;
  });
}

// walk presses a key until what it names has the focus, or has it as the begin of its text.
async function walk(page, key, name, most) {
  const seen = [];
  for (let i = 0; i < most; i++) {
    const now = await focused(page);
    if (now === name || now.startsWith(`${name}\n`)) return;
    await page.keyboard.press(key);
    seen.push(await focused(page));
  }
  throw new Error(`${key} does not lead to ${name}, but to ${seen.join(' | ')}`);
}

// unnamed returns what can be used and has no name for a screen reader.
function unnamed(page) {
  return page.evaluate(() => [...document.querySelectorAll('button, a[href], input, textarea, select, summary, [role="img"]')]
    .filter((e) => e.checkVisibility() && !(e.getAttribute('aria-label') || e.textContent.trim() || e.getAttribute('title') || e.labels?.length))
    .map((e) => e.outerHTML.slice(0, 200)));
}
