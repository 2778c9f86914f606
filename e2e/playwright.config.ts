import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';
import type { Options } from './support/fixtures.ts';

const { executablePath, args } = await findChromium();

/** `npm test` runs the short form; the build machine, and whoever names a file, the whole one. */
const isWhole = process.env['STORIES'] !== 'short';

/**
 * Stories whose layout depends on the size carry `@phone`: the whole form runs them in both projects, the short one on
 * the phone, which most people use. Sweeps ask one thing of every screen and carry `@sweep`: the short form leaves them
 * out. All other stories run at the desk only.
 */
export default defineConfig<Options>({
  testDir: './stories',
  outputDir: './test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  // Generous, because it costs time only where something is wrong: the machine may be doing other work.
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'test-results/report.json' }],
  ],
  use: {
    launchOptions: { executablePath, args },
    colorScheme: 'light',
    // What moves, fades and grows costs half of the processor's time; stories about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Paris',
    // Its cache answers before a test can play a broken network; offline stories let it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: isWhole ? /@phone-only/ : /@phone|@sweep/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      ...(!isWhole && { grepInvert: /@sweep/ }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
