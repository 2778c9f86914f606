import { toApiError } from '@nuances/domain/api-error';
import type { RowKeys } from '@nuances/crypto/vault/rows';
import { dayOf, isoDay } from '@nuances/domain/local-day';
import { vaultProfile } from '@nuances/domain/vault/content';
import { queriesOf } from '../api/queries.tsx';
import { downloadFile } from '../browser/download.ts';
import { createStore } from '../browser/store.ts';
import { currentI18n } from '../i18n/locale-store.ts';
import { formerNoteKeys, noteKeyOf } from '../keys/note-key.ts';
import { vaultRowKeys } from '../keys/row-sealing.ts';
import { currentPending } from '../offline/outbox.ts';
import { sendAll } from '../offline/send.ts';
import { hasVault } from '../keys/vault-mark.ts';
import { currentUserId, isLoggedIn, onSessionChange } from '../session/session-store.ts';
import { runInWorker } from './archive-worker.ts';
import { pageLanguage } from './page-language.ts';
import { sentenceOf } from '../i18n/sentence-of.ts';
import { onLock } from '../keys/lock-listeners.ts';

/** State of an export. It continues while other screens are open, and ends with the session. */
export type ExportState =
  | { readonly step: 'idle' }
  | { readonly step: 'making'; readonly done: number; readonly total: number; readonly sealing: boolean }
  | {
      readonly step: 'done';
      readonly scans: number;
      readonly notes: number;
      /** What does not open, and is in the file as it is stored. */
      readonly closed: { readonly notes: number; readonly others: number };
      /** Changes that the server has not taken yet, and that the file therefore lacks. */
      readonly waiting: number;
    }
  | { readonly step: 'failed'; readonly sentence: () => string };

const idle: ExportState = { step: 'idle' };
export const exportRun = createStore<ExportState>(idle);
let running: AbortController | null = null;
/** Account that the state belongs to. */
let owner: string | null = null;

/** Ends an export that is under way, and forgets the last one. */
export function cancelExport(): void {
  running?.abort();
  running = null;
  exportRun.set(idle);
}

onSessionChange(() => {
  // Another account must neither get the file nor see that there was one.
  if (!isLoggedIn(owner)) cancelExport();
});

onLock({ drop: cancelExport });

/** The answer with everything that is stored, as bytes: reading it would hold the page up. */
async function fetchStored(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const { clientReading } = await import('../api/client.ts');
  let answer = new Uint8Array();
  const client = clientReading(async (response) => {
    if (!response.ok) return response.json();
    answer = new Uint8Array(await response.arrayBuffer());
    return { result: { data: null } };
  });
  await client.profile.exportData.query(undefined, { signal });
  return answer;
}

/** The file has what the server stores: what waits on this device is sent first. */
async function sendWaiting(signal: AbortSignal): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([sendAll(), stopped]);
}

/** The keys of an account without a vault; without its note key nothing is opened. */
async function noteKeys(userId: string): Promise<RowKeys> {
  const noteKey = await noteKeyOf(userId).catch(() => null);
  const former = noteKey ? await formerNoteKeys(userId) : [];
  return { owner: userId, versions: new Map(), writes: null, noteKey, formerNoteKeys: former };
}

/**
 * Gathers the person's data, opens them here, and hands everything over as one file.
 * @param passphrase seals the file; null leaves it readable
 * @returns whether there is a file; what happened is in {@link exportRun}
 */
export async function startExport(passphrase: string | null): Promise<boolean> {
  const userId = currentUserId();
  if (userId === null || exportRun.get().step === 'making') return false;
  const control = new AbortController();
  running = control;
  owner = userId;
  const { signal } = control;
  const show = (state: ExportState) => {
    if (!signal.aborted) exportRun.set(state);
  };
  const progress = (done: number, total: number) => show({ step: 'making', done, total, sealing: passphrase !== null });
  progress(0, 0);
  try {
    await sendWaiting(signal);
    const waiting = currentPending().filter((item) => item.owner === userId).length;
    const ofVault = hasVault(userId);
    const [answer, keys, own] = await Promise.all([
      fetchStored(signal),
      ofVault ? vaultRowKeys(userId) : noteKeys(userId),
      queriesOf(userId).utils.profile.get.ensureData(),
    ]);
    const profile = ofVault ? vaultProfile(own) : null;
    const { LL } = currentI18n();
    const names = {
      page: LL.profile.config.archive.pageName(),
      table: LL.profile.config.archive.tableName(),
      moods: LL.profile.config.archive.moodsName(),
    };
    const source = { answer, keys, profile, passphrase, names, language: pageLanguage(own.username) };
    const outcome = await runInWorker({ kind: 'make', source }, signal, progress);
    if (outcome.kind !== 'made') {
      show({ step: 'failed', sentence: () => currentI18n().LL.error.unexpected() });
      return false;
    }
    const { file, scans, notes, closed } = outcome;
    const day = isoDay(dayOf(Date.now()));
    downloadFile(`nuances-${day}.${passphrase === null ? 'zip' : 'nuances'}`, file, 'application/octet-stream');
    show({ step: 'done', scans, notes, closed, waiting });
    return true;
  } catch (error) {
    show({ step: 'failed', sentence: sentenceOf(toApiError(error)) });
    return false;
  } finally {
    if (running === control) running = null;
  }
}
