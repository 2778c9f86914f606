import { timeOfMoment, type ChosenMoment } from '@nuances/domain/scan/moment';
import type { ScanContent } from '@nuances/domain/scan/fields';
import { longToastMs, showToast } from '@nuances/ui/toast';
import { toApiError, isSessionOver } from '@nuances/domain/api-error';
import { errorText } from '@nuances/i18n/errors';
import { currentPending, onPendingChange } from '../../offline/outbox.ts';
import { isPermanent, refusalIn, sendNow } from '../../offline/send.ts';
import { saveScanLocally, type FinishedScan } from '../../offline/scans.ts';
import { randomUuid } from '../../browser/uuid.ts';
import { currentUserId } from '../../session/session-store.ts';
import { loadNamespaces, currentI18n } from '../../i18n/locale-store.ts';
import { isOvertaken, markFinished, removeFinishMark } from './finish-mark.ts';
import { dropRun, type RunSlot } from './stored-run.ts';

/** Longest wait for the server before the result is shown, milliseconds. */
const sendTimeoutMs = 6_000;

/**
 * The translations were fetched with the questions. Without them the result screen still says that the scan waits.
 * @param isStored whether the scan is on the device, so that it may be called kept
 */
async function showFailureToast(error: unknown, isStored: boolean): Promise<void> {
  await loadNamespaces('error', 'outbox');
  const { LL, locale } = currentI18n();
  if (!isStored) {
    showToast({ kind: 'error', text: LL.error.resultSaveAlert(), duration: longToastMs });
    return;
  }
  const failure = toApiError(error);
  if (failure.code === 'network') {
    // The scan itself is safe: it is stored, and sent by itself.
    showToast({ kind: 'info', text: LL.outbox.scanKept(), duration: longToastMs });
    return;
  }
  const what = isSessionOver(failure) ? LL.error.sessionExpired() : LL.error.resultSaveAlert();
  // What the server would only refuse again is not sent by itself.
  const refusal = refusalIn(failure);
  const then = refusal && isPermanent(refusal) ? errorText(LL.error, locale, refusal.code) : LL.outbox.kept();
  showToast({ kind: 'error', text: `${what} ${then}`, duration: longToastMs });
}

/** Calls back once an item has left the outbox: sent now or later, or removed. */
function whenGone(id: string, then: () => Promise<void>): void {
  const stop = onPendingChange(() => {
    if (currentPending().some((item) => item.id === id)) return;
    stop();
    void then();
  });
}

/**
 * Stores a finished scan on the device and, with a session, sends it. Never rejects and waits only briefly: an
 * unacknowledged scan stays in the outbox, and the screen says so.
 * @param chosen the moment of its day, when it is not of now
 */
export async function saveScan(run: ScanContent, slot: RunSlot, chosen: ChosenMoment): Promise<FinishedScan> {
  const owner = currentUserId();
  const createdAt = new Date(typeof slot === 'number' ? timeOfMoment(slot, chosen) : Date.now()).toISOString();
  const scan = { ...run, id: randomUuid(), createdAt };
  if (owner !== null) markFinished({ id: scan.id, owner, slot, createdAt, duration: scan.duration });
  const isStored = await saveScanLocally({ ...scan, owner });
  // Once the scan is stored, a reload must not offer to finish the same run again. Until then it recovers the scan from it.
  const endRun = async () => {
    if (!isOvertaken(scan.id, owner, slot)) await dropRun(slot, owner);
    removeFinishMark(scan.id);
  };
  if (isStored || owner === null) await endRun();
  else whenGone(scan.id, endRun);
  if (owner !== null) {
    const sending = sendNow(scan.id)
      .catch((error: unknown) => showFailureToast(error, isStored))
      .catch(() => undefined);
    const slow = Symbol('slow');
    const first = await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, sendTimeoutMs, slow))]);
    if (first === slow) showToast({ kind: 'info', text: currentI18n().LL.connection.slow() });
  }
  const { answers, moment, kept, id } = scan;
  return { answers, createdAt, moment, kept, id, owner, finishedAt: new Date().toISOString() };
}
