import { knownNoteKey } from '../../note-store/note-key.ts';
import { saveScanLocally } from '../../offline/scans.ts';
import { sendAll } from '../../offline/send.ts';
import { currentSession } from '../../session/session-store.ts';
import { readFinishMark, removeFinishMark } from './finish-mark.ts';
import { dropRun, openRun } from './kept-run.ts';
import { finishedAnswers } from './quiz-run.ts';

/**
 * Stores the scan of a run that was finished in a page that was closed before it had stored it. The id is the one given at
 * Finish: a scan that was stored after all is not stored twice. Without the key of its owner the mark waits. Never rejects.
 */
export async function recoverFinished(): Promise<void> {
  await recover().catch(() => undefined);
}

async function recover(): Promise<void> {
  const mark = readFinishMark();
  const session = currentSession();
  if (!mark || session.status !== 'in' || session.userId !== mark.owner) return;
  if ((await knownNoteKey(mark.owner)) === null) return;
  const { id, owner, day, createdAt, duration } = mark;
  const answers = finishedAnswers(await openRun(day));
  if (answers) {
    await saveScanLocally({ id, owner, createdAt, duration, answers });
    await dropRun(day);
  }
  removeFinishMark();
  if (answers) await sendAll();
}
