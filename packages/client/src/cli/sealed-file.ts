/** Files of Export that are sealed with a passphrase (docs/export.md). */
import { openWithPassphrase, sealWithPassphrase, SealRefused, WrongPassphrase } from '@nuances/crypto/passphrase-seal';
import { ArchiveRefused } from '@nuances/domain/archive/refused';
import { jsonName } from '@nuances/domain/archive/zip';
import { zipOf } from '@nuances/domain/archive/zip-writer';

import type { CliContext } from './context.ts';
import { CliFailure, exitCodes } from './failure.ts';

/** An export in the sealed form, which Restore of the app takes too. */
export function sealedExport(json: string, passphrase: string): Promise<Uint8Array> {
  const zip = zipOf([[jsonName, json]], new Date(), () => undefined);
  return sealWithPassphrase(zip, passphrase);
}

/** What is in a sealed file; asks for its passphrase. @throws CliFailure, ArchiveRefused */
export async function openedFile(context: CliContext, file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const passphrase = await context.fileSecret();
  try {
    return await openWithPassphrase(Uint8Array.from(file), passphrase);
  } catch (cause) {
    if (cause instanceof SealRefused) throw new ArchiveRefused(cause.reason, { cause });
    if (!(cause instanceof WrongPassphrase)) throw cause;
    const message = context.texts.cli.failure.wrongFilePassphrase();
    throw new CliFailure('wrongPassphrase', exitCodes.refused, message, { cause });
  }
}
