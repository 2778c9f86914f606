import { isSealed, openWithPassphrase, SealRefused } from '@nuances/crypto/passphrase-seal';
import { readExport } from '@nuances/crypto/vault/export';
import type { RowKeys } from '@nuances/crypto/vault/rows';
import { exportVersion, readExportHead } from '@nuances/domain/export-file';
import { limits } from '@nuances/domain/limits';
import { isRecord, readJson } from '@nuances/domain/record';
import type { ReadExport } from '@nuances/domain/restore/read';
import { ArchiveRefused } from '@nuances/domain/archive/refused';
import { bytesOf } from './bytes-of.ts';
import { isZip, jsonOfZip } from '@nuances/domain/archive/zip';

/** Says how much of how much is done. */
type OnProgress = (done: number, total: number) => void;

/** The file needs a passphrase and none was given. */
export class PassphraseNeeded extends Error {
  override readonly name = 'PassphraseNeeded';
}

/** @throws ArchiveRefused, WrongPassphrase */
async function opened(sealed: Uint8Array<ArrayBuffer>, passphrase: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await openWithPassphrase(sealed, passphrase);
  } catch (cause) {
    throw cause instanceof SealRefused ? new ArchiveRefused(cause.reason, { cause }) : cause;
  }
}

function isLater(text: string): boolean {
  const read = readJson(text);
  return isRecord(read) && typeof read['version'] === 'number' && read['version'] > exportVersion;
}

/**
 * Reads a file of Export in each of its forms: a zip, sealed or not, or the JSON alone. Blocks for seconds: call it in a
 * worker.
 * @param keys of the vault of the account that it is read for; null without one
 * @throws ArchiveRefused, PassphraseNeeded, WrongPassphrase
 */
export async function readArchive(
  file: Blob,
  passphrase: string | null,
  keys: RowKeys | null = null,
  onProgress: OnProgress = () => undefined,
): Promise<ReadExport> {
  if (file.size > limits.archive.fileMaxBytes) throw new ArchiveRefused('tooLarge');
  let bytes = await bytesOf(file, (share) => onProgress(share / 2, 1));
  if (isSealed(bytes)) {
    if (passphrase === null) throw new PassphraseNeeded('The file is sealed');
    bytes = await opened(bytes, passphrase);
  }
  onProgress(0.6, 1);
  const text = new TextDecoder().decode(isZip(bytes) ? jsonOfZip(bytes) : bytes);
  onProgress(0.8, 1);
  const head = readExportHead(text);
  if (head) return readExport(head, keys);
  throw new ArchiveRefused(isLater(text) ? 'later' : 'unreadable');
}
