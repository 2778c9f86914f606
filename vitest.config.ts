import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * `npm test` leaves out the suites that kill, cut or starve what they test and wait until it has recovered (`faults`), those
 * that build, install or start what is delivered (`product`), and others of more than seven seconds on subjects of which faster
 * ones say the most (`long`).
 */
const isShort = process.env['TESTS'] === 'short';
const isWhole = process.env['TESTS'] === 'whole';
/** Behind a real HAProxy, where there is one: `npm run test:haproxy`. */
const isBalanced = process.env['NUANCES_BALANCER'] === 'haproxy';
/** With Debian's pgbackrest and clusters, where they are: `npm run test:pgbackrest`. */
const isArchived = process.env['NUANCES_ARCHIVE'] === 'pgbackrest';
/** What needs a cluster is in vitest.citus.config.ts. */
const excluded = [
  '**/node_modules/**',
  '**/dist/**',
  '**/.data/**',
  '**/*.citus.test.ts',
  ...(isShort ? ['**/*.{faults,product,long}.test.ts'] : []),
  // Starts the whole product many times, from a clone: `npm run test:documents`.
  ...(process.env['TESTS'] === 'documents' ? [] : ['.ci/commands.product.test.ts']),
  ...(isBalanced ? [] : ['**/*.haproxy.test.ts']),
  ...(isArchived ? [] : ['**/*.pgbackrest.test.ts']),
];
/**
 * Files under test that keep state in their modules: loaded texts, stores of the browser. Each test file gets its own
 * modules.
 */
const withState = ['apps/web/**/*.test.{ts,tsx}', 'packages/i18n/**/*.test.ts'];
/** The same, of those that start a product: they load the modules of a page again, which a later file of a worker would get. */
const withPages = ['.ci/vault-kills.faults.test.ts'];
const productSetup = [
  'packages/i18n/src/testing-setup.ts',
  'packages/db/src/testing-setup.ts',
  'apps/api/src/testing/bundle.ts',
];

export default defineConfig({
  test: {
    // The default leaves one core unused, and a file often waits for PostgreSQL: with as many files as cores, two cores were
    // idle for a fifth of the time. With one file more the tests take a tenth less. The whole form runs on shared machines: there
    // the product's own time limits come first.
    maxWorkers: availableParallelism() + (isWhole ? 0 : 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'shared modules',
          // Every test in the repository; the stories in e2e are *.spec.ts and belong to Playwright.
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...excluded, ...withState, ...withPages],
          // Loading the server's modules again for each file takes as long as many of the tests.
          isolate: false,
          globalSetup: productSetup,
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
      { extends: true, test: { name: 'pages', include: withPages, exclude: excluded, globalSetup: productSetup } },
    ],
    // Limits only take time when a test fails. The machine may be shared, where a call takes ten times as long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
    // `.only` would skip all other tests.
    allowOnly: false,
    passWithNoTests: false,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
  },
});
