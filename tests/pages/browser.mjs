// Uses Neo4j Browser as an analyst does: opens the link, sees the guide, logs in, takes the
// style and the project over, runs boxes of the guide, types a statement, and drops the file
// of saved queries.
import { run } from './chromium.mjs';

await run({ width: 1700, height: 860 }, async (page, { link, password, project, steps, saved, pictures }) => {
  await page.goto(link);
  const guide = await page.getByRole('heading', { name: 'Why did it happen?', exact: true }).innerText();
  const user = await page.getByTestId('username').inputValue();
  await page.getByTestId('password').fill(password);
  await page.getByTestId('connect').click();
  await page.getByText('You are connected as user').waitFor();
  await page.getByLabel('Name of the project').fill('');
  await page.getByLabel('Name of the project').pressSequentially(project);
  const graphs = {};
  for (const { slide, begins, typed, says, picture, places } of steps) {
    if (slide) await turn(page, slide);
    if (typed) await type(page, typed);
    else await page.locator('pre.runnable', { hasText: begins }).locator('i').click();
    const frame = page.locator('article', { hasText: typed ?? begins }).first();
    if (says) await frame.getByText(says).first().waitFor();
    else graphs[begins] = await drawn(page, frame);
    if (picture && pictures) await take(page, frame, places ?? {}, `${pictures}/${picture}`);
  }
  const favorites = await drop(page, saved);
  return { guide, user, graphs, favorites };
});

async function type(page, statement) {
  await page.locator('#monaco-main-editor').click();
  await page.keyboard.type(statement);
  await page.keyboard.press('Control+Enter');
}

// drawn returns what a frame shows once the drawing has come to rest.
async function drawn(page, frame) {
  await frame.locator('svg .node').first().waitFor();
  const panel = frame.getByLabel('Collapse the node properties display');
  if (await panel.isVisible()) await panel.click(); // the Browser keeps it closed afterwards
  await frame.getByLabel('zoom-to-fit').click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1000); // what zooms and fades takes no longer
  return frame.evaluate((f) => ({
    nodes: [...f.querySelectorAll('svg .node')].map((n) => ({
      fill: n.querySelector('circle.b-outline').getAttribute('fill'),
      caption: [...n.querySelectorAll('text')].map((t) => t.textContent).join(' ').replace(/\s+/g, ' ').trim(),
    })),
    relations: [...f.querySelectorAll('svg .relationship')].map((r) => ({
      fill: r.querySelector('path').getAttribute('fill'),
      caption: r.querySelector('text')?.textContent ?? '',
    })),
  }));
}

// turn opens a page of the guide. Its number is only shown near the page that is open.
async function turn(page, slide) {
  const number = page.getByTestId(`pagination-${slide}`);
  for (let turns = 0; !(await number.count()) && turns < slide; turns++) await page.getByText('Next', { exact: true }).click();
  await number.click();
}

// take makes a picture of the guide and the drawing, after dragging what has a place in it.
async function take(page, frame, places, path) {
  await page.evaluate(() => document.querySelectorAll('*').forEach((e) => { e.scrollTop = 0; }));
  const area = await frame.locator('svg.neod3viz').boundingBox();
  for (const [begins, [x, y]] of Object.entries(places)) {
    const node = frame.locator('svg .node', { hasText: begins }).locator('circle.b-outline');
    const from = await node.boundingBox();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(area.x + x * area.width, area.y + y * area.height, { steps: 5 });
    await page.mouse.up();
  }
  await page.evaluate(() => getSelection().removeAllRanges());
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1000);
  await page.screenshot({ path, clip: { x: 0, y: 0, width: 1700, height: area.y + area.height + 10 } });
}

// drop lets a file fall on the window as a hand with a mouse does, and returns the names of
// the saved queries.
async function drop(page, address) {
  const files = await page.evaluateHandle(async (from) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([await (await fetch(from)).blob()], 'queries.zip'));
    return transfer;
  }, address);
  await page.locator('.filedrop').first().dispatchEvent('drop', { dataTransfer: files });
  await page.getByTestId('navigationFavorites').click();
  await page.getByText('causeway', { exact: true }).click();
  await page.getByText('Turning points', { exact: true }).first().waitFor();
  return page.locator('[data-testid^="scriptTitle-"], [data-testid^="savedScript"]').allInnerTexts();
}
