import { ArchiveRefused } from '@nuances/domain/archive/refused';
import { isZip, jsonOfZip } from '@nuances/domain/archive/zip';
import { isSealed } from '@nuances/crypto/passphrase-seal';
import { readExport, vaultParts } from '@nuances/crypto/vault/export';
import { hiddenId } from '@nuances/crypto/vault/hidden-id';
import { profileToRestore, readExportHead, type ExportHead } from '@nuances/domain/export-file';
import { readMoodContent } from '@nuances/domain/moods/fields';
import { moodCount } from '@nuances/domain/moods/new-moods';
import { quotas } from '@nuances/domain/limits';
import { restoreParts } from '@nuances/domain/restore/parts';
import { filedNow, type NameOf, planRestore, type RestorePlan, type StoredIds } from '@nuances/domain/restore/plan';
import { quotaPassed, usedOf, type Used } from '@nuances/domain/restore/room';
import type { ReadExport } from '@nuances/domain/restore/read';
import { readFile } from 'node:fs/promises';
import { given } from '@nuances/domain/thing';
import { emptyVaultProfile } from '@nuances/domain/vault/content';
import { sealText, type NuancesClient, type OpenVault } from '../../client.ts';
import type { Command } from '../command.ts';
import { type Content, contentToWrite, readableNote } from '../content.ts';
import type { CliContext } from '../context.ts';
import { CliFailure, exitCodes, type ExitCode, wrong } from '../failure.ts';
import { excessLine } from '../lines.ts';
import { scanPages } from '../pages.ts';
import { openedFile } from '../sealed-file.ts';
import { retryUntilAnswered } from '../retry.ts';

/** What becomes of items with a time to come. */
const aheadChoices = ['skip', 'now'] as const;

/** @throws CliFailure for what is no export */
async function readHead(context: CliContext, path: string): Promise<ExportHead> {
  const { failure } = context.texts.cli;
  const bytes = await readFile(path).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliFailure('read', exitCodes.refused, failure.read({ file: path, reason }), { cause });
  });
  try {
    const file = isSealed(bytes) ? await openedFile(context, bytes) : bytes;
    const head = readExportHead(new TextDecoder().decode(isZip(file) ? jsonOfZip(file) : file));
    if (head) return head;
  } catch (cause) {
    if (!(cause instanceof ArchiveRefused)) throw cause;
  }
  throw new CliFailure('unreadable', exitCodes.refused, failure.noExport({ file: path }));
}

async function storedOf(client: NuancesClient, content: Content): Promise<{ stored: StoredIds; used: Used }> {
  const scans = new Set<string>();
  for await (const page of scanPages(client)) for (const { _id } of page) scans.add(_id);
  const { notes } = await client.api.notes.all.query();
  const opened = await Promise.all(
    notes.map(async (note) => {
      const { title, text } = await readableNote(content, note);
      return [note._id, title === null || text === null ? null : { title, text, createdAt: note.createdAt }] as const;
    }),
  );
  const listed = await client.api.moods.own.query();
  const parts = await Promise.all(
    listed.map(async (part) => {
      const said = content.vault ? await content.vault.rows.openMoods(part) : readMoodContent(part);
      return said ? [{ _id: part._id, ...said }] : [];
    }),
  );
  const stored = { scans, notes: new Map(opened), moods: parts.flat() };
  return { stored, used: await usedOf(stored, { moods: listed.length, isVault: content.vault !== null }) };
}

/** In a vault, no id tells what it was made from. */
function hidingIn({ vault }: Content): NameOf | undefined {
  const keys = vault?.rows.keys.versions.get(vault.keyVersion);
  return keys && ((id) => hiddenId(keys, id));
}

/** What the plan and the file hold that is told before anything is added. */
function told({ texts }: CliContext, plan: RestorePlan, { faults }: ReadExport) {
  const { done } = texts.cli;
  const ahead = plan.ahead.scans.length + plan.ahead.notes.length;
  const counts = {
    scans: plan.newScans.length,
    notes: plan.newNotes.length,
    moods: moodCount(plan.newMoods),
    beside: plan.otherNotes.length,
    same: plan.sameScans + plan.sameNotes + plan.sameMoods,
    twice: plan.twice,
    repeated: plan.repeated,
    ahead,
    faults,
  };
  const lines = [
    done.toRestore(counts),
    ...(counts.same > 0 ? [done.same({ count: counts.same })] : []),
    ...(counts.beside > 0 ? [done.beside({ count: counts.beside })] : []),
    ...(counts.moods > 0 ? [done.moods({ count: counts.moods })] : []),
    ...(plan.twice > 0 ? [done.twice({ count: plan.twice })] : []),
    ...(plan.repeated > 0 ? [done.repeated({ count: plan.repeated })] : []),
    ...(ahead > 0 ? [done.ahead({ count: ahead })] : []),
    ...faults.map(({ kind, place, field, excess }) =>
      excess ? done.fault.excess({ place, excess: excessLine(texts.cli, excess) }) : done.fault[kind]({ place, field }),
    ),
  ];
  return { counts, lines };
}

/** Sends a plan; answers how much was new. */
async function add({ api }: NuancesClient, { vault, noteKey }: Content, plan: RestorePlan) {
  const added = { scans: 0, notes: 0, moods: 0 };
  const count = ({
    scans,
    notes,
    moods,
  }: Readonly<Record<'scans' | 'notes', readonly unknown[]>> & { readonly moods: readonly string[] }) => {
    const ids = new Set(moods);
    added.moods += moodCount(plan.newMoods.filter(({ _id }) => ids.has(_id)));
    added.scans += scans.length;
    added.notes += notes.length;
  };
  // What has an id of a stored one stays as it is, so a call may be repeated.
  if (vault)
    for await (const part of vaultParts(vault.rows.keys, plan))
      count(await retryUntilAnswered(() => api.vault.restore.mutate(part)));
  else if (noteKey)
    for await (const part of restoreParts((text) => sealText(noteKey, text), plan))
      count(await retryUntilAnswered(() => api.restore.add.mutate(part)));
  return added;
}

/** Fills in what the sealed profile lacks; answers how many fields that was. */
async function addVaultProfile({ api }: NuancesClient, vault: OpenVault, file: ReadExport['profile']): Promise<number> {
  const { sealed, keyVersion } = (await api.vault.state.query()).profile;
  const own = sealed === null ? {} : await vault.rows.openProfile({ sealed, keyVersion });
  // One that does not open is not written over.
  if (!own) return 0;
  const { email } = await api.profile.get.query();
  // The server cannot check what it cannot read, and would refuse it when the vault is turned off.
  const found = profileToRestore(file, { ...emptyVaultProfile, ...own, email });
  if (!found) return 0;
  const { dateOfBirth: day, email: _email, ...input } = found.input;
  const merged = { ...own, ...given(input), dateOfBirth: `${day}T00:00:00.000Z` };
  const profile = { sealed: await vault.rows.sealProfile(merged) };
  await api.vault.put.mutate({ keyVersion: vault.keyVersion, profile });
  return found.filled;
}

/** Fills in what the profile lacks; answers how many fields that was. */
async function addProfile(client: NuancesClient, { vault }: Content, file: ReadExport['profile']): Promise<number> {
  if (vault) return addVaultProfile(client, vault, file);
  const found = profileToRestore(file, await client.api.profile.get.query());
  if (found) await client.api.profile.update.mutate(found.input);
  return found?.filled ?? 0;
}

async function restore(context: CliContext, [file = '']: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const given = context.option('ahead');
  const choice = aheadChoices.find((one) => one === given);
  if (given !== undefined && choice === undefined) throw wrong('ahead', failure.aheadChoice());
  const head = await readHead(context, file);
  const client = await context.client();
  const content = await contentToWrite(context, client);
  const read = await readExport(head, content.vault?.rows.keys ?? null);
  const { stored, used } = await storedOf(client, content);
  const plan = await planRestore(read, stored, Date.now(), hidingIn(content));
  const sent = choice === 'now' ? filedNow(plan, Date.now()) : plan;
  const { counts, lines } = told(context, plan, read);
  if (context.isOn('dry-run')) {
    context.answer([...lines, done.dryRun()].join('\n'), { ...counts, added: null });
    return exitCodes.done;
  }
  if (counts.ahead > 0 && choice === undefined)
    throw wrong('ahead', [failure.aheadFirst({ count: counts.ahead }), ...lines].join('\n'));
  const passed = quotaPassed(sent, used);
  if (passed !== null)
    throw new CliFailure(
      'quotaReached',
      exitCodes.refused,
      context.texts.error.noRoom[passed]({ most: quotas[passed] }),
    );
  if (!context.isOn('json')) process.stderr.write(`${lines.join('\n')}\n`);
  const added = await add(client, content, sent);
  // A script token cannot write the profile.
  const fields = context.env.token === undefined ? await addProfile(client, content, read.profile) : 0;
  context.answer(done.restored({ ...added, fields }), { ...counts, added: { ...added, fields } });
  return exitCodes.done;
}

export const restoreCommand: Command = {
  names: ['restore'],
  form: 'FILE',
  about: 'restore',
  options: ['dry-run', 'ahead', 'file-passphrase-fd', 'passphrase-fd'],
  words: [1, 1],
  example: 'nuances restore nuances.zip --dry-run',
  run: restore,
};
