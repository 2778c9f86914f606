import {
  importNoteKey,
  openNote,
  openTags,
  type NoteKey,
  type NuancesClient,
  type OpenVault,
  VaultRefused,
} from '../client.ts';
import type { CliContext } from './context.ts';
import { CliFailure, exitCodes } from './failure.ts';
import { readKnownVault, writeKnownVault } from './known-vaults.ts';

type Scan = Awaited<ReturnType<NuancesClient['api']['results']['own']['query']>>[number];
type Note = Awaited<ReturnType<NuancesClient['api']['notes']['all']['query']>>['notes'][number];

/** What opens and seals the content of an account. */
export interface Content {
  /** Of an account without a vault, and of what a move has not reached; null where the server has none. */
  readonly noteKey: NoteKey | null;
  /** Null without a vault, and for a script token. */
  readonly vault: OpenVault | null;
  /** Whether nothing may be written now: `token` has no key of the vault, `moving` is between two keys. */
  readonly refusal: 'token' | 'moving' | null;
}

/** The sentence of a vault that was not opened. */
function refused({ texts }: CliContext, error: unknown): unknown {
  if (!(error instanceof VaultRefused)) return error;
  const { vault } = texts.cli.failure;
  return new CliFailure(`vault-${error.reason}`, exitCodes.refused, vault[error.reason](), { cause: error });
}

/** Opens a vault with what is typed, and remembers it: later it may only be the same, or renewed. */
async function opened(context: CliContext, client: NuancesClient, userId: string): Promise<OpenVault> {
  const file = context.env.vaultsFile;
  const known = await readKnownVault(file, client.url, userId);
  const vault = await client.openVault(await context.vaultSecret(), known ?? undefined).catch((error: unknown) => {
    throw refused(context, error);
  });
  const { keyVersion, fingerprint, cost } = vault;
  if (known?.keyVersion !== keyVersion)
    process.stderr.write(`${context.texts.cli.done.vault.compare({ words: fingerprint.join(' ') })}\n`);
  await writeKnownVault(file, client.url, userId, { keyVersion, fingerprint, cost });
  return vault;
}

/**
 * The keys of the account's content; asks for the passphrase of a vault.
 * @throws CliFailure, NuancesError
 */
export async function contentOf(context: CliContext, client: NuancesClient): Promise<Content> {
  const { userKey, keyMode } = await client.api.notes.userKey.query();
  const noteKey = userKey === '' ? null : await importNoteKey(userKey);
  const hasVault = keyMode === 'vault' || keyMode === 'moving';
  const userId = context.env.token === undefined ? await client.userId() : null;
  if (userId === null) {
    if (hasVault) process.stderr.write(`${context.texts.cli.done.vault.token()}\n`);
    return { noteKey, vault: null, refusal: hasVault ? 'token' : null };
  }
  if (hasVault) {
    const vault = await opened(context, client, userId);
    return { noteKey, vault, refusal: keyMode === 'moving' ? 'moving' : null };
  }
  // Whoever keeps the server may say so to get what is sent unsealed.
  if (await readKnownVault(context.env.vaultsFile, client.url, userId)) {
    const message = context.texts.cli.failure.vault.gone({ command: 'nuances vault --forget' });
    throw new CliFailure('vault-gone', exitCodes.refused, message);
  }
  return { noteKey, vault: null, refusal: null };
}

/** Keys to write with. @throws CliFailure when nothing may be written now */
export async function contentToWrite(context: CliContext, client: NuancesClient): Promise<Content> {
  const content = await contentOf(context, client);
  const { refusal } = content;
  if (refusal === null) return content;
  throw new CliFailure(`vault-${refusal}`, exitCodes.refused, context.texts.cli.failure.vault[refusal]());
}

/** A scan that is opened; what does not open is null. */
export async function readableScan({ vault, noteKey }: Content, scan: Scan) {
  if (vault && (typeof scan.sealed === 'string' || scan.tags === null || noteKey === null)) {
    const found = await vault.rows.openScan(scan);
    if (found) return { ...scan, ...found };
  }
  return { ...scan, tags: scan.tags === null ? [] : noteKey && (await openTags(noteKey, scan.tags)) };
}

/** A note that is opened; texts and category are null where no key opens it. */
export async function readableNote({ vault, noteKey }: Content, note: Note) {
  const closed = { ...note, title: null, text: null };
  if (typeof note.sealed === 'string') return { ...closed, ...(await vault?.rows.openNote(note)) };
  return noteKey ? { ...closed, ...(await openNote(noteKey, note)) } : closed;
}
