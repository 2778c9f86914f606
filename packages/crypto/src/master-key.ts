import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The 256-bit key that all other keys are derived from. Printing or serialising it shows no secret. */
export interface MasterKey {
  readonly kind: 'master-key';
  readonly secret: KeyObject;
}

/** The key that seals, and the one that still opens older seals. */
export interface MasterKeys {
  readonly current: MasterKey;
  readonly previous: MasterKey | null;
}

/** A master key that is missing, malformed or publicly known. The message never contains the key. */
export class MasterKeyInvalid extends Error {
  override readonly name = 'MasterKeyInvalid';
}

/** Keys printed in standards and manuals that would pass the other checks. */
const publishedKeys = new Set([
  '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4', // NIST SP 800-38A, AES-256
  'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308', // GCM specification, AES-256
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', // SHA-256 of nothing
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', // SHA-256 of "test"
]);

/**
 * Reads a master key.
 * @param hex 64 hexadecimal digits, either case
 * @param name what the message calls it, for example `MASTER_KEY`
 * @throws MasterKeyInvalid when it has another shape or is a well-known sample
 */
export function parseMasterKey(hex: string, name = 'MASTER_KEY'): MasterKey {
  if (!/^[0-9a-f]{64}$/i.test(hex)) {
    throw new MasterKeyInvalid(`${name} must be 64 hexadecimal digits. Make one with: openssl rand -hex 32`);
  }
  const bytes = Buffer.from(hex, 'hex');
  if (isSample(bytes)) {
    throw new MasterKeyInvalid(`${name} is a well-known sample, not a secret. Make one with: openssl rand -hex 32`);
  }
  return { kind: 'master-key', secret: createSecretKey(bytes) };
}

/**
 * A key for one purpose: HKDF-SHA256 of the master key, 32 bytes.
 * @param label the purpose; two purposes never share one
 */
export function deriveKey(master: MasterKey, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master.secret, new Uint8Array(0), `nuances/${label}/v1`, 32));
}

/** Identifies a master key without revealing it: 32 hexadecimal digits, safe to store and to log. */
export function fingerprint(master: MasterKey): string {
  return deriveKey(master, 'fingerprint').toString('hex', 0, 16);
}

/** Maps a value that must not be stored, such as a network address, to a stable key. */
export type Pseudonym = (...parts: readonly string[]) => string;

/**
 * HMACs under a key derived from the master key: 64 lower-case hexadecimal digits, the same for the same
 * parts. With the database alone, addresses cannot be tried against them.
 * @param label the purpose; the same value has another pseudonym for each purpose
 */
export function createPseudonym(master: MasterKey, label: string): Pseudonym {
  const key = deriveKey(master, `pseudonym/${label}`);
  // JSON keeps the parts apart: ['ab','c'] and ['a','bc'] differ.
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts), 'utf8').digest('hex');
}

/** What {@link loadMasterKey} takes; empty strings count as unset. */
export interface MasterKeySource {
  /** `MASTER_KEY`. When unset, the key is in `dataDir`. */
  readonly masterKey: string | undefined;
  /** `MASTER_KEY_PREVIOUS`. */
  readonly previous: string | undefined;
  readonly dataDir: string;
}

/**
 * The master keys of this installation. Without `masterKey` they come from `master.key` in
 * `dataDir`, which is made on first use (mode 600); instances starting together get the same key.
 * @throws MasterKeyInvalid for a bad key, the file system's error when the file cannot be used
 */
export async function loadMasterKey(source: MasterKeySource): Promise<MasterKeys> {
  const current = source.masterKey
    ? parseMasterKey(source.masterKey)
    : await readOrCreate(source.dataDir, masterKeyPath(source.dataDir));
  const previous = source.previous ? parseMasterKey(source.previous, 'MASTER_KEY_PREVIOUS') : null;
  return { current, previous };
}

/** Where the key is when `MASTER_KEY` is unset. */
export function masterKeyPath(dataDir: string): string {
  return join(dataDir, 'master.key');
}

async function readOrCreate(dataDir: string, path: string): Promise<MasterKey> {
  const existing = await readIfThere(path);
  if (existing !== null) return parseMasterKey(existing.trim(), path);

  // Mode 711: the embedded database may run under another account in a folder below.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  // Written under a temporary name, then linked: the link fails if another process was first, and a power
  // failure leaves no partial key under the final name.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const folder = await open(dataDir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  return parseMasterKey((await readFile(path, 'utf8')).trim(), path);
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** A random key has about 30 distinct bytes of 32; fewer than 16 is a repeated pattern. */
function isSample(bytes: Buffer): boolean {
  if (new Set(bytes).size < 16 || publishedKeys.has(bytes.toString('hex'))) return true;
  const step = bytes.readUInt8(1) - bytes.readUInt8(0);
  const first = bytes.readUInt8(0);
  return bytes.every((byte, index) => byte === ((first + index * step) & 0xff));
}
