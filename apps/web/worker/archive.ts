/**
 * Creates and reads exports, and reads other journals, in a worker, so that the page stays responsive. It does one job; the page terminates it.
 */
import type { ExportFile } from '@nuances/domain/export-file';
import { WrongPassphrase } from '@nuances/crypto/passphrase-seal';
import { limits } from '@nuances/domain/limits';
import { ArchiveRefused } from '@nuances/domain/archive/refused';
import { makeArchive } from '../src/archive/make-archive.ts';
import type { ArchiveReply, ArchiveRequest } from '../src/archive/messages.ts';
import { JournalRefused } from '../src/archive/journal/journal-refused.ts';
import type { JournalRequest } from '../src/archive/journal/journal-work.ts';
import { PassphraseNeeded, readArchive } from '../src/archive/read-archive.ts';

/** The TypeScript library has one `self` for all kinds of workers. */
declare const self: DedicatedWorkerGlobalScope;

/** Number of scans or notes in one message, because copying a message blocks the page. */
const pieceSize = 200;

function reply(message: ArchiveReply): void {
  self.postMessage(message);
}

const progress = (done: number, total: number) => reply({ kind: 'progress', done, total });

function* piecesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += pieceSize) yield items.slice(at, at + pieceSize);
}

function replyItems({ scans, notes, moods }: Pick<ExportFile, 'scans' | 'notes' | 'moods'>): void {
  for (const piece of piecesOf(scans)) reply({ kind: 'scans', scans: piece });
  for (const piece of piecesOf(notes)) reply({ kind: 'notes', notes: piece });
  for (const part of moods) reply({ kind: 'moods', moods: [part] });
}

/** The readers of other journals are loaded only when somebody brings one. */
async function readJournal(request: JournalRequest): Promise<void> {
  const { workOnJournal } = await import('../src/archive/journal/journal-work.ts');
  try {
    const outcome = await workOnJournal(request, progress);
    if (outcome.kind !== 'journal') return reply(outcome);
    replyItems({ scans: [...outcome.scans], notes: [...outcome.notes], moods: [...outcome.moods] });
    reply({ kind: 'journal', head: outcome.head });
  } catch (error) {
    if (error instanceof JournalRefused) return reply({ kind: 'journalRefused', reason: error.reason });
    if (!(error instanceof ArchiveRefused)) throw error;
    reply({ kind: 'journalRefused', reason: error.reason === 'later' ? 'unreadable' : error.reason });
  }
}

async function work(request: ArchiveRequest): Promise<void> {
  if (request.kind === 'journal') return readJournal(request);
  if (request.kind === 'make') {
    const { bytes, ...counts } = await makeArchive(request.source, progress);
    reply({ kind: 'made', file: new Blob([bytes]), ...counts });
    return;
  }
  const { file, passphrase, keys } = request;
  const { scans, notes, moods, faults, ...head } = await readArchive(file, passphrase, keys, progress);
  replyItems({ scans, notes, moods });
  const shown = faults.slice(0, limits.importedJournal.faultsShown);
  reply({ kind: 'read', head: { ...head, faults: shown, faultCount: faults.length } });
}

self.addEventListener('message', ({ data }: MessageEvent<ArchiveRequest>) => {
  work(data).catch((error: unknown) => {
    if (error instanceof ArchiveRefused) reply({ kind: 'refused', reason: error.reason });
    else if (error instanceof PassphraseNeeded) reply({ kind: 'sealed' });
    else if (error instanceof WrongPassphrase) reply({ kind: 'wrongPassphrase' });
    else reply({ kind: 'failed' });
  });
});
