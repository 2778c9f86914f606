import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArchiveOutcome } from './archive-worker.ts';
import type { ArchiveRequest } from './messages.ts';
import { stubLogin, tokenOf } from '../browser/page-testing.ts';
import { Refused, serverOf } from '../browser/server-testing.ts';
import { newPage } from '../new-page-testing.ts';

/** The worker, and what was saved. */
const device = vi.hoisted(() => {
  const works: { request: ArchiveRequest; signal: AbortSignal; end: (outcome: ArchiveOutcome) => void }[] = [];
  return { works, saved: Array.of<string>() };
});
vi.mock('./archive-worker.ts', () => ({
  runInWorker: (request: ArchiveRequest, signal: AbortSignal) =>
    new Promise<ArchiveOutcome>((end, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
      device.works.push({ request, signal, end });
    }),
}));
vi.mock('../browser/download.ts', () => ({ downloadFile: (name: string) => device.saved.push(name) }));

let storedAnswer: string;

/** Calls about data, in their order. */
let asked: string[];
/** Whether the server takes the words of a scan. */
let takesTags: boolean;

const fetchStub = serverOf<{ readonly tags: string | null }>((procedure, { tags }) => {
  const called = ['setTags', 'exportData'].find((name) => procedure.includes(name));
  if (called !== undefined) asked.push(called);
  if (called === 'setTags' && !takesTags) throw new Refused('badRequest');
  if (called === 'setTags') return { _id: 's1', tags };
  if (called === 'exportData') return new Response(storedAnswer);
  return procedure === 'profile.get' ? { username: 'lea' } : { userKey: randomBytes(32).toString('hex') };
});

async function openPage() {
  const session = await newPage();
  const { loadNamespaces } = await import('../i18n/locale-store.ts');
  await loadNamespaces('profile', 'note', 'error');
  return { ...session, ...(await import('../offline/outbox.ts')), ...(await import('./export-run.ts')) };
}

beforeEach(() => {
  asked = [];
  takesTags = true;
  stubLogin('a');
  device.works.length = 0;
  device.saved.length = 0;
  storedAnswer = '{"result":{"data":{}}}';
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', fetchStub);
});

const made = { kind: 'made', file: new Blob(['x']), scans: 2, notes: 3, closed: { notes: 1, others: 0 } } as const;

/** The words of a scan, which wait on the device. */
const waitingTags = {
  kind: 'tags',
  id: 't1',
  owner: 'a',
  scanId: 's1',
  tags: null,
  createdAt: '2026-11-25T12:00:00.000Z',
  refusal: null,
} as const;

/** An export that has come to the worker. */
async function atWork(passphrase: string | null = null, waits = false) {
  const page = await openPage();
  if (waits) await page.put(waitingTags);
  const exporting = page.startExport(passphrase);
  await vi.waitFor(() => expect(device.works).toHaveLength(1), { timeout: 10_000 });
  const [work] = device.works;
  if (!work) throw new Error('no work');
  return { page, exporting, work };
}

describe('an export', () => {
  it('hands the answer to the worker as it came, and saves what it makes', async () => {
    const { page, exporting, work } = await atWork('quatre mots');
    expect(work.request).toMatchObject({ kind: 'make', source: { passphrase: 'quatre mots' } });
    if (work.request.kind === 'make') expect(new TextDecoder().decode(work.request.source.answer)).toBe(storedAnswer);
    work.end(made);
    expect(await exporting).toBe(true);
    expect(device.saved).toEqual([expect.stringMatching(/^nuances-[\d-]{10}\.nuances$/)]);
    expect(page.exportRun.get()).toEqual({ step: 'done', scans: 2, notes: 3, closed: made.closed, waiting: 0 });
  });

  it('has what waited on the device: that is sent first', async () => {
    const { page, exporting, work } = await atWork(null, true);
    expect(asked).toEqual(['setTags', 'exportData']);
    work.end(made);
    await exporting;
    expect(page.exportRun.get()).toMatchObject({ waiting: 0 });
  });

  it('says how many changes the server has not taken, which the file lacks', async () => {
    takesTags = false;
    const { page, exporting, work } = await atWork(null, true);
    work.end(made);
    await exporting;
    expect(page.exportRun.get()).toMatchObject({ step: 'done', waiting: 1 });
  });

  it('ends when another account logs in: the worker stops, nothing is saved and nothing shown', async () => {
    const { page, exporting, work } = await atWork();
    page.startSession({ token: tokenOf('b'), refreshToken: 'r2' });
    expect(work.signal.aborted).toBe(true);
    work.end(made);
    expect(await exporting).toBe(false);
    expect(device.saved).toEqual([]);
    expect(page.exportRun.get()).toEqual({ step: 'idle' });
  });

  it('is not shown to the next account once it is done', async () => {
    const { page, exporting, work } = await atWork();
    work.end(made);
    await exporting;
    page.startSession({ token: tokenOf('b'), refreshToken: 'r2' });
    expect(page.exportRun.get()).toEqual({ step: 'idle' });
  });

  it('goes on over a renewed session of the same account', async () => {
    const { page, exporting, work } = await atWork();
    page.startSession({ token: tokenOf('a'), refreshToken: 'r2' });
    expect(work.signal.aborted).toBe(false);
    work.end(made);
    expect(await exporting).toBe(true);
    page.startSession({ token: tokenOf('a'), refreshToken: 'r3' });
    expect(page.exportRun.get()).toMatchObject({ step: 'done' });
  });

  it('that fails says so, and can be started again', async () => {
    const { page, exporting, work } = await atWork();
    work.end({ kind: 'failed' });
    expect(await exporting).toBe(false);
    expect(page.exportRun.get()).toMatchObject({ step: 'failed' });
    const again = page.startExport(null);
    await expect.poll(() => device.works).toHaveLength(2);
    page.cancelExport();
    expect(await again).toBe(false);
    expect(page.exportRun.get()).toEqual({ step: 'idle' });
    expect(device.saved).toEqual([]);
  });
});
