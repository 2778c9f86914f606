import { isRecord } from '@nuances/domain/record';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { KnownVault } from '../client.ts';
import { writePrivately } from './credentials.ts';

/** Vaults that were opened on this computer, by address and account. There is no key in it. */
type KnownVaults = Readonly<Record<string, KnownVault>>;

const nameOf = (url: string, userId: string) => `${url} ${userId}`;

function knownVault(value: unknown): KnownVault | null {
  if (!isRecord(value) || !isRecord(value['cost']) || !Array.isArray(value['fingerprint'])) return null;
  const { keyVersion } = value;
  const { memoryKib, passes, lanes } = value['cost'];
  const fingerprint = value['fingerprint'].filter((word) => typeof word === 'string');
  return typeof keyVersion === 'number' &&
    typeof memoryKib === 'number' &&
    typeof passes === 'number' &&
    typeof lanes === 'number'
    ? { keyVersion, fingerprint, cost: { memoryKib, passes, lanes } }
    : null;
}

/** @throws SyntaxError for a file that is no JSON */
async function readAll(file: string): Promise<KnownVaults> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw error;
  });
  const value: unknown = JSON.parse(text);
  const known: Record<string, KnownVault> = {};
  for (const [name, entry] of Object.entries(isRecord(value) ? value : {})) {
    const vault = knownVault(entry);
    if (vault) known[name] = vault;
  }
  return known;
}

/** What is remembered of the vault of an account; null for none. */
export async function readKnownVault(file: string, url: string, userId: string): Promise<KnownVault | null> {
  return (await readAll(file))[nameOf(url, userId)] ?? null;
}

/** Remembers a vault; null forgets it. */
export async function writeKnownVault(
  file: string,
  url: string,
  userId: string,
  vault: KnownVault | null,
): Promise<void> {
  const { [nameOf(url, userId)]: _former, ...others } = await readAll(file);
  const all = vault ? { ...others, [nameOf(url, userId)]: vault } : others;
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await writePrivately(file, `${JSON.stringify(all)}\n`);
}
