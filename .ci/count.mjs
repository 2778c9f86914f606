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
 * Counts of Playwright's JSON report. A story that passed on a retry counts once, as passed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }}
 * report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected === 0 && errors.length > 0 ? 1 : stats.unexpected,
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

/** Lines of a failure's message that are repeated at the end: enough to recognise it. */
const toldLines = 12;

/** @param {string} title @param {string} [message] */
function tell(title, message = '') {
  // oxlint-disable-next-line eslint/no-control-regex -- the colours of a terminal
  const plain = message.replaceAll(/\u001B\[[\d;]*m/g, '');
  return [title, ...plain.split('\n').slice(0, toldLines)].join('\n    ').trimEnd();
}

/**
 * @typedef {{ testResults: { name?: string, status: string, message?: string, assertionResults: { status: string,
 * fullName?: string, failureMessages?: string[] }[] }[] }} VitestReport
 */

/**
 * What failed in Vitest's JSON report, each with the first lines of its message. Often only the end of a log is kept.
 * @param {VitestReport} report
 * @returns {string[]}
 */
export function failuresOfVitest(report) {
  return report.testResults.flatMap(({ name = '', status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [tell(name, message)];
    return failed.map(({ fullName = '', failureMessages = [] }) => tell(`${name}: ${fullName}`, failureMessages[0]));
  });
}

/**
 * The report of a run, with the files that were run once more as they ended then. A test that failed first keeps that message.
 * @param {VitestReport} first
 * @param {VitestReport} again
 * @returns {VitestReport}
 */
export function withSecondTry(first, again) {
  const testResults = first.testResults.map((file) => {
    const second = again.testResults.find(({ name }) => name === file.name);
    if (!second) return file;
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const messagesOf = (fullName, at) => {
      const before = failed.find((test) => test.fullName === fullName);
      if (before) return before.failureMessages ?? [];
      // What fails before its tests has a message of the file only.
      return failed.length === 0 && at === 0 ? [file.message ?? ''] : [];
    };
    const assertionResults = second.assertionResults.map((test, at) =>
      test.status === 'passed' ? { ...test, failureMessages: messagesOf(test.fullName, at) } : test,
    );
    return { ...second, assertionResults };
  });
  return { ...again, testResults };
}

/**
 * Tests that failed first and passed on a retry. The messages are those of the first try.
 * @param {VitestReport} report
 * @returns {string[]}
 */
export function flakyOfVitest(report) {
  return report.testResults.flatMap(({ name = '', assertionResults }) =>
    assertionResults.flatMap(({ status, fullName = '', failureMessages = [] }) =>
      status === 'passed' && failureMessages.length > 0 ? [tell(`${name}: ${fullName}`, failureMessages[0])] : [],
    ),
  );
}

/**
 * @typedef {{ title: string, file?: string, specs?: { title: string, line?: number, tests: { projectName?: string, status: string, results: { error?: { message?: string } }[] }[] }[], suites?: Suite[] }} Suite
 * @typedef {{ suites?: Suite[], errors: { message?: string }[] }} PlaywrightReport
 */

/**
 * The stories of Playwright's JSON report with a status, each with the first lines of its first message.
 * @param {Suite} suite
 * @param {string} wanted
 * @returns {string[]}
 */
function storiesWith({ file = '', specs = [], suites = [] }, wanted) {
  return [
    ...specs.flatMap(({ title, line = 0, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName = '', results }) =>
          tell(
            `[${projectName}] ${file}:${line} ${title}`,
            results.map(({ error }) => error?.message ?? '').find((message) => message !== ''),
          ),
        ),
    ),
    ...suites.flatMap((suite) => storiesWith(suite, wanted)),
  ];
}

/**
 * What failed in Playwright's JSON report.
 * @param {PlaywrightReport} report
 * @returns {string[]}
 */
export function failuresOfPlaywright({ suites = [], errors }) {
  return [
    ...suites.flatMap((suite) => storiesWith(suite, 'unexpected')),
    ...errors.map(({ message }) => tell('outside the stories', message)),
  ];
}

/**
 * Stories that failed first and passed on a retry.
 * @param {PlaywrightReport} report
 * @returns {string[]}
 */
export function flakyOfPlaywright({ suites = [] }) {
  return suites.flatMap((suite) => storiesWith(suite, 'flaky'));
}
