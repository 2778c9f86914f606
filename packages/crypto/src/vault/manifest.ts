/**
 * The manifest: what an account holds, signed by a device after its own changes, so that a server that gives an older state
 * is noticed. `m1.` and base64(HMAC-SHA-256), a dot, and the signed text:
 * `1|user id|key version|sequence|notes|count|newest|hash|scans|count|newest|hash`, and `|moods|count|newest|hash` where there
 * are moods.
 *
 * Nobody cries wolf as long as a manifest never counts a row that is not stored: a new row is stored before the manifest that
 * counts it, a deletion in one step with the manifest that no longer does, and a manifest replaces the one with the number
 * before it or is refused.
 */
import { toHex } from '@nuances/domain/hex';
import { fromBase64, toBase64 } from '../base64.ts';
import type { VaultKeys } from './account-key.ts';

export interface RowsState {
  readonly count: number;
  /** The highest revision; 0 without rows. */
  readonly newest: number;
  /** SHA-256, in hexadecimal, of every `id:revision`, sorted and joined by commas. */
  readonly hash: string;
}

/** What an account holds. */
export interface VaultState {
  readonly notes: RowsState;
  readonly scans: RowsState;
  /** Parts of moods of other journals. */
  readonly moods: RowsState;
}

export interface Manifest extends VaultState {
  readonly userId: string;
  readonly keyVersion: number;
  /** Rises by one with each manifest of the account. A lower one than a device has seen is an older state. */
  readonly sequence: number;
}

/** A manifest that was altered, or that another key or account signed. */
export class ManifestBroken extends Error {
  override readonly name = 'ManifestBroken';
}

/** The state of some rows. */
export async function stateOfRows(
  rows: readonly { readonly id: string; readonly revision: number }[],
): Promise<RowsState> {
  const lines = rows.map(({ id, revision }) => `${id}:${revision}`).sort();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join(','))));
  return {
    count: rows.length,
    newest: rows.reduce((newest, { revision }) => Math.max(newest, revision), 0),
    hash: toHex(hash),
  };
}

const prefix = 'm1.';

/** Signs a manifest. */
export async function signManifest({ manifest: key }: VaultKeys, manifest: Manifest): Promise<string> {
  const { userId, keyVersion, sequence, notes, scans, moods } = manifest;
  const rows = (kind: string, { count, newest, hash }: RowsState) => `${kind}|${count}|${newest}|${hash}`;
  const also = moods.count > 0 ? `|${rows('moods', moods)}` : '';
  const text = `1|${userId}|${keyVersion}|${sequence}|${rows('notes', notes)}|${rows('scans', scans)}${also}`;
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
  return `${prefix}${toBase64(signature)}.${text}`;
}

const rowsShape = String.raw`\|(\d{1,15})\|(\d{1,15})\|([0-9a-f]{64})`;
const shape = new RegExp(
  String.raw`^m1\.([A-Za-z0-9+/]{43}=)\.(1\|([^|]+)\|(\d{1,15})\|(\d{1,15})\|notes${rowsShape}\|scans${rowsShape}(?:\|moods${rowsShape})?)$`,
);

/**
 * Reads a manifest of this account and key.
 * @throws ManifestBroken
 */
export async function readManifest(
  { manifest: key }: VaultKeys,
  account: Pick<Manifest, 'userId' | 'keyVersion'>,
  signed: string,
): Promise<Manifest> {
  const [, signature = '', text = '', userId = '', keyVersion, sequence, ...rows] = shape.exec(signed) ?? [];
  const bytes = fromBase64(signature);
  const isSigned = bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(text)));
  if (!isSigned || userId !== account.userId || Number(keyVersion) !== account.keyVersion) {
    throw new ManifestBroken('The manifest was altered, or is of another key or account');
  }
  const rowsAt = (at: number) => ({ count: Number(rows[at]), newest: Number(rows[at + 1]), hash: rows[at + 2] ?? '' });
  const moods = rows[6] === undefined ? await stateOfRows([]) : rowsAt(6);
  return { ...account, sequence: Number(sequence), notes: rowsAt(0), scans: rowsAt(3), moods };
}

/**
 * Compares the rows that the server gave with a manifest. `older`: rows or revisions are missing that were there. `newer`:
 * there are changes that no manifest counts yet.
 */
export function compareState(manifest: VaultState, given: VaultState): 'same' | 'newer' | 'older' {
  const pairs = [
    [manifest.notes, given.notes],
    [manifest.scans, given.scans],
    [manifest.moods, given.moods],
  ] as const;
  if (pairs.some(([known, seen]) => seen.count < known.count || seen.newest < known.newest)) return 'older';
  return pairs.every(([known, seen]) => seen.hash === known.hash) ? 'same' : 'newer';
}
