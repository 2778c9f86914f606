import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';
import type { Options } from './support/fixtures.ts';

const { executablePath, args } = await findChromium();

/** `npm test` runs the short form; `.ci/run`, `npm run test:whole` and a run of named files run the whole one. */
const form = process.env['TESTS'];
const isWhole = form !== 'short';

/**
 * The short form runs the main way through each feature, tagged `@journey`. Stories whose layout depends on the size have the
 * tag `@phone`: the whole form runs them in both projects, the short one on the phone only, which most people use. All
 * other stories run on the desktop size only.
 */
export default defineConfig<Options>({
  testDir: './stories',
  outputDir: './test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // Machines for CI are shared. `.ci/test.mjs` names what passed only on the second try.
  retries: form === 'whole' ? 1 : 0,
  timeout: 90_000,
  // High, because it only takes time when a story fails, and the machine may be busy.
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'test-results/report.json' }],
  ],
  use: {
    launchOptions: { executablePath, args },
    colorScheme: 'light',
    // Animations take half of the processor time; stories about motion switch them on.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Paris',
    // Its cache would answer before a test can simulate a broken network; stories about offline use allow it.
    serviceWorkers: 'block',
    // Playwright takes one of each story that ends well, too, and throws it away: a twentieth of the processor time.
    screenshot: form === undefined ? 'only-on-failure' : 'off',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
  },
  projects: [
    {
      name: 'desktop',
      ...(isWhole ? { grepInvert: /@phone-only/ } : { grep: /@journey/, grepInvert: /@phone/ }),
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grep: isWhole ? /@phone/ : /@phone.*@journey/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
