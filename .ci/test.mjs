/*
 * `npm test`: builds, runs the stories in the browser and the unit tests, and ends with one line,
 * `N passed, N failed`. What crashed, was skipped or never ran counts as failed: green means all of it ran.
 * With `--whole`, as `.ci/run` calls it, all stories, the fault suites and the documented command lines run, not only the main ways,
 * and what fails is tried once more: machines for CI are shared. What passes only then is named at the end.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  countPlaywright,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  flakyOfPlaywright,
  flakyOfVitest,
  sum,
  withSecondTry,
} from './count.mjs';

const isWhole = process.argv.includes('--whole');
/** Read by the configurations of Vitest and Playwright. */
const form = isWhole ? 'whole' : 'short';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), 'nuances-reports-'));
const unitReport = join(reports, 'unit.json');
const againReport = join(reports, 'again.json');
const storyReport = join(reports, 'stories.json');
const documentsReport = join(reports, 'documents.json');

/**
 * Runs a step; resolves with true when it ended well.
 * @param {string} title
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<boolean>}
 */
function run(title, command, args, env = {}) {
  const startedMs = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', ...env },
    });
    child.once('error', (error) => {
      console.error(`${title}: ${error.message}`);
      resolve(false);
    });
    child.once('exit', (code, signal) => {
      if (signal) console.error(`${title}: ended by ${signal}`);
      seconds.push(`${title} ${Math.round((Date.now() - startedMs) / 1_000)} s`);
      resolve(code === 0);
    });
  });
}

/** With more files that fail it is no machine that was busy. */
const mostTriedAgain = 40;
/** How long each step took. */
const seconds = [];

const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json'];

/** Types every documented command line into a clean clone. @param {string} title */
function runDocuments(title) {
  const args = ['.ci/commands.product.test.ts', `--outputFile.json=${documentsReport}`];
  return run(title, process.execPath, [...vitest, ...args], { TESTS: 'documents' });
}

/** @param {string} title @param {string} report @param {readonly string[]} args */
function runVitest(title, report, args) {
  return run(
    title,
    process.execPath,
    [...vitest, `--outputFile.json=${report}`, ...args],
    // The product that they start is the one that was just built.
    { NUANCES_TEST_BUNDLE: join(root, 'apps/api/dist'), TESTS: form },
  );
}

/**
 * Whole files are tried again, one after the other: tests of a file build on each other, and many fail where a shared machine
 * gives less time than the product allows itself.
 * @param {string} title
 */
async function runUnitTests(title) {
  const ended = await runVitest(title, unitReport, []);
  if (ended || !isWhole || !existsSync(unitReport)) return ended;
  const first = JSON.parse(readFileSync(unitReport, 'utf8'));
  const failed = first.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failed.length === 0 || failed.length > mostTriedAgain) return ended;
  const endedAgain = await runVitest(`${title}, again`, againReport, ['--maxWorkers=1', ...failed]);
  if (!existsSync(againReport)) return false;
  const merged = withSecondTry(first, JSON.parse(readFileSync(againReport, 'utf8')));
  writeFileSync(unitReport, JSON.stringify(merged));
  return endedAgain;
}

/** @param {string} title */
function runStories(title) {
  return run(
    title,
    'npm',
    ['run', '--silent', 'test', '-w', '@nuances/e2e', '--', '--reporter=list,json', '--forbid-only'],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: storyReport,
      PLAYWRIGHT_JSON_OUTPUT_NAME: storyReport,
      TESTS: form,
    },
  );
}

/** The counts of a step. A step that failed has at least one failure, whatever its report says. */
function counted(title, ended, file, { count, failures, flaky }) {
  let counts;
  let messages;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    counts = count(report);
    messages = [
      ...failures(report).map((failure) => `FAILED ${failure}`),
      ...flaky(report).map((failure) => `FLAKY, passed when tried again: ${failure}`),
    ];
  } catch {
    console.error(`${title}: no report, so it counts as failed`);
    return { passed: 0, failed: 1, messages: [] };
  }
  if (counts.skipped > 0) console.error(`${title}: ${counts.skipped} skipped, which counts as failed`);
  if (counts.passed + counts.failed + counts.skipped === 0)
    console.error(`${title}: nothing ran, which counts as failed`);
  const failed = counts.failed + counts.skipped;
  const isIncomplete = failed === 0 && (!ended || counts.passed === 0);
  return { passed: counts.passed, failed: isIncomplete ? 1 : failed, messages };
}

async function main() {
  console.log('\n=== Build\n');
  const built = await run('Build', 'npm', ['run', '--silent', 'build']);
  if (!built) return { passed: 0, failed: 1 };

  // One after the other: each needs all processors, and together they take as long and disturb each other.
  /** @type {{ title: string, passed: number, failed: number, messages: string[] }[]} */
  const steps = [];
  const step = async (title, report, start, read) => {
    console.log(`\n=== ${title}\n`);
    const ended = await start(title);
    steps.push({ title, ...counted(title, ended, report, read) });
  };
  const ofVitest = { count: countVitest, failures: failuresOfVitest, flaky: flakyOfVitest };
  await step('Stories in the browser', storyReport, runStories, {
    count: countPlaywright,
    failures: failuresOfPlaywright,
    flaky: flakyOfPlaywright,
  });
  await step('Unit tests', unitReport, runUnitTests, ofVitest);
  if (isWhole) await step('Documented command lines', documentsReport, runDocuments, ofVitest);

  for (const { messages } of steps) for (const line of messages) console.log(`\n${line}`);
  console.log('');
  for (const { title, passed, failed } of steps) console.log(`${title}: ${passed} passed, ${failed} failed`);
  console.log(seconds.join(', '));
  return sum(...steps);
}

let total = { passed: 0, failed: 1 };
try {
  total = await main();
} catch (error) {
  console.error(error);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);
