import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const require = createRequire('/work/vault-content/e2e/package.json');
const { chromium } = require('playwright-core');
const js = readFileSync('/tmp/vc-bench/bench.js');
const server = createServer((q, r) => {
  if (q.url === '/bench.js') {
    r.setHeader('content-type', 'text/javascript');
    r.end(js);
  } else {
    r.setHeader('content-type', 'text/html');
    r.end('<script type=module src=/bench.js></script>');
  }
}).listen(0, '127.0.0.1', async () => {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
  const page = await browser.newPage();
  page.on('pageerror', (e) => console.log(String(e)));
  page.on('console', (m) => console.log(m.text()));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => 'run' in globalThis);
  for (const line of await page.evaluate(() => globalThis.run())) console.log(JSON.stringify(line));
  await browser.close();
  server.close();
});
