import { limits } from '@nuances/domain/limits';
import { axisIds } from '@nuances/domain/axes';
import type { NuancesClient } from '../../client.ts';
import type { Command } from '../command.ts';
import { contentOf, readableNote, readableScan } from '../content.ts';
import type { CliContext } from '../context.ts';
import { CliFailure, exitCodes, type ExitCode, wrong } from '../failure.ts';
import { columns, moment, oneLine, plainText } from '../lines.ts';
import { scanPages } from '../pages.ts';

type Scan = Awaited<ReturnType<NuancesClient['api']['results']['own']['query']>>[number];
type Note = Awaited<ReturnType<NuancesClient['api']['notes']['all']['query']>>['notes'][number];

/** How many are listed when nobody says. */
const listed = 20;
/** The beginning of an id that lists show, and the shortest one that is looked up. */
const shownIdChars = 8;
const idPattern = /^[0-9a-f-]{4,36}$/;

/** @throws CliFailure for an option that is no number of a page */
function limitOf(context: CliContext): number {
  const given = context.option('limit') ?? String(listed);
  const limit = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (limit >= 1 && limit <= limits.pageMax) return limit;
  throw wrong('limit', context.texts.cli.failure.limit({ max: limits.pageMax }));
}

async function list(context: CliContext): Promise<ExitCode> {
  const limit = limitOf(context);
  const client = await context.client();
  const content = await contentOf(context, client);
  const found = await client.api.results.own.query({ limit });
  const scans = await Promise.all(found.map((scan) => readableScan(content, scan)));
  const { done } = context.texts.cli;
  const rows = scans.map(({ _id, createdAt, answers, scoring, tags }) => [
    moment(createdAt),
    ...(answers === null
      ? [done.closed(), '']
      : [answers.map((answer) => String(answer).padStart(2)).join(' '), String(scoring).padStart(3)]),
    _id.slice(0, shownIdChars),
    tags === null ? (answers === null ? '' : done.closed()) : tags.map((tag) => oneLine(tag)).join(', '),
  ]);
  context.answer(rows.length === 0 ? done.noScans() : columns(rows), { scans });
  return exitCodes.done;
}

async function notes(context: CliContext): Promise<ExitCode> {
  const limit = limitOf(context);
  const client = await context.client();
  const content = await contentOf(context, client);
  const found = await client.api.notes.all.query({ limit });
  const opened = await Promise.all(found.notes.map((note) => readableNote(content, note)));
  const { done } = context.texts.cli;
  const rows = opened.map(({ _id, createdAt, categoryId, title, text }) => [
    moment(createdAt),
    categoryId ?? '',
    _id.slice(0, shownIdChars),
    text === null ? done.closed() : oneLine(title === null || title === '' ? text : title),
  ]);
  context.answer(rows.length === 0 ? done.noNotes() : columns(rows), { notes: opened });
  return exitCodes.done;
}

/** The scan or note whose id begins so; at most two, of which the second says that the beginning is too short. */
async function withBeginning(client: NuancesClient, beginning: string) {
  const begins = ({ _id }: { readonly _id: string }) => _id.startsWith(beginning);
  const found: ({ readonly note: Note } | { readonly scan: Scan })[] = [];
  const { notes: all } = await client.api.notes.all.query();
  found.push(...all.filter(begins).map((note) => ({ note })));
  for await (const page of scanPages(client)) found.push(...page.filter(begins).map((scan) => ({ scan })));
  return found.slice(0, 2);
}

/** A scan on the terminal: when, its answers one by one, its words. */
function linesOfScan({ texts }: CliContext, scan: Awaited<ReturnType<typeof readableScan>>): readonly string[] {
  const { done } = texts.cli;
  const { createdAt, answers, scoring, tags, _id } = scan;
  if (answers === null) return [[moment(createdAt), _id].join('  '), done.closed()];
  const head = [moment(createdAt), done.points({ scoring: scoring ?? 0 }), _id].join('  ');
  const rows = answers.map((answer, index) => [axisIds[index] ?? '', String(answer).padStart(2)]);
  const words = tags === null ? done.closed() : tags.map((tag) => oneLine(tag)).join(', ');
  return [head, columns(rows), ...(words === '' ? [] : [words])];
}

async function show(context: CliContext, [given = '']: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const beginning = given.toLowerCase();
  if (!idPattern.test(beginning)) throw wrong('id', failure.id());
  const client = await context.client();
  const [found, other] = await withBeginning(client, beginning);
  if (!found) throw new CliFailure('notFound', exitCodes.refused, failure.notFound({ id: given }));
  if (other) throw new CliFailure('ambiguous', exitCodes.refused, failure.ambiguous({ id: given }));
  const content = await contentOf(context, client);
  if ('scan' in found) {
    const scan = await readableScan(content, found.scan);
    context.answer(linesOfScan(context, scan).join('\n'), { scan });
    return exitCodes.done;
  }
  const note = await readableNote(content, found.note);
  const head = [moment(note.createdAt), ...(note.categoryId === null ? [] : [note.categoryId]), note._id].join('  ');
  const texts = note.text === null ? [done.closed()] : [note.title, note.text].filter((text) => text !== '');
  context.answer([head, ...texts.map((text) => plainText(text ?? ''))].join('\n\n'), { note });
  return exitCodes.done;
}

export const readCommands: readonly Command[] = [
  {
    names: ['list'],
    about: 'list',
    options: ['limit', 'passphrase-fd'],
    example: 'nuances list --limit 7',
    run: list,
  },
  {
    names: ['notes'],
    about: 'notes',
    options: ['limit', 'passphrase-fd'],
    example: 'nuances notes --json',
    run: notes,
  },
  {
    names: ['show'],
    form: 'ID',
    about: 'show',
    options: ['passphrase-fd'],
    words: [1, 1],
    example: 'nuances show 0b6f1f5c',
    run: show,
  },
];
