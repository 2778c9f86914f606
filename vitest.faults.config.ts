import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** The long suites, whole and one after the other: `npm run test:faults`. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ['**/*.faults.test.ts'],
    env: { NUANCES_FAULTS: 'whole' },
    // They measure, and each of them fills the machine.
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
