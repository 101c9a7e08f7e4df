// Uses the explorer page with a keyboard only: no step needs a mouse.
import { run } from './chromium.mjs';

await run({ width: 1500, height: 820 }, async (page, settings) => {
  const sent = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) sent.push(request.headers().authorization ?? '');
  });
  await page.goto(settings.link);
  await page.getByRole('textbox', { name: 'Query Editor' }).waitFor({ state: 'attached' });
  const seen = settings.header ? await withToken(page, settings, sent) : await withoutToken(page, settings);
  return { ...seen, unnamed: await unnamed(page) };
});

// withoutToken runs the questions of the tabs, and looks one field up when there is documentation.
async function withoutToken(page, { tabs, search, pictures }) {
  if (search) await page.getByText('All Schema Types').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); // the first link leads past the documentation
  const first = await focused(page);
  const answers = {};
  for (const tab of tabs) {
    await walk(page, 'Shift+Tab', tab, 20);
    await page.keyboard.press('Enter');
    await walk(page, 'Tab', 'Query Editor', 20);
    await page.waitForTimeout(300); // GraphiQL takes the name of the operation over a moment later
    answers[tab] = await execute(page);
    if (search && tab === tabs[0] && pictures) await page.screenshot({ path: `${pictures}/graphiql.png` });
  }
  const seen = { first, answers, note: await note(page) };
  if (!search) return { ...seen, docs: await docs(page) };
  await page.keyboard.press('Control+k');
  const searching = await focused(page);
  await page.keyboard.type(search);
  await page.waitForFunction((text) => {
    const options = [...document.querySelectorAll('[role="option"]')];
    return options.length > 0 && options.every((o) => o.textContent.includes(text));
  }, search);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Arguments').waitFor();
  return { ...seen, searching, docs: await docs(page) };
}

// withToken reads why there is no documentation, writes the token down, and asks again.
async function withToken(page, { header }, sent) {
  await page.getByRole('status').waitFor();
  const before = await note(page);
  await walk(page, 'Tab', 'Headers', 40);
  await page.keyboard.press('Enter');
  await walk(page, 'Tab', 'Headers editor', 5);
  await page.keyboard.type(header);
  await page.waitForTimeout(600); // GraphiQL takes over what is typed a moment later
  sent.length = 0;
  await page.keyboard.press('Control+Enter');
  await page.getByText('All Schema Types').waitFor();
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  return { before, note: await note(page), docs: await docs(page), sent, kept };
}

// execute runs the query of the editor that has the focus, and returns the answer.
async function execute(page) {
  const before = await result(page);
  const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'));
  await page.keyboard.press('Control+Enter');
  await answered;
  await page.waitForFunction((old) => {
    const now = document.querySelector('.result-window .CodeMirror').CodeMirror.getValue();
    return now !== old && now !== '';
  }, before, { timeout: 1500 }).catch(() => {}); // the same answer again
  return JSON.parse(await result(page));
}

function result(page) {
  return page.evaluate(() => document.querySelector('.result-window .CodeMirror').CodeMirror.getValue());
}

// note is the line above the editors; empty when there is none.
async function note(page) {
  return (await page.getByRole('status').allInnerTexts()).join(' ');
}

function docs(page) {
  return page.getByRole('region', { name: 'Documentation Explorer' }).innerText();
}

// focused returns the name of what has the focus.
function focused(page) {
  return page.evaluate(() => {
    const { activeElement: e } = document;
    const editor = e.closest('.CodeMirror') && e.getAttribute('aria-label') === 'Headers' ? ' editor' : '';
    return (e.getAttribute('aria-label') ?? e.textContent.trim()) + editor;
  });
}

// walk presses a key until what it names has the focus.
async function walk(page, key, name, most) {
  const seen = [];
  for (let i = 0; i < most; i++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press(key);
    seen.push(await focused(page));
  }
  throw new Error(`${key} does not lead to ${name}, but to ${seen.join(' | ')}`);
}

// unnamed returns what can be used and has no name for a screen reader.
function unnamed(page) {
  return page.evaluate(() => [...document.querySelectorAll('button, a[href], input, textarea, select, [role="combobox"]')]
    .filter((e) => e.checkVisibility() && !(e.getAttribute('aria-label') || e.textContent.trim() || e.getAttribute('title') || e.labels?.length))
    .map((e) => e.outerHTML.slice(0, 200)));
}
