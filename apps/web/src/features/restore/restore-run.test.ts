import type { RestorePlan } from '@nuances/domain/restore/plan';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLogin, tokenOf } from '../../browser/page-testing.ts';
import { serverOf } from '../../browser/server-testing.ts';
import { newPage } from '../../new-page-testing.ts';

let kept: Map<string, string>;
/** Answers to the calls that add a part, which the test gives. */
let answers: (() => void)[];
/** Tokens of the calls that add a part. */
let senders: string[];

const fetchStub = serverOf(async (procedure, _input, init) => {
  if (procedure !== 'restore.add') return { userKey: randomBytes(32).toString('hex') };
  senders.push(new Headers(init?.headers).get('authorization') ?? '');
  await new Promise<void>((resolve) => answers.push(resolve));
  return { scans: [], notes: [], moods: [] };
});

/** More scans than one call takes. */
const plan: RestorePlan = {
  newScans: Array.from({ length: 250 }, (_, index) => ({
    _id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    answers: [1, 2, 3, 4, 5, 6, 7],
    kept: [],
    moment: 'exact',
    createdAt: '2026-01-01T00:00:00.000Z',
  })),
  newNotes: [],
  otherNotes: [],
  newMoods: [],
  sameMoods: 0,
  sameScans: 0,
  sameNotes: 0,
  ahead: { scans: [], notes: [] },
  twice: 0,
  repeated: 0,
  range: null,
};

async function openPage() {
  return { ...(await newPage()), ...(await import('./restore-run.ts')) };
}

beforeEach(() => {
  kept = stubLogin('a');
  answers = [];
  senders = [];
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', fetchStub);
});

describe('a restore', () => {
  it('ends when another account logs in: nothing more is sent, and nothing of it is shown', async () => {
    const first = kept.get('token');
    const page = await openPage();
    const adding = page.restoreRun.addAll({ plan, profile: null, isHidden: false });
    await expect.poll(() => answers).toHaveLength(1);
    expect(page.restoreRun.state.get()).toMatchObject({ step: 'adding', total: 250 });
    page.startSession({ token: tokenOf('b'), refreshToken: 'r2' });
    expect(page.restoreRun.state.get()).toEqual({ step: 'idle' });
    answers.forEach((answer) => answer());
    await adding;
    expect(senders).toEqual([`Bearer ${first}`]);
    expect(page.restoreRun.state.get()).toEqual({ step: 'idle' });
  });

  it('goes on over a renewed session of the same account', async () => {
    const page = await openPage();
    const adding = page.restoreRun.addAll({ plan, profile: null, isHidden: false });
    await expect.poll(() => answers).toHaveLength(1);
    page.startSession({ token: tokenOf('a'), refreshToken: 'r2' });
    answers.forEach((answer) => answer());
    await expect.poll(() => answers).toHaveLength(2);
    expect(page.restoreRun.state.get()).toMatchObject({ step: 'adding', done: 200 });
    answers.forEach((answer) => answer());
    await adding;
  });
});
