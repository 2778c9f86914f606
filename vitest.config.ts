import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const excluded = ['**/node_modules/**', '**/dist/**', '**/.data/**'];
/** What keeps state in its modules: texts that are loaded, stores of the browser. Each file gets modules of its own. */
const withState = ['apps/web/**/*.test.{ts,tsx}', 'packages/i18n/**/*.test.ts'];

export default defineConfig({
  test: {
    // The default leaves a core to the watcher; on two cores that is one file at a time, mostly waiting for PostgreSQL.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'shared modules',
          // Every test there is, wherever it stands; the stories in e2e are *.spec.ts and belong to Playwright.
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...excluded, ...withState],
          // Loading the modules of the server anew for each file takes as long as many of the tests.
          isolate: false,
          globalSetup: [
            'packages/i18n/src/testing-setup.ts',
            'packages/db/src/testing-setup.ts',
            'apps/api/src/testing/bundle.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'own modules',
          include: withState,
          exclude: excluded,
          globalSetup: ['packages/i18n/src/testing-setup.ts'],
        },
      },
    ],
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
