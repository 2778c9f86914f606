import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Every test there is, wherever it stands; the stories in e2e are *.spec.ts and belong to Playwright.
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.data/**'],
    globalSetup: ['packages/db/src/testing-setup.ts'],
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
