import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArchiveOutcome } from './archive-worker.ts';
import type { ArchiveRequest } from './messages.ts';
import { stubLogin, tokenOf } from '../browser/page-testing.ts';

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

async function fetchStub(input: unknown): Promise<Response> {
  if (String(input).includes('exportData')) return new Response(storedAnswer);
  if (String(input).includes('profile.get')) return Response.json({ result: { data: { username: 'lea' } } });
  return Response.json({ result: { data: { userKey: randomBytes(32).toString('hex') } } });
}

async function openPage() {
  vi.resetModules();
  const { showLocale, loadNamespaces } = await import('../i18n/locale-store.ts');
  await showLocale('en');
  await loadNamespaces('profile', 'note', 'error');
  const session = await import('../session/session-store.ts');
  session.checkSession();
  return { ...session, ...(await import('./export-run.ts')) };
}

beforeEach(() => {
  stubLogin('a');
  device.works.length = 0;
  device.saved.length = 0;
  storedAnswer = '{"result":{"data":{}}}';
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', fetchStub);
});

const made = { kind: 'made', file: new Blob(['x']), scans: 2, notes: 3, locked: 1 } as const;

/** An export that has come to the worker. */
async function atWork(passphrase: string | null = null) {
  const page = await openPage();
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
    expect(page.exportRun.get()).toEqual({ step: 'done', scans: 2, notes: 3, locked: 1 });
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
