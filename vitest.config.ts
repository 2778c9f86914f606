import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/src/**/*.test.{ts,tsx}', 'packages/*/gallery/**/*.test.ts', '.ci/*.test.ts'],
    globalSetup: ['packages/db/src/testing-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
