import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Every test there is, wherever it stands; the stories in e2e are *.spec.ts and belong to Playwright.
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.data/**'],
    globalSetup: [
      'packages/i18n/src/testing-setup.ts',
      'packages/db/src/testing-setup.ts',
      'apps/api/src/testing/bundle.ts',
    ],
    // The default leaves a core to the watcher; on two cores that is one file at a time, mostly waiting for PostgreSQL.
    maxWorkers: availableParallelism(),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A test that is left alone would hide the others.
    allowOnly: false,
    passWithNoTests: false,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
  },
});
