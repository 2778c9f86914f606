import { isRecord, readJson } from '@nuances/domain/record';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A stored login. The key of the notes is not in it. */
export interface Credentials {
  /** The only address that these tokens are sent to. */
  readonly url: string;
  readonly username: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Somebody else could read the tokens. */
export class CredentialsExposed extends Error {
  override readonly name = 'CredentialsExposed';
}

/** The file holds something else. */
export class CredentialsInvalid extends Error {
  override readonly name = 'CredentialsInvalid';
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

function parsed(text: string): Credentials | null {
  const value = readJson(text);
  if (!isRecord(value)) return null;
  const { url, username, accessToken, refreshToken } = value;
  return typeof url === 'string' &&
    typeof username === 'string' &&
    typeof accessToken === 'string' &&
    typeof refreshToken === 'string'
    ? { url, username, accessToken, refreshToken }
    : null;
}

/**
 * Null without a login.
 * @throws CredentialsExposed, CredentialsInvalid
 */
export async function readCredentials(file: string): Promise<Credentials | null> {
  try {
    const { mode } = await stat(file);
    // Windows has no such modes; the file is in the user's own folder.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw new CredentialsExposed(file);
    const found = parsed(await readFile(file, 'utf8'));
    if (!found) throw new CredentialsInvalid(file);
    return found;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Makes a file that only its owner can read. Nothing is left where it cannot be written, as on a full disk. */
export async function writeNew(file: string, text: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Writes a file that only its owner can read, whole or not at all. */
export async function writePrivately(file: string, text: string | Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  await rm(draft, { force: true });
  try {
    await writeNew(draft, text);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Replaces the stored login; null removes it. */
export async function writeCredentials(file: string, credentials: Credentials | null): Promise<void> {
  if (!credentials) {
    await rm(file, { force: true });
    return;
  }
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await writePrivately(file, `${JSON.stringify(credentials)}\n`);
}
