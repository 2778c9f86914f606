import type { NoteCategory } from '@nuances/domain/axes';
import { limits } from '@nuances/domain/limits';
import { readScanContent } from '@nuances/domain/scan/fields';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { tagKey } from '@nuances/domain/scan/tags';
import { isSameValue } from '@nuances/domain/thing';
import type { Api } from '../api.ts';
import { checkNote, checkTags } from '../notes.ts';
import { NuancesError } from '../nuances-error.ts';
import type { OpenVault } from './open-vault.ts';
import type { SaidScan } from './rows.ts';

/** A scan for a vault. Its id is the client's, so that sending it again stores it once. */
export interface VaultScanInput {
  readonly _id: string;
  readonly answers: readonly number[];
  readonly tags?: readonly string[];
  /** ISO time; now without it. */
  readonly createdAt?: string | undefined;
}

/** A note for a vault. */
export interface VaultNoteInput {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
  readonly categoryId: NoteCategory;
  readonly createdAt?: string | undefined;
}

/** The call that stores. */
interface VaultCalls {
  readonly vault: Pick<Api['vault'], 'put'>;
}

const otherContent = () => new NuancesError('scanExists', 'Something else is stored under this id');
const refused = (code: string) => new NuancesError(code, `This cannot be stored: ${code}`);

/** What is said in a scan: what is not given is as with `results.create`. @throws NuancesError `answersInvalid` */
export function checkedScan(given: { readonly answers: readonly number[] }): SaidScan {
  const content = readScanContent(given);
  if (!content) throw refused('answersInvalid');
  return content;
}

/**
 * Seals a scan and stores it; the same one again is found.
 * @throws NuancesError `scanExists` when another one has the id, `vaultChanged` when the vault got another key meanwhile
 */
export async function saveScan(
  { vault: calls }: VaultCalls,
  { rows, keyVersion }: OpenVault,
  { _id, answers, tags = [], createdAt }: VaultScanInput,
) {
  checkTags(tags);
  const [sealed, sealedTags] = await Promise.all([
    rows.sealScan(_id, checkedScan({ answers })),
    rows.sealTags(_id, tags),
  ]);
  const sent = { _id, isMove: false, sealed, tags: sealedTags, createdAt };
  const { scans } = await calls.put.mutate({ keyVersion, scans: [sent] });
  const [outcome] = scans;
  if (!outcome || outcome.outcome === 'refused') throw refused(outcome?.code ?? 'badRequest');
  const saved = { _id, answers, tags, scoring: scoreOf(answers) };
  if (outcome.outcome === 'saved') return { ...saved, createdAt: outcome.createdAt };
  const stored = await rows.openScan(outcome.scan);
  if (!stored || !isSameValue([stored.answers, stored.tags?.map(tagKey)], [answers, tags.map(tagKey)]))
    throw otherContent();
  return { ...saved, createdAt: outcome.scan.createdAt };
}

/**
 * Seals a note and stores it; the same one again is found, and one that was changed since is not written over.
 * @throws NuancesError as {@link saveScan}, and `noteTitleTooLong`, `noteTextTooLong` or `tooLarge`
 */
export async function saveNote(
  { vault: calls }: VaultCalls,
  { rows, keyVersion }: OpenVault,
  { _id, title = '', text, categoryId, createdAt }: VaultNoteInput,
) {
  checkNote({ title, text });
  const sealed = await rows.sealNote(_id, { title, text, categoryId });
  // No stored note has this revision: one that is there is answered.
  const sent = { _id, isMove: false, sealed, createdAt, revision: limits.revisionMax };
  const { notes } = await calls.put.mutate({ keyVersion, notes: [sent] });
  const [outcome] = notes;
  if (!outcome || outcome.outcome === 'refused') throw refused(outcome?.code ?? 'badRequest');
  if (outcome.outcome === 'saved') return { _id, categoryId, createdAt: outcome.createdAt, revision: outcome.revision };
  const stored = await rows.openNote(outcome.note);
  if (!stored || !isSameValue(stored, { title, text, categoryId })) throw otherContent();
  return { _id, categoryId, createdAt: outcome.note.createdAt, revision: outcome.note.revision };
}
