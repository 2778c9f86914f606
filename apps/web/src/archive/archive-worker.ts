import type { ExportFile } from '@nuances/domain/export-file';
import { trustedWorkerUrl } from '../browser/trusted-worker-url.ts';
// oxlint-disable-next-line import/default -- the build gives the address of the file
import workerPath from '../../worker/archive.ts?worker&url';
import type { JournalSummary } from './journal/journal-work.ts';
import type { ArchiveReply, ArchiveRequest, ReadHead } from './messages.ts';

type Progress = (done: number, total: number) => void;

/** How a piece of work ended. */
export type ArchiveOutcome =
  | Exclude<ArchiveReply, { readonly kind: 'progress' | 'scans' | 'notes' | 'moods' | 'read' | 'journal' }>
  | { readonly kind: 'read'; readonly file: ExportFile & ReadHead }
  | ({ readonly kind: 'journal'; readonly head: JournalSummary } & Pick<ExportFile, 'scans' | 'notes' | 'moods'>);

/**
 * Makes or reads an export, or reads another journal, in a worker, which ends with it.
 * @param signal ends the worker at once; the promise rejects with an AbortError
 */
export function runInWorker(
  request: ArchiveRequest,
  signal: AbortSignal,
  onProgress: Progress = () => undefined,
): Promise<ArchiveOutcome> {
  const worker = new window.Worker(trustedWorkerUrl(workerPath), { type: 'module' });
  const scans: ExportFile['scans'] = [];
  const notes: ExportFile['notes'] = [];
  const moods: ExportFile['moods'] = [];
  return new Promise<ArchiveOutcome>((resolve, reject) => {
    const cancel = () => reject(new DOMException('cancelled', 'AbortError'));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    worker.addEventListener('error', () => resolve({ kind: 'failed' }));
    worker.addEventListener('message', ({ data }: MessageEvent<ArchiveReply>) => {
      if (data.kind === 'progress') onProgress(data.done, data.total);
      else if (data.kind === 'scans') scans.push(...data.scans);
      else if (data.kind === 'notes') notes.push(...data.notes);
      else if (data.kind === 'moods') moods.push(...data.moods);
      else if (data.kind === 'read') resolve({ kind: 'read', file: { ...data.head, scans, notes, moods } });
      else if (data.kind === 'journal') resolve({ ...data, scans, notes, moods });
      else resolve(data);
    });
    // Handed over, not copied: it may have tens of megabytes.
    worker.postMessage(request, request.kind === 'make' ? [request.source.answer.buffer] : []);
  }).finally(() => worker.terminate());
}
