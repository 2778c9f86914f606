/**
 * Opens what the server answers about scans and the profile of an account with a vault, so that no screen knows of it. What
 * does not open stays as it came: the screens say so.
 */
import { openMoodsRow, openProfileRow, openScanRow, type RowKeys } from '@nuances/crypto/vault/rows';
import { isRecord } from '@nuances/domain/record';
import { scanContent, type ScanContent } from '@nuances/domain/scan/fields';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { emptyVaultProfile, type VaultProfile } from '@nuances/domain/vault/content';
import { nextTask } from '../browser/next-task.ts';
import { readList, textOf } from '../note-store/list-stream.ts';
import { vaultRowKeys } from '../keys/row-sealing.ts';
import { onSessionChange } from '../session/session-store.ts';
import { onLock } from '../keys/lock-listeners.ts';
import { sealsEverything, vaultState } from '../keys/vault-view.ts';

/** Scans that are opened at a time: a chunk is far from a task of 50 ms. */
const batch = 100;

/**
 * Characters at the end of an envelope, of its tag: what they stand for was authentic when it was opened. So few that V8 copies
 * them; a longer part would keep the whole envelope in memory.
 */
const tagLength = 12;
const tagOf = (envelope: string) => envelope.slice(-tagLength);

/**
 * Scans that were opened before, by id, with the tag of their envelope: one that has not changed is not opened again. In
 * memory only.
 */
let openedScans = new Map<string, { readonly from: string; readonly scan: ScanContent }>();

/** Drops what was opened: at a lock, and when the session changes. What is being opened goes with the map that it is for. */
export function forgetOpenedScans(): void {
  openedScans = new Map();
}

onLock({ drop: forgetOpenedScans });
onSessionChange(forgetOpenedScans);

type Fields = Readonly<Record<string, unknown>>;

/** A sealed row of an answer, as far as it is needed here. */
interface SealedRow extends Fields {
  readonly _id: string;
  readonly keyVersion: number;
  readonly sealed: string;
}

function isSealedRow(value: unknown): value is SealedRow {
  return (
    isRecord(value) &&
    typeof value['_id'] === 'string' &&
    typeof value['keyVersion'] === 'number' &&
    typeof value['sealed'] === 'string'
  );
}

/** A readable row: nothing says that a device of the person stored it, so it says so itself, whatever the server says. */
function asArrived(row: unknown): unknown {
  if (!isRecord(row) || !Array.isArray(row['answers'] ?? row['entries'])) return row;
  const { from: _from, ...rest } = row;
  return sealsEverything() ? { ...rest, arrivedClear: true } : rest;
}

/**
 * A scan as it would have come without a vault, or a promise of it; `from` is the tag of its envelope. As it is when it does
 * not open.
 */
function withContent(keys: RowKeys, row: unknown, into: typeof openedScans): unknown {
  if (!isSealedRow(row)) return asArrived(row);
  const from = tagOf(row.sealed);
  const known = into.get(row._id);
  const opened = (scan: ScanContent) => ({ ...row, ...scan, scoring: scoreOf(scan.answers), sealed: null, from });
  if (known?.from === from) return opened(known.scan);
  return openScanRow(keys, row).then((scan) => {
    if (!scan) return row;
    into.set(row._id, { from, scan });
    return opened(scan);
  });
}

/** Whether a scan that is already open came from an envelope: one of the copy on this device. */
function isOpened(row: unknown): row is ScanContent & { readonly _id: string; readonly from: string } {
  return isRecord(row) && typeof row['from'] === 'string' && Array.isArray(row['answers']);
}

/** Remembers scans that were read from the copy on this device, so that the list of the server opens only what is new. */
export function rememberOpenedScans(scans: readonly unknown[]): void {
  for (const row of scans) if (isOpened(row)) openedScans.set(row._id, { from: row.from, scan: scanContent(row) });
}

/** Opens the scans of a list; yields to the page between two chunks, and waits for none before the next. */
export async function openScanList(keys: RowKeys, rows: readonly unknown[], into = openedScans): Promise<unknown[]> {
  const opening: unknown[] = [];
  for (let at = 0; at < rows.length; at += batch) {
    opening.push(...rows.slice(at, at + batch).map((row) => withContent(keys, row, into)));
    await nextTask();
  }
  return Promise.all(opening);
}

/** Opens the parts of moods of a list, which are few and large; one that does not open stays as it is. */
async function openMoodList(keys: RowKeys, rows: unknown): Promise<unknown> {
  if (!Array.isArray(rows)) return rows;
  const opened: unknown[] = [];
  for (const row of rows) {
    const part = isSealedRow(row) ? await openMoodsRow(keys, row) : null;
    opened.push(part ? { ...row, ...part, sealed: null } : asArrived(row));
    await nextTask();
  }
  return opened;
}

/** The sealed part of a profile in an answer. */
interface SealedProfile {
  readonly sealed: string;
  readonly keyVersion: number;
}

function sealedProfileIn({ profileSealed: sealed, profileKeyVersion: keyVersion }: Fields): SealedProfile | null {
  return typeof sealed === 'string' && typeof keyVersion === 'number' ? { sealed, keyVersion } : null;
}

/**
 * The fields of a profile.
 * @throws Error when it does not open, or came readable from a vault: an empty form would be saved over it
 */
async function openedProfile(keys: RowKeys, answer: Fields): Promise<VaultProfile | null> {
  const profile = sealedProfileIn(answer);
  if (!profile) {
    // The move into the vault has sealed it, and the server takes no other since.
    if (vaultState().mode === 'vault') throw new Error('the profile is not sealed');
    return null;
  }
  const opened = await openProfileRow(keys, profile);
  if (!opened) throw new Error('the profile does not open');
  return opened;
}

/** What an answer is about; undefined for one that is passed on as it is. */
const kinds: Readonly<Record<string, 'scans' | 'scan' | 'moods' | 'profile'>> = {
  'moods.own': 'moods',
  'results.own': 'scans',
  'results.byId': 'scan',
  'profile.get': 'profile',
  'profile.update': 'profile',
  'profile.changeEmail': 'profile',
};

/** Whether a procedure answers something of a vault. */
export function answersSealed(procedure: string): boolean {
  return procedure in kinds;
}

/** The result in an answer. */
async function resultOf(response: Response): Promise<unknown> {
  const answer: unknown = await response.json();
  const result = isRecord(answer) ? answer['result'] : undefined;
  return isRecord(result) ? result['data'] : undefined;
}

/**
 * Reads a list while it arrives, ten thousand sealed scans are one task of more than 50 ms to parse, and opens each piece while
 * the next one is read.
 */
async function readScanList(keys: RowKeys, response: Response, into: typeof openedScans): Promise<unknown[]> {
  const opening: Promise<unknown[]>[] = [];
  await readList(textOf(response), 'data', async (rows) => {
    const before = opening.at(-1);
    opening.push(openScanList(keys, rows, into));
    await before;
    await nextTask();
  });
  return (await Promise.all(opening)).flat();
}

/** Reads the answer of a procedure opened. */
export async function readAnswer(
  keys: RowKeys,
  procedure: string,
  response: Response,
  into = openedScans,
): Promise<unknown> {
  const kind = kinds[procedure];
  if (kind === 'scans') return readScanList(keys, response, into);
  const answer = await resultOf(response);
  if (kind === 'scan') return withContent(keys, answer, into);
  if (kind === 'moods') return openMoodList(keys, answer);
  if (kind !== 'profile' || !isRecord(answer)) return answer;
  const opened = await openedProfile(keys, answer);
  return opened === null ? answer : { ...answer, ...emptyVaultProfile, ...opened, profileSealed: null };
}

/** As {@link readAnswer}, in the form of an answer. @throws DeviceKeyMissing while the vault is closed */
export async function readOpened(owner: string, procedure: string, response: Response): Promise<unknown> {
  // Before the keys: a lock that comes after them takes it.
  const into = openedScans;
  return { result: { data: await readAnswer(await vaultRowKeys(owner), procedure, response, into) } };
}
