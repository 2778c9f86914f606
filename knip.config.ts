import type { KnipConfig } from 'knip';

/**
 * The first run counts tests as users. The second, with `--production`, sees only what ends with `!`, so that code which nothing
 * but a test uses is found. A test may look inside a file: there an export counts as used if the file itself uses it.
 */
export default ({ production = false }: { production?: boolean }): KnipConfig => {
  /** What tests are made of, which only the first run sees. */
  const tests = production
    ? { vitest: { entry: ['**/*.test.{ts,tsx}', '**/*testing*.{ts,tsx}', '**/{testing,faults}/**'] } }
    : {};
  return {
    ignoreExportsUsedInFile: production || { type: true, interface: true },
    workspaces: {
      '.': {
        ignoreBinaries: ['openssl', 'sqlmap', 'promtool'],
        ignoreDependencies: ['openapi-fetch'],
        entry: ['.ci/*.mjs', '.ci/*.test.ts'],
        project: ['.ci/**/*.{mjs,ts}', '*.config.ts'],
      },
      'apps/api': {
        ...tests,
        entry: ['start.mjs!', 'src/{main,cli/main,demo/main}.ts!'],
        ignoreBinaries: ['pgbouncer', 'haproxy', 'mkfifo'],
        project: ['src/**/*.{ts,tsx,mjs}!', '*.{mjs,ts}!'],
      },
      'apps/web': {
        ...tests,
        entry: ['src/routes/**/*.tsx!', 'src/prerender.tsx!', 'worker/{additions,archive,passphrase}.ts!'],
        project: ['src/**/*.{ts,tsx}!', 'build/**/*.{ts,mjs}', 'worker/*.ts!', '*.ts!'],
        ignoreDependencies: ['@fontsource/.+'],
      },
      'packages/*': {
        ...tests,
        includeEntryExports: true,
        project: ['src/**/*.{ts,tsx}!'],
      },
      e2e: {
        entry: ['**/*.spec.ts'],
        project: ['**/*.ts'],
      },
      bench: {
        entry: ['bare-server.ts'],
        project: ['**/*.ts'],
      },
      examples: {
        entry: ['*.ts!'],
        project: ['*.ts!'],
      },
      'packages/client': {
        ...tests,
        entry: ['src/client.ts!', 'src/cli/main.ts!'],
        project: ['src/**/*.ts!', 'build/*.ts'],
      },
      'packages/ui': {
        ...tests,
        includeEntryExports: true,
        entry: ['gallery/**/*.{ts,tsx}', 'fonts/main.ts'],
        project: ['src/**/*.{ts,tsx}!', 'gallery/**/*.{ts,tsx}', 'fonts/*.ts'],
        ignoreDependencies: ['@fontsource-variable/.+'],
      },
      'packages/i18n': {
        ...tests,
        includeEntryExports: true,
        entry: ['src/testing-setup.ts'],
        project: ['src/**/*.ts!'],
        ignore: ['src/i18n-types.ts', 'src/i18n-util*.ts'],
      },
      'packages/db': {
        ...tests,
        includeEntryExports: true,
        entry: ['src/testing-setup.ts', 'src/citus/testing-setup.ts', 'src/**/*.citus.test.ts'],
        project: ['src/**/*.ts!', '*.ts!'],
      },
    },
    ignoreIssues: {
      'packages/db/src/testing-setup.ts': ['exports'],
      'packages/db/src/citus/testing-setup.ts': ['exports'],
      'packages/i18n/src/testing-setup.ts': ['exports'],
      'packages/ui/gallery/vite.config.ts': ['exports'],
    },
  };
};
