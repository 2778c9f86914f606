/**
 * Holds the server to the last manifest that a device of the person signed: rows that were counted are still there
 * (docs/vault.md). Lists that are read after a manifest contain what it counts, unless the server lies.
 */
import {
  compareState,
  type Manifest,
  readManifest,
  signManifest,
  type VaultState,
} from '@nuances/crypto/vault/manifest';
import type { VaultKeys } from '@nuances/crypto/vault/account-key';
import { sequenceOf } from './succession.ts';

/** Tells the rows that are about to go. */
export type Leaving = (kind: 'notes' | 'scans' | 'moods', id: string) => boolean;

/** What the check asks and tells; the server's part in tests. */
export interface ManifestParts {
  readonly keys: VaultKeys;
  readonly account: { readonly userId: string; readonly keyVersion: number };
  /** The manifest that the server has now, signed; null for none. */
  readonly read: () => Promise<string | null>;
  /** The rows that this page has; `fresh`: as the server lists them now; `without` some. Null while a list is not complete. */
  readonly rows: (fresh: boolean, without?: Leaving) => Promise<VaultState | null>;
  /** @returns whether it is stored, and what is stored */
  readonly save: (manifest: string) => Promise<{ readonly isSaved: boolean; readonly manifest: string | null }>;
  /** The last manifest that this device has seen or written; null for none. */
  readonly known: string | null;
  /** `sequence` of that manifest or of the one before a logout; 0 for none. */
  readonly floor: number;
  /** Waits before the last look: a device that deletes, or began to, signs what is left within seconds. */
  readonly pause: () => Promise<void>;
}

/**
 * `older`: the server gave an older manifest or older rows; `missing`: rows are gone that nobody took; `waiting`: lists are
 * not complete, or other devices write at the same time. Otherwise the manifest to remember.
 */
export type ManifestFinding = 'older' | 'missing' | 'waiting' | { readonly manifest: string };

/** How often another device's change may get in between. */
const tries = 5;

async function opened({ keys, account }: ManifestParts, signed: string | null): Promise<Manifest | null> {
  return signed === null ? null : readManifest(keys, account, signed).catch(() => null);
}

/** Whether a manifest says that it is of a key before this one: a renewed vault has none of its own at first. */
const isOfFormerKey = (signed: string, { keyVersion }: ManifestParts['account']) =>
  Number(signed.split('|')[2]) < keyVersion;

/** Whether a manifest cannot be the newest: it is not signed by the person, or this device has seen a later one. */
async function isOlder(parts: ManifestParts, signed: string | null, manifest: Manifest | null): Promise<boolean> {
  if (signed !== null && manifest === null && !isOfFormerKey(signed, parts.account)) return true;
  if (parts.floor > (manifest?.sequence ?? 0)) return true;
  // Of a former key nothing is expected.
  const known = await opened(parts, parts.known);
  return known !== null && (manifest === null || manifest.sequence < known.sequence);
}

/** Signs what the server has and no manifest counts yet. */
async function countNewer(parts: ManifestParts, given: VaultState, stored: string | null): Promise<ManifestFinding> {
  const signed = await signRows(parts, given, stored);
  const { isSaved } = await parts.save(signed);
  return isSaved ? { manifest: signed } : 'waiting';
}

/** Rows are fewer than the manifest counts, or revisions lower. */
const findingOf = (manifest: VaultState, given: VaultState): 'older' | 'missing' =>
  (['notes', 'scans', 'moods'] as const).some((kind) => given[kind].count < manifest[kind].count) ? 'missing' : 'older';

/** Checks the rows once, and counts what is new. Rejects as the calls do. */
export async function checkManifest(parts: ManifestParts): Promise<ManifestFinding> {
  /** The manifest to which fresh lists did not come up, and how often. */
  let doubted = { stored: '', times: 0 };
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const stored = await parts.read();
    const manifest = await opened(parts, stored);
    if (await isOlder(parts, stored, manifest)) return 'older';
    // Lists of this page may be older than the manifest: only those that are read after it prove anything.
    // A page that shows no notes has none of them: they are fetched for the check, else it would never come there.
    const given = (attempt === 0 ? await parts.rows(false) : null) ?? (await parts.rows(true));
    if (given === null) return 'waiting';
    const found = manifest === null ? 'newer' : compareState(manifest, given);
    if (found === 'same' && stored !== null) return { manifest: stored };
    // What is signed was listed after the manifest: this page may still have what another device deleted.
    if (found === 'newer' && attempt === 0) continue;
    if (manifest === null || stored === null || found === 'newer') return countNewer(parts, given, stored);
    doubted = { stored, times: doubted.stored === stored ? doubted.times + 1 : 0 };
    if (doubted.times === 2) return findingOf(manifest, given);
    if (doubted.times === 1) await parts.pause();
  }
  return 'waiting';
}

/**
 * The manifest to be stored in one step with the deletion of rows; null when it cannot be told what is left. Of the rows of this
 * page only those are signed that the stored manifest counts: others may be deleted meanwhile.
 */
export async function signRemoval(parts: ManifestParts, without: Leaving): Promise<string | null> {
  const stored = await parts.read();
  const manifest = await opened(parts, stored);
  if (await isOlder(parts, stored, manifest)) return null;
  for (const fresh of [false, true]) {
    const given = await parts.rows(fresh);
    const found = given && (manifest === null ? 'newer' : compareState(manifest, given));
    if (found !== 'same' && !(fresh && found === 'newer')) continue;
    const left = await parts.rows(false, without);
    return left && signRows(parts, left, stored);
  }
  return null;
}

/** Signs rows in a manifest that follows the stored one. */
export async function signRows(
  { keys, account }: Pick<ManifestParts, 'keys' | 'account'>,
  rows: VaultState,
  stored: string | null,
): Promise<string> {
  return signManifest(keys, { ...account, sequence: sequenceOf(stored) + 1, ...rows });
}
