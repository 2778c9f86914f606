import { describe, expect, it } from 'vitest';
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

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

describe('counts of the unit tests', () => {
  it('counts each test once', () => {
    expect(
      countVitest({ testResults: [file('passed', 'passed', 'passed'), file('failed', 'failed', 'passed')] }),
    ).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
    });
  });

  it('counts what did not run', () => {
    expect(countVitest({ testResults: [file('passed', 'pending', 'skipped', 'todo', 'disabled')] })).toEqual({
      passed: 0,
      failed: 0,
      skipped: 4,
    });
  });

  it('counts a file that crashed as a failure', () => {
    expect(countVitest({ testResults: [file('failed'), file('failed', 'passed', 'skipped')] })).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
    });
  });

  it('reports that nothing ran', () => {
    expect(countVitest({ testResults: [] })).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});

describe('counts of the stories', () => {
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };

  it('counts each story once', () => {
    expect(countPlaywright({ stats: { ...stats, unexpected: 2, skipped: 1 }, errors: [] })).toEqual({
      passed: 5,
      failed: 2,
      skipped: 1,
    });
  });

  it('counts a story that passed on a retry once, as passed', () => {
    expect(countPlaywright({ stats: { ...stats, flaky: 1 }, errors: [] })).toEqual({
      passed: 6,
      failed: 0,
      skipped: 0,
    });
  });

  it('takes an error outside the stories as a failure', () => {
    expect(countPlaywright({ stats, errors: [{ message: 'no server' }] }).failed).toBe(1);
  });
});

describe('sum', () => {
  it('adds both', () => {
    expect(sum({ passed: 3, failed: 0 }, { passed: 4, failed: 2 })).toEqual({ passed: 7, failed: 2 });
  });
});

describe('what failed, listed at the end', () => {
  it('names each failed test with the first lines of its message, without colours', () => {
    const message = `\u001B[31mexpected 1 to be 2\u001B[39m\n${'    at somewhere\n'.repeat(40)}`;
    const [told, ...more] = failuresOfVitest({
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'sums up', failureMessages: [message] },
            { status: 'passed', fullName: 'other' },
          ],
        },
        { name: 'b.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
        { name: 'c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    });
    expect(told?.split('\n').slice(0, 2)).toEqual(['a.test.ts: sums up', '    expected 1 to be 2']);
    expect(told?.split('\n').length).toBeLessThan(20);
    expect(more).toEqual(['c.test.ts\n    no such module']);
  });

  it('finds failed stories at any depth, and errors outside of them', () => {
    const story = (title: string, status: string) => ({
      title,
      line: 7,
      tests: [{ projectName: 'phone', status, results: [{}, { error: { message: 'no such button' } }] }],
    });
    expect(
      failuresOfPlaywright({
        suites: [
          {
            title: 'x.spec.ts',
            file: 'x.spec.ts',
            specs: [story('holds', 'expected')],
            suites: [{ title: 'in fr', file: 'x.spec.ts', specs: [story('falls', 'unexpected')] }],
          },
        ],
        errors: [{ message: 'no server' }],
      }),
    ).toEqual(['[phone] x.spec.ts:7 falls\n    no such button', 'outside the stories\n    no server']);
  });

  it('takes files that were tried again as they ended then, with what failed first', () => {
    const test = (fullName: string, status: string, ...failureMessages: string[]) => ({
      ...{ fullName, status, failureMessages },
    });
    const first = [
      { name: 'good.test.ts', status: 'passed', assertionResults: [test('holds', 'passed')] },
      {
        name: 'busy.test.ts',
        status: 'failed',
        assertionResults: [test('slow', 'failed', 'too late'), test('wrong', 'failed', 'no'), test('fine', 'passed')],
      },
      { name: 'begun.test.ts', status: 'failed', message: 'no database', assertionResults: [] },
    ];
    const again = [
      {
        name: 'busy.test.ts',
        status: 'failed',
        assertionResults: [test('slow', 'passed'), test('wrong', 'failed', 'still no'), test('fine', 'passed')],
      },
      { name: 'begun.test.ts', status: 'passed', assertionResults: [test('begins', 'passed')] },
    ];
    const both = withSecondTry({ testResults: first }, { testResults: again });
    expect(countVitest(both)).toEqual({ passed: 4, failed: 1, skipped: 0 });
    expect(flakyOfVitest(both)).toEqual(['busy.test.ts: slow\n    too late', 'begun.test.ts: begins\n    no database']);
    expect(failuresOfVitest(both)).toEqual(['busy.test.ts: wrong\n    still no']);
  });

  it('names apart what passed on a retry', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'sums up', failureMessages: ['too slow'] },
      { status: 'passed', fullName: 'other', failureMessages: [] },
      { status: 'failed', fullName: 'third', failureMessages: ['wrong'] },
    ];
    expect(flakyOfVitest({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults }] })).toEqual([
      'a.test.ts: sums up\n    too slow',
    ]);
    const tests = [{ projectName: 'phone', status: 'flaky', results: [{ error: { message: 'too late' } }, {}] }];
    const report = {
      suites: [{ title: 'x', file: 'x.spec.ts', specs: [{ title: 'holds', line: 7, tests }] }],
      errors: [],
    };
    expect(flakyOfPlaywright(report)).toEqual(['[phone] x.spec.ts:7 holds\n    too late']);
    expect(failuresOfPlaywright(report)).toEqual([]);
  });
});
