import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

const { projects: _projects, ...shared } = config.test ?? {};

/** The long suites, whole and one after the other: `npm run test:faults`. */
export default defineConfig({
  test: {
    ...shared,
    include: ['**/*.faults.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.data/**'],
    globalSetup: [
      'packages/i18n/src/testing-setup.ts',
      'packages/db/src/testing-setup.ts',
      'apps/api/src/testing/bundle.ts',
    ],
    env: { NUANCES_FAULTS: 'whole' },
    // They measure, and each of them fills the machine.
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
