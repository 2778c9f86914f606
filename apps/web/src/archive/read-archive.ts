import { isEnvelope } from '@nuances/crypto/envelope-shape';
import { isSealed, openWithPassphrase, SealRefused } from '@nuances/crypto/passphrase-seal';
import { exportVersion } from '@nuances/domain/export-file';
import { limits } from '@nuances/domain/limits';
import { isRecord, readJson } from '@nuances/domain/record';
import { readExportFile, type ReadExport } from '@nuances/domain/restore/read';
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
 * @throws ArchiveRefused, PassphraseNeeded, WrongPassphrase
 */
export async function readArchive(
  file: Blob,
  passphrase: string | null,
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
  const read = readExportFile(text, isEnvelope);
  if (read) return read;
  throw new ArchiveRefused(isLater(text) ? 'later' : 'unreadable');
}
