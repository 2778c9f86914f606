import { knownDeviceKey } from '../../keys/device-key.ts';
import { saveScanLocally } from '../../offline/scans.ts';
import { sendAll } from '../../offline/send.ts';
import { isLoggedIn } from '../../session/session-store.ts';
import { onLock } from '../../keys/lock-listeners.ts';
import { isOvertaken, readFinishMark, removeFinishMark } from './finish-mark.ts';
import { dropRun, isRunClosed, storedRun } from './stored-run.ts';
import { finishedScan } from './quiz-run.ts';

/**
 * Stores the scan of a finished run whose page was closed before the scan was stored. The mark has the id given at
 * Finish, so a scan that was stored nevertheless is not stored twice. The mark of a sealed run stays while its key is
 * missing, until the vault is opened. Never rejects.
 */
export async function recoverFinished(): Promise<void> {
  await recover().catch(() => undefined);
}

async function recover(): Promise<void> {
  const mark = readFinishMark();
  if (!mark || !isLoggedIn(mark.owner)) return;
  const { id, owner, slot, createdAt, duration } = mark;
  const scan = finishedScan(await storedRun(owner, slot), typeof slot === 'number');
  if (!scan && ((await knownDeviceKey(owner)) === null || (await isRunClosed(owner, slot)))) return;
  if (scan) {
    // On a full device the run is still the only copy, and is recovered again.
    if (await saveScanLocally({ ...scan, id, owner, createdAt, duration })) {
      if (!isOvertaken(id, owner, slot)) await dropRun(slot, owner);
      removeFinishMark(id);
    }
    await sendAll();
  } else removeFinishMark(id);
}

onLock({ goOn: () => void recoverFinished() });
