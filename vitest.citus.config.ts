import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

const { projects: _projects, ...shared } = config.test ?? {};

/**
 * The suites on a Citus cluster: `CITUS_TEST_URL=postgres://… npm run test:citus`. Each test has a database of its own, distributed
 * over the workers. Left out: what reads plans of plain tables, and what replaces now(), which workers do not see.
 */
export default defineConfig({
  test: {
    ...shared,
    include: [
      '**/*.citus.test.ts',
      'apps/api/src/{account,auth,cli,consents,notes,profile,reminder,restore,results,tokens,usage,vault}/**/*.test.ts',
      'apps/api/src/admin/router.test.ts',
      'apps/api/src/http/{access,contract.product,parity}.test.ts',
      'apps/api/src/jobs/scheduled-backup.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/*.faults.test.ts'],
    globalSetup: [
      'packages/i18n/src/testing-setup.ts',
      'packages/db/src/citus/testing-setup.ts',
      'packages/db/src/testing-setup.ts',
      'apps/api/src/testing/bundle.ts',
    ],
    isolate: false,
    // A database on three machines takes longer, and one machine may be all three.
    hookTimeout: 120_000,
    testTimeout: 120_000,
    fileParallelism: false,
  },
});
