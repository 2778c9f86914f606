/**
 * Opens what the server answers about scans and the profile of an account with a vault, so that no screen knows of it. What
 * does not open stays as it came: the screens say so.
 */
import { isRecord } from '@nuances/domain/record';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { scanContent, type ScanContent } from '@nuances/domain/scan/fields';
import { emptyVaultProfile, type VaultProfile } from '@nuances/domain/vault/content';
import { nextTask } from '../browser/next-task.ts';
import { vaultRowKeys } from '../note-store/row-sealing.ts';
import { onSessionChange } from '../session/session-store.ts';
import { onLock } from './lock-listeners.ts';
import { openProfileRow, openScanRow, type RowKeys } from './rows.ts';

/** Scans that are opened at a time: a chunk is far from a task of 50 ms. */
const batch = 100;

/** Scans that were opened before, by id: an envelope that has not changed is not opened again. In memory only. */
const openedScans = new Map<string, { readonly from: string; readonly scan: ScanContent }>();

/** Drops what was opened: at a lock, and when the session changes. */
export function forgetOpenedScans(): void {
  openedScans.clear();
}

onLock({ drop: forgetOpenedScans });
onSessionChange(forgetOpenedScans);

type Fields = Readonly<Record<string, unknown>>;

/** A sealed scan of an answer, as far as it is needed here. */
interface SealedScan extends Fields {
  readonly _id: string;
  readonly keyVersion: number;
  readonly sealed: string;
}

function isSealedScan(value: unknown): value is SealedScan {
  return (
    isRecord(value) &&
    typeof value['_id'] === 'string' &&
    typeof value['keyVersion'] === 'number' &&
    typeof value['sealed'] === 'string'
  );
}

const noContent = { answers: null, duration: null, kept: null, moment: null };

/** A scan as it would have come without a vault; `from` is its envelope. As it is when it does not open. */
async function withContent(keys: RowKeys, row: unknown): Promise<unknown> {
  if (!isSealedScan(row)) return row;
  const { _id, sealed } = row;
  const known = openedScans.get(_id);
  const scan = known?.from === sealed ? known.scan : await openScanRow(keys, { ...noContent, ...placeOf(row) });
  if (!scan) return row;
  openedScans.set(_id, { from: sealed, scan });
  return { ...row, ...scan, scoring: scoreOf(scan.answers), sealed: null, from: sealed };
}

const placeOf = ({ _id, keyVersion, sealed }: SealedScan) => ({ _id, keyVersion, sealed });

/** Whether a scan that is already open came from an envelope: one of the copy on this device. */
function isOpened(row: unknown): row is ScanContent & { readonly _id: string; readonly from: string } {
  return isRecord(row) && typeof row['from'] === 'string' && Array.isArray(row['answers']);
}

/** Remembers scans that were read from the copy on this device, so that the list of the server opens only what is new. */
export function rememberOpenedScans(scans: readonly unknown[]): void {
  for (const row of scans) if (isOpened(row)) openedScans.set(row._id, { from: row.from, scan: scanContent(row) });
}

/** Opens the scans of a list; yields to the page between two chunks. */
export async function openScanList(keys: RowKeys, rows: readonly unknown[]): Promise<unknown[]> {
  const opened: unknown[] = [];
  for (let at = 0; at < rows.length; at += batch) {
    const some = rows.slice(at, at + batch);
    opened.push(...(await Promise.all(some.map((row) => withContent(keys, row)))));
    if (at + batch < rows.length) await nextTask();
  }
  return opened;
}

/** The sealed part of a profile as the state of the vault has it. */
interface SealedProfile {
  readonly sealed: string;
  readonly keyVersion: number;
}

function sealedProfileIn(state: unknown): SealedProfile | null {
  const profile = isRecord(state) ? state['profile'] : undefined;
  if (!isRecord(profile)) return null;
  const { sealed, keyVersion } = profile;
  return typeof sealed === 'string' && typeof keyVersion === 'number' ? { sealed, keyVersion } : null;
}

/**
 * The fields of a profile.
 * @throws Error when it does not open: an empty form would be saved over it
 */
async function openedProfile(keys: RowKeys, state: unknown): Promise<VaultProfile | null> {
  const profile = sealedProfileIn(state);
  if (!profile) return null;
  const opened = await openProfileRow(keys, profile);
  if (!opened) throw new Error('the profile does not open');
  return opened;
}

/** What an answer is about; undefined for one that is passed on as it is. */
const kinds: Readonly<Record<string, 'scans' | 'scan' | 'profile'>> = {
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

/**
 * Opens the answer of a procedure.
 * @throws DeviceKeyMissing while the vault is closed
 */
export async function openAnswerOf(
  owner: string,
  procedure: string,
  answer: unknown,
  askState: () => Promise<unknown>,
): Promise<unknown> {
  return openAnswer(await vaultRowKeys(owner), procedure, answer, askState);
}

/** @param askState asks the server for the state of the vault */
export async function openAnswer(
  keys: RowKeys,
  procedure: string,
  answer: unknown,
  askState: () => Promise<unknown>,
): Promise<unknown> {
  const kind = kinds[procedure];
  if (kind === 'scans') return Array.isArray(answer) ? openScanList(keys, answer) : answer;
  if (kind === 'scan') return withContent(keys, answer);
  if (kind !== 'profile' || !isRecord(answer)) return answer;
  const opened = await openedProfile(keys, await askState());
  return opened === null ? answer : { ...answer, ...emptyVaultProfile, ...opened };
}
