/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts of Vitest's JSON report. A file that fails before its tests are known (a bad import, a broken
 * `beforeAll`) has no failed test in it and counts as one.
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[], unhandledErrors?: unknown[] }} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report.testResults) {
    const statuses = file.assertionResults.map(({ status }) => status);
    for (const status of statuses) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
    if (file.status === 'failed' && !statuses.includes('failed')) counts.failed += 1;
  }
  return counts;
}

/**
 * Counts of Playwright's JSON report. A story that only passed when tried again counts as failed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    failed: failed === 0 && errors.length > 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}

/**
 * @param {{ passed: number, failed: number }[]} parts
 * @returns {{ passed: number, failed: number }}
 */
export function sum(...parts) {
  return {
    passed: parts.reduce((total, part) => total + part.passed, 0),
    failed: parts.reduce((total, part) => total + part.failed, 0),
  };
}
