import { limits } from '@nuances/domain/limits';
import { axisIds } from '@nuances/domain/axes';
import { openNote, openTags, type NoteKey, type NuancesClient } from '../../client.ts';
import { type Command, wrong } from '../command.ts';
import type { CliContext } from '../context.ts';
import { CliFailure, exitCodes, type ExitCode } from '../failure.ts';
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

async function readableScan(key: NoteKey, { tags: sealed, ...scan }: Scan) {
  const tags = await openTags(key, sealed);
  return { ...scan, tags };
}

async function list(context: CliContext): Promise<ExitCode> {
  const limit = limitOf(context);
  const client = await context.client();
  const [found, key] = await Promise.all([client.api.results.own.query({ limit }), client.noteKey()]);
  const scans = await Promise.all(found.map((scan) => readableScan(key, scan)));
  const { done } = context.texts.cli;
  const rows = scans.map(({ _id, createdAt, answers, scoring, tags }) => [
    moment(createdAt),
    answers?.map((answer) => String(answer).padStart(2)).join(' ') ?? done.closed(),
    String(scoring ?? '').padStart(3),
    _id.slice(0, shownIdChars),
    tags === null ? done.closed() : tags.map((tag) => oneLine(tag)).join(', '),
  ]);
  context.answer(rows.length === 0 ? done.noScans() : columns(rows), { scans });
  return exitCodes.done;
}

/** A note that is opened; its texts are null where the key does not open it. */
async function readableNote(key: NoteKey, note: Note) {
  return { ...note, ...((await openNote(key, note)) ?? { title: null, text: null }) };
}

async function notes(context: CliContext): Promise<ExitCode> {
  const limit = limitOf(context);
  const client = await context.client();
  const [found, key] = await Promise.all([client.api.notes.all.query({ limit }), client.noteKey()]);
  const opened = await Promise.all(found.notes.map((note) => readableNote(key, note)));
  const { done } = context.texts.cli;
  const rows = opened.map(({ _id, createdAt, categoryId, title, text }) => [
    moment(createdAt),
    categoryId ?? '',
    _id.slice(0, shownIdChars),
    text === null ? done.closed() : oneLine(title || text),
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

async function show(context: CliContext, [given = '']: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const beginning = given.toLowerCase();
  if (!idPattern.test(beginning)) throw wrong('id', failure.id());
  const client = await context.client();
  const [found, other] = await withBeginning(client, beginning);
  if (!found) throw new CliFailure('notFound', exitCodes.refused, failure.notFound({ id: given }));
  if (other) throw new CliFailure('ambiguous', exitCodes.refused, failure.ambiguous({ id: given }));
  const key = await client.noteKey();
  if ('scan' in found) {
    const scan = await readableScan(key, found.scan);
    const answers = (scan.answers ?? []).map((answer, index) => [axisIds[index] ?? '', String(answer).padStart(2)]);
    const head = [moment(scan.createdAt), done.points({ scoring: scan.scoring ?? 0 }), scan._id].join('  ');
    const words = scan.tags === null ? done.closed() : scan.tags.map((tag) => oneLine(tag)).join(', ');
    context.answer([head, columns(answers), ...(words === '' ? [] : [words])].join('\n'), { scan });
    return exitCodes.done;
  }
  const note = await readableNote(key, found.note);
  const head = [moment(note.createdAt), note.categoryId, note._id].join('  ');
  const texts = note.text === null ? [done.closed()] : [note.title, note.text].filter((text) => text !== '');
  context.answer([head, ...texts.map((text) => plainText(text ?? ''))].join('\n\n'), { note });
  return exitCodes.done;
}

export const readCommands: readonly Command[] = [
  {
    names: ['list'],
    form: '',
    about: 'list',
    options: ['limit'],
    words: [0, 0],
    example: 'nuances list --limit 7',
    run: list,
  },
  {
    names: ['notes'],
    form: '',
    about: 'notes',
    options: ['limit'],
    words: [0, 0],
    example: 'nuances notes --json',
    run: notes,
  },
  {
    names: ['show'],
    form: 'ID',
    about: 'show',
    options: [],
    words: [1, 1],
    example: 'nuances show 0b6f1f5c',
    run: show,
  },
];
