import { ArchiveRefused } from '@nuances/domain/archive/refused';
import { isZip, jsonOfZip } from '@nuances/domain/archive/zip';
import { isEnvelope } from '@nuances/crypto/envelope-shape';
import { profileToRestore } from '@nuances/domain/export-file';
import { restoreParts } from '@nuances/domain/restore/parts';
import { filedNow, planRestore, type RestorePlan, type StoredIds } from '@nuances/domain/restore/plan';
import { readExportFile, type ReadExport } from '@nuances/domain/restore/read';
import { readFile } from 'node:fs/promises';
import { openNote, sealText, type NoteKey, type NuancesClient } from '../../client.ts';
import { type Command, wrong } from '../command.ts';
import type { CliContext } from '../context.ts';
import { CliFailure, exitCodes, type ExitCode } from '../failure.ts';
import { scanPages } from '../pages.ts';
import { retryUntilAnswered } from '../retry.ts';

/** What becomes of items with a time to come. */
const aheadChoices = ['skip', 'now'] as const;

/** @throws CliFailure for what is no export */
async function readExport({ texts }: CliContext, file: string): Promise<ReadExport> {
  const { failure } = texts.cli;
  const bytes = await readFile(file).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliFailure('read', exitCodes.refused, failure.read({ file, reason }), { cause });
  });
  try {
    const read = readExportFile(new TextDecoder().decode(isZip(bytes) ? jsonOfZip(bytes) : bytes), isEnvelope);
    if (read) return read;
  } catch (cause) {
    if (!(cause instanceof ArchiveRefused)) throw cause;
  }
  throw new CliFailure('unreadable', exitCodes.refused, failure.noExport({ file }));
}

async function storedOf(client: NuancesClient, key: NoteKey): Promise<StoredIds> {
  const scans = new Set<string>();
  for await (const page of scanPages(client)) for (const { _id } of page) scans.add(_id);
  const { notes } = await client.api.notes.all.query();
  const opened = await Promise.all(notes.map(async (note) => [note._id, await openNote(key, note)] as const));
  return { scans, notes: new Map(opened) };
}

/** What the plan and the file hold that is told before anything is added. */
function told({ texts }: CliContext, plan: RestorePlan, { faults }: ReadExport) {
  const { done } = texts.cli;
  const ahead = plan.ahead.scans.length + plan.ahead.notes.length;
  const counts = {
    scans: plan.newScans.length,
    notes: plan.newNotes.length,
    beside: plan.otherNotes.length,
    same: plan.sameScans + plan.sameNotes,
    twice: plan.twice,
    repeated: plan.repeated,
    ahead,
    faults,
  };
  const lines = [
    done.toRestore(counts),
    ...(counts.same > 0 ? [done.same({ count: counts.same })] : []),
    ...(counts.beside > 0 ? [done.beside({ count: counts.beside })] : []),
    ...(plan.twice > 0 ? [done.twice({ count: plan.twice })] : []),
    ...(plan.repeated > 0 ? [done.repeated({ count: plan.repeated })] : []),
    ...(ahead > 0 ? [done.ahead({ count: ahead })] : []),
    ...faults.map((fault) => done.fault[fault.kind]({ place: fault.place, field: fault.field })),
  ];
  return { counts, lines };
}

/** Sends a plan; answers how much was new. */
async function add({ api }: NuancesClient, key: NoteKey, plan: RestorePlan) {
  const added = { scans: 0, notes: 0 };
  for await (const part of restoreParts((text) => sealText(key, text), plan)) {
    // What has an id of a stored one stays as it is, so a call may be repeated.
    const { scans, notes } = await retryUntilAnswered(() => api.restore.add.mutate(part));
    added.scans += scans.length;
    added.notes += notes.length;
  }
  return added;
}

async function restore(context: CliContext, [file = '']: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const given = context.option('ahead');
  const choice = aheadChoices.find((one) => one === given);
  if (given !== undefined && choice === undefined) throw wrong('ahead', failure.aheadChoice());
  const read = await readExport(context, file);
  const client = await context.client();
  const key = await client.noteKey();
  const plan = await planRestore(read, await storedOf(client, key), Date.now());
  const { counts, lines } = told(context, plan, read);
  if (context.isOn('dry-run')) {
    context.answer([...lines, done.dryRun()].join('\n'), { ...counts, added: null });
    return exitCodes.done;
  }
  if (counts.ahead > 0 && choice === undefined)
    throw wrong('ahead', [failure.aheadFirst({ count: counts.ahead }), ...lines].join('\n'));
  if (!context.isOn('json')) process.stderr.write(`${lines.join('\n')}\n`);
  const added = await add(client, key, choice === 'now' ? filedNow(plan, Date.now()) : plan);
  // A script token cannot write the profile.
  const own = context.env.token === undefined ? await client.api.profile.get.query() : null;
  const profile = own && profileToRestore(read.profile, own);
  if (profile) await client.api.profile.update.mutate(profile.input);
  const fields = profile?.filled ?? 0;
  context.answer(done.restored({ ...added, fields }), { ...counts, added: { ...added, fields } });
  return exitCodes.done;
}

export const restoreCommand: Command = {
  names: ['restore'],
  form: 'FILE',
  about: 'restore',
  options: ['dry-run', 'ahead'],
  words: [1, 1],
  example: 'nuances restore nuances.zip --dry-run',
  run: restore,
};
