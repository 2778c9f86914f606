import { profileToRestore, type ExportFile } from '@nuances/domain/export-file';
import { queriesOf } from '../../api/queries.tsx';
import type { ReadingFile } from './choose-file.tsx';
import { planFor, type Previewed } from './addition-plan.ts';
import { createAdditionRun } from './addition-run.ts';
import { runInWorker, type ArchiveOutcome } from '../../archive/archive-worker.ts';
import type { RefusalReason } from '@nuances/domain/archive/refused';
import type { ReadHead } from '../../archive/messages.ts';
import { vaultRowKeys } from '../../keys/row-sealing.ts';
import { hasVault } from '../../keys/vault-mark.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';

/** The records of a file that are left out. */
type LeftOut = Pick<ReadHead, 'faults' | 'faultCount'>;

export type RestoreReading =
  | { readonly step: 'idle' }
  | ReadingFile
  | { readonly step: 'refused'; readonly reason: RefusalReason }
  | { readonly step: 'failed'; readonly sentence: () => string }
  /** The file needs its passphrase; `wrong`: the one that was typed does not open it. */
  | { readonly step: 'sealed'; readonly file: File; readonly wrong: boolean }
  /** `from`: the user name in the file, when it is not the own one. */
  | ({ readonly step: 'preview'; readonly from: string | null } & LeftOut & Previewed);

export const restoreRun = createAdditionRun<RestoreReading>({ step: 'idle' });

/** What restoring a file would do. */
async function planOf(owner: string, file: ExportFile & LeftOut): Promise<RestoreReading> {
  const { utils } = queriesOf(owner);
  const [planned, own] = await Promise.all([planFor(owner, file), utils.profile.get.fetch()]);
  if ('code' in planned) return { step: 'failed', sentence: sentenceOf(planned) };
  const { username } = file.profile;
  const from = username === own.username ? null : username;
  const { faults, faultCount } = file;
  return { step: 'preview', ...planned, profile: profileToRestore(file.profile, own), from, faults, faultCount };
}

/**
 * Reads a file and says what restoring it would do. Nothing is changed.
 * @param passphrase of a sealed file; null as long as none was typed
 */
export function readFile(file: File, passphrase: string | null = null): Promise<void> {
  return restoreRun.start(
    { step: 'reading', share: 0 },
    async (owner, signal, onShare) => {
      const keys = hasVault(owner) ? await vaultRowKeys(owner) : null;
      return stateAfter(owner, file, await runInWorker({ kind: 'read', file, passphrase, keys }, signal, onShare));
    },
    (sentence) => ({ step: 'failed', sentence }),
  );
}

async function stateAfter(owner: string, file: File, outcome: ArchiveOutcome): Promise<RestoreReading> {
  if (outcome.kind === 'read') return planOf(owner, outcome.file);
  if (outcome.kind === 'refused') return { step: 'refused', reason: outcome.reason };
  if (outcome.kind === 'sealed' || outcome.kind === 'wrongPassphrase')
    return { step: 'sealed', file, wrong: outcome.kind === 'wrongPassphrase' };
  return { step: 'refused', reason: 'unreadable' };
}
