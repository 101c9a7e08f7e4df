// A scripted host of MCP Apps: it shows the page in a frame without an origin, as hosts do, answers its
// handshake and tells it the results of a tool.
import { run } from './chromium.mjs';

await run({ width: 700, height: 800 }, async (page, { html, results, pictures }) => {
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()); });
  await page.setContent('<!doctype html><iframe sandbox="allow-scripts" style="width:100%;height:700px"></iframe>');
  await page.evaluate((html) => {
    const frame = document.querySelector('iframe');
    window.heard = [];
    window.tell = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
    window.addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      window.heard.push(data);
      if (data.method === 'ui/initialize') {
        window.tell({ id: data.id, result: {
          protocolVersion: data.params.protocolVersion, hostInfo: { name: 'test', version: '1' }, hostCapabilities: {}, hostContext: { theme: 'dark' },
        } });
      }
    });
    frame.srcdoc = html;
  }, html);
  await page.waitForFunction(() => window.heard.some((m) => m.method === 'ui/notifications/initialized'));
  const frame = page.frames()[1];
  const seen = [];
  for (const result of results) {
    await page.evaluate((params) => {
      window.tell({ method: 'ui/notifications/tool-input', params: { arguments: {} } });
      window.tell({ method: 'ui/notifications/tool-result', params });
    }, result);
    await frame.waitForFunction(() => !/^(Waiting|Looking) for a path/.test(document.getElementById('told').textContent));
    seen.push(await frame.evaluate(() => ({
      told: document.getElementById('told').textContent,
      nodes: [...document.querySelectorAll('.node')].map((n) => n.textContent),
      links: [...document.querySelectorAll('.link')].map((n) => n.textContent),
      scripts: document.scripts.length,
      theme: document.documentElement.dataset.theme,
    })));
    if (pictures) await page.screenshot({ path: `${pictures}/mcp-app-${seen.length}.png` });
  }
  await page.evaluate(() => { window.tell({ id: 'p', method: 'ping' }); window.tell({ id: 'x', method: 'tools/none' }); });
  await page.waitForFunction(() => window.heard.some((m) => m.id === 'x' && m.error) && window.heard.some((m) => m.id === 'p' && m.result));
  const heard = await page.evaluate(() => [...new Set(window.heard.map((m) => m.method).filter(Boolean))]);
  return { seen, heard, problems };
});
