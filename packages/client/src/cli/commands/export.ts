import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { closedCount } from '@nuances/crypto/vault/export';
import { limits } from '@nuances/domain/limits';
import type { Everything } from '../../client.ts';
import type { Command } from '../command.ts';
import { contentOf } from '../content.ts';
import type { CliContext } from '../context.ts';
import { writeNew, writePrivately } from '../credentials.ts';
import { sealedExport } from '../sealed-file.ts';
import { CliFailure, exitCodes, type ExitCode, wrong } from '../failure.ts';

/** Files of --to: only these are ever deleted. Their names sort by time. */
const kept = /^nuances-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.(?:json|nuances)$/;
const keptName = (now: Date, isSealed: boolean) =>
  `nuances-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${isSealed ? 'nuances' : 'json'}`;

/** @throws CliFailure for an option that is no number of files */
function keepOf(context: CliContext): number | null {
  const given = context.option('keep');
  if (given === undefined) return null;
  if (/^[1-9]\d{0,3}$/.test(given) && context.option('to') !== undefined) return Number(given);
  throw wrong('keep', context.texts.cli.failure.keep());
}

/** The file: JSON, or sealed. */
type Content = string | Uint8Array;

/** Writes into a folder that is made if need be, then deletes all but the newest files that were written so, and never this one. */
export async function writeInto(folder: string, text: Content, keep: number | null): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, keptName(new Date(), typeof text !== 'string'));
  await writePrivately(file, text);
  const old =
    keep === null
      ? []
      : (await readdir(folder))
          // A clock that was ahead has given older files later names.
          .filter((name) => kept.test(name) && name !== basename(file))
          .toSorted()
          .toReversed()
          .slice(keep - 1);
  for (const name of old) await rm(join(folder, name));
  return file;
}

/** @throws CliFailure when it cannot be written */
async function write(context: CliContext, file: string, text: Content): Promise<string> {
  const { failure } = context.texts.cli;
  const folder = context.option('to');
  try {
    if (folder !== undefined) return await writeInto(folder, text, keepOf(context));
    await (context.isOn('force') ? writePrivately(file, text) : writeNew(file, text));
    return file;
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = isThere ? failure.exists({ file }) : failure.write({ file: folder ?? file, reason });
    throw new CliFailure(isThere ? 'exists' : 'write', exitCodes.refused, message, { cause });
  }
}

function countsOf(everything: Everything) {
  const closed = closedCount(everything);
  const { scans, notes } = everything;
  return { scans: scans.length, notes: notes.length, locked: closed.notes + closed.others };
}

/** The passphrase of a new file; typed twice at a terminal. @throws CliFailure for one that is too short, or two */
async function newFilePassphrase(context: CliContext): Promise<string> {
  const { ask, failure } = context.texts.cli;
  const { min, max } = limits.passphrase;
  const passphrase = await context.fileSecret();
  if (passphrase.length < min || passphrase.length > max)
    throw wrong('filePassphrase', failure.filePassphrase({ min, max }));
  const isTyped = context.option('file-passphrase-fd') === undefined;
  if (isTyped && (await context.fileSecret(ask.fileAgain())) !== passphrase)
    throw wrong('filePassphrase', failure.fileDiffers());
  return passphrase;
}

async function exportAll(context: CliContext, [given]: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  if ((given === undefined) === (context.option('to') === undefined)) throw wrong('usage', failure.exportTo());
  keepOf(context);
  const passphrase = context.isOn('sealed') ? await newFilePassphrase(context) : null;
  const client = await context.client();
  const { vault, refusal } = await contentOf(context, client);
  // Nothing would ever open it, and with --keep it would take the place of files that do.
  if (refusal === 'token')
    throw new CliFailure(
      'vault-token',
      exitCodes.refused,
      failure.vault.tokenExport({ command: 'nuances login', option: '--passphrase-fd' }),
    );
  const everything = await client.exportEverything(vault ?? undefined);
  const json = `${JSON.stringify(everything, null, 2)}\n`;
  const text = passphrase === null ? json : await sealedExport(json, passphrase);
  if (given === '-') {
    await new Promise((resolve) => process.stdout.write(text, resolve));
    return exitCodes.done;
  }
  const file = await write(context, given ?? '', text);
  const counts = countsOf(everything);
  const sentences = [
    done.export({ ...counts, file }),
    ...(counts.locked === 0 ? [] : [done.locked({ count: counts.locked })]),
  ];
  context.answer(sentences.join(' '), { file, ...counts });
  return exitCodes.done;
}

export const exportCommand: Command = {
  names: ['export'],
  form: '[FILE]',
  about: 'export',
  options: ['force', 'to', 'keep', 'sealed', 'file-passphrase-fd', 'passphrase-fd'],
  words: [0, 1],
  example: 'nuances export --to ~/nuances --keep 14',
  run: exportAll,
};
