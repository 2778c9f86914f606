/** What the server answers for an export of an account with a vault, opened row by row on the device. */
import { openMoodsRow, openNoteRow, openScanRow, openTagsOf, type RowKeys } from '@nuances/crypto/vault/rows';
import { moodContent } from '@nuances/domain/moods/fields';
import { isRecord } from '@nuances/domain/record';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { textOfTags } from '@nuances/domain/scan/tags';
import type { VaultProfile } from '@nuances/domain/vault/content';

/** The keys of a vault, and the profile as it was opened. */
export interface VaultSource {
  readonly keys: RowKeys;
  readonly profile: VaultProfile;
}

/** An export whose texts are readable, but for those that are named. */
export interface OpenedAnswer {
  readonly data: unknown;
  /** Texts that did not open, as they are stored. */
  readonly closed: ReadonlySet<string>;
  /** Number of scans and parts of moods that did not open; they are in `closedScans` and `closedMoods` of the data, as they are stored. */
  readonly closedScans: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Rows that are opened at once. */
const batch = 200;

async function inBatches<Result>(rows: readonly unknown[], open: (row: Fields) => Promise<Result>): Promise<Result[]> {
  const records = rows.filter(isRecord);
  const opened: Result[] = [];
  for (let at = 0; at < records.length; at += batch)
    opened.push(...(await Promise.all(records.slice(at, at + batch).map(open))));
  return opened;
}

const textIn = (row: Fields, name: string) => (typeof row[name] === 'string' ? row[name] : '');
const placeOf = (row: Fields) => ({
  _id: textIn(row, '_id'),
  keyVersion: typeof row['keyVersion'] === 'number' ? row['keyVersion'] : 1,
  sealed: typeof row['sealed'] === 'string' ? row['sealed'] : null,
});
const listIn = (data: Fields, name: string): readonly unknown[] => (Array.isArray(data[name]) ? data[name] : []);

/** Opens scans, notes and profile of an answer. */
export async function openVaultAnswer(answer: unknown, { keys, profile }: VaultSource): Promise<OpenedAnswer> {
  if (!isRecord(answer)) return { data: answer, closed: new Set(), closedScans: 0 };
  const closed = new Set<string>();
  const closedScans: Fields[] = [];

  const scans = await inBatches(listIn(answer, 'scans'), async (row) => {
    const place = placeOf(row);
    const content = await openScanRow(keys, { ...row, ...place });
    if (!content) {
      closedScans.push(row);
      return null;
    }
    const envelope = textIn(row, 'tags');
    const tags = envelope === '' ? [] : await openTagsOf(keys, place, envelope);
    if (!tags) closed.add(envelope);
    const { sealed: _sealed, keyVersion: _version, arrivedClear: _mark, ...filed } = row;
    return { ...filed, ...content, scoring: scoreOf(content.answers), tags: tags ? textOfTags(tags) : envelope };
  });
  const notes = await inBatches(listIn(answer, 'notes'), async (row) => {
    const place = placeOf(row);
    const { sealed: _sealed, keyVersion: _version, ...filed } = row;
    const stored = { title: textIn(row, 'title'), text: textIn(row, 'text'), categoryId: null };
    const note = await openNoteRow(keys, { ...stored, ...place });
    if (note) return { ...filed, ...note };
    const text = place.sealed ?? stored.text;
    closed.add(text);
    return { ...filed, categoryId: row['categoryId'] ?? 'other', text };
  });
  const closedMoods: Fields[] = [];
  const moods = await inBatches(listIn(answer, 'moods'), async (row) => {
    const place = placeOf(row);
    const part = await openMoodsRow(keys, { ...row, ...place });
    if (!part) closedMoods.push(row);
    return part && { _id: place._id, ...moodContent(part), receivedAt: row['receivedAt'] };
  });
  const account = isRecord(answer['profile']) ? answer['profile'] : {};
  // The profile is open by now, and only a device of the vault can read its manifest.
  const { profile: _sealed, manifest: _manifest, ...vault } = isRecord(answer['vault']) ? answer['vault'] : {};
  const data = {
    ...answer,
    profile: { ...account, ...profile },
    ...(answer['vault'] !== undefined && { vault }),
    scans: scans.filter((scan) => scan !== null),
    notes,
    moods: moods.filter((part) => part !== null),
    ...(closedMoods.length > 0 && { closedMoods }),
    ...(closedScans.length > 0 && { closedScans }),
  };
  return { data, closed, closedScans: closedScans.length + closedMoods.length };
}
