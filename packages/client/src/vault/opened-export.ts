import { exportVersion } from '@nuances/domain/export-file';
import type { Api } from '../api.ts';
import type { Everything, ExportedMoods, ExportedNote, ExportedScan } from '../exported.ts';
import { openNote, openTags } from '../notes.ts';
import type { NoteKey } from '@nuances/crypto/note-envelope';
import type { ScanRow, VaultRows } from './rows.ts';

type Sealed = Awaited<ReturnType<Api['profile']['exportData']['query']>>;
type SealedProfile = Parameters<VaultRows['openProfile']>[0] | { readonly sealed: null };

/** A scan as it is stored; the product names what only vaults have where there is one. */
type SealedScan = Omit<Sealed['scans'][number], 'answers' | 'scoring'> &
  ScanRow & {
    readonly scoring: number | null;
    readonly arrivedClear?: boolean | undefined;
  };

/** What opens an export: the keys of the vault, and the server's for what a move has not reached. */
interface Keys {
  readonly rows: VaultRows | null;
  readonly noteKey: NoteKey | null;
}

async function scanOf({ rows, noteKey }: Keys, scan: SealedScan): Promise<ExportedScan> {
  const { sealed, keyVersion: _keyVersion, arrivedClear: _arrivedClear, tags, ...rest } = scan;
  const opened = await rows?.openScan(scan);
  const words = opened?.tags ?? (tags === null ? [] : noteKey && (await openTags(noteKey, tags)));
  const said = { ...rest, ...(opened ?? (typeof sealed === 'string' && { sealed })) };
  return words === null ? { ...said, tags: tags ?? '', tagsEncrypted: true } : { ...said, tags: words };
}

async function noteOf({ rows, noteKey }: Keys, note: Sealed['notes'][number]): Promise<ExportedNote> {
  const { sealed, keyVersion: _keyVersion, categoryId, ...rest } = note;
  const opened = typeof sealed === 'string' ? await rows?.openNote(note) : noteKey && (await openNote(noteKey, rest));
  const said = { ...rest, categoryId: categoryId ?? 'other' };
  if (opened) return { ...said, ...opened, encrypted: false };
  return { ...said, encrypted: true, ...(typeof sealed === 'string' && { sealed }) };
}

async function moodsOf(
  { rows }: Keys,
  part: Sealed['moods'][number],
): Promise<Sealed['moods'][number] | ExportedMoods> {
  const opened = await rows?.openMoods(part);
  const { _id, receivedAt } = part;
  return opened ? { _id, ...opened, receivedAt } : part;
}

/** An export of an account with a vault, opened; what does not open stays as it is stored, and is marked. */
export async function openedExport(data: Sealed, profile: SealedProfile, keys: Keys): Promise<Everything> {
  const [scans, notes, moods, own] = await Promise.all([
    Promise.all(data.scans.map((scan) => scanOf(keys, scan))),
    Promise.all(data.notes.map((note) => noteOf(keys, note))),
    Promise.all(data.moods.map((part) => moodsOf(keys, part))),
    profile.sealed === null ? null : keys.rows?.openProfile(profile),
  ]);
  return { version: exportVersion, ...data, profile: { ...data.profile, ...own }, scans, notes, moods };
}
