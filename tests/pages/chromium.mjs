// Starts Chromium without a window and keeps it from every other machine. What a page asked
// of one is kept in outside.
import { chromium } from 'playwright-core';

const flags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

export async function open(viewport) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: flags });
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(40_000); // a busy machine is slow
  const outside = new Set();
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !['localhost', '127.0.0.1'].includes(hostname)) outside.add(hostname);
  });
  return { browser, page, outside };
}

// arrived waits until a page of the workspace is no longer the one before.
export const arrived = (page) => page.locator('main:not([aria-busy="true"])').waitFor({ state: 'attached' });

// run hands the settings of the test to drive and prints what it returns. A failure leaves a
// picture beside the others.
export async function run(viewport, drive) {
  const settings = JSON.parse(process.env.CAUSEWAY_PAGE);
  const { browser, page, outside } = await open(viewport);
  try {
    const seen = await drive(page, settings);
    console.log(JSON.stringify({ ...seen, outside: [...outside] }));
  } catch (error) {
    if (settings.pictures) await page.screenshot({ path: `${settings.pictures}/failed.png` });
    console.error(error);
    process.exitCode = 1;
  } finally {
    await browser.close();
  }
}
