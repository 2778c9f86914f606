import { noteCategories, type NoteCategory } from '@nuances/domain/axes';
import { rejectedTime } from '@nuances/domain/import/time';
import { isTypedInstant } from '@nuances/domain/import/typed-instant';
import { isNoteEmpty, noteExcess } from '@nuances/domain/notes';
import { tagKey } from '@nuances/domain/scan/tags';
import { isSameValue } from '@nuances/domain/thing';
import { answersOf, idSchema } from '@nuances/domain/validation';
import { randomUUID } from 'node:crypto';
import { type NuancesClient, NuancesError, saveNote, saveScan, sealNote, sealTags } from '../../client.ts';
import type { Command } from '../command.ts';
import { type Content, contentToWrite, readableNote, readableScan } from '../content.ts';
import type { CliContext } from '../context.ts';
import { CliFailure, exitCodes, type ExitCode, failureOf, isTransient, wrong } from '../failure.ts';
import { excessLine } from '../lines.ts';
import { noteWithId } from '../pages.ts';
import { readStandardInput } from '../prompt.ts';
import { retryUntilAnswered } from '../retry.ts';

/** The category of a note without one. */
export const fallbackCategory: NoteCategory = 'other';

/** How a moment is written. */
export const momentExample = '2026-11-02T08:15:00Z';

/** @throws CliFailure for an option that is no moment, or one to come */
function momentOf(context: CliContext): string | undefined {
  const moment = context.option('at');
  if (moment === undefined) return undefined;
  // `Date.parse` alone takes 02/11/2026 for February, 31 February for March, and a day for its midnight in UTC.
  if (!isTypedInstant(moment))
    throw wrong('moment', context.texts.cli.failure.moment({ moment, example: momentExample }));
  const at = Date.parse(moment);
  // The product would file it under the moment of the call, without a word.
  if (rejectedTime(at, Date.now()) === 'future') throw wrong('ahead', context.texts.cli.failure.ahead({ moment }));
  return new Date(at).toISOString();
}

/** @throws CliFailure for an option that is no UUID */
function idOf(context: CliContext): string {
  const id = context.option('id') ?? randomUUID();
  const read = idSchema.safeParse(id);
  if (!read.success) throw wrong('id', context.texts.cli.failure.uuid({ id }));
  return read.data;
}

const idTaken = ({ texts }: CliContext) => new CliFailure('scanExists', exitCodes.refused, texts.cli.failure.idTaken());

/** The sentence for an id of something else in a vault, which the product cannot see. */
const idWrong =
  (context: CliContext) =>
  (error: unknown): never => {
    throw error instanceof NuancesError && error.status === undefined && error.code === 'scanExists'
      ? idTaken(context)
      : error;
  };

/**
 * The note that a command has stored, when it is repeated with its id; null when there is none. Sealed anew it would be
 * another one to the product, and would be written over what became of it since.
 * @throws CliFailure when it says something else
 */
async function storedBefore(
  context: CliContext,
  client: NuancesClient,
  content: Content,
  note: { readonly _id: string; readonly title: string; readonly text: string; readonly categoryId: NoteCategory },
) {
  if (context.option('id') === undefined) return null;
  const found = await noteWithId(client.api, note._id);
  if (!found) return null;
  const { title, text, categoryId } = await readableNote(content, found);
  if (title !== note.title || text !== note.text || categoryId !== note.categoryId) throw idTaken(context);
  return found;
}

/** Stores something under an id, so that trying again stores it once; without an answer the id is printed. */
async function stored<Answer>(
  context: CliContext,
  { id, url }: { readonly id: string; readonly url: string },
  store: (id: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await retryUntilAnswered(() => store(id));
  } catch (error) {
    if (!isTransient(error)) throw error;
    const { code, exitCode, message, fields } = failureOf(error, context.texts, url);
    const repeat = context.texts.cli.failure.repeat({ option: `--id ${id}` });
    throw new CliFailure(code, exitCode, `${message} ${repeat}`, { fields: { ...fields, id }, cause: error });
  }
}

async function scan(context: CliContext, words: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const answers = answersOf(words.map((word) => (/^\d+$/.test(word) ? Number(word) : null)));
  if (!answers) throw wrong('answersInvalid', failure.answers());
  const createdAt = momentOf(context);
  const id = idOf(context);
  const client = await context.client();
  const tags = context.options('tag');
  const content = await contentToWrite(context, client);
  const { vault, noteKey } = content;
  if (vault) {
    const kept = await stored(context, { id, url: client.url }, (_id) =>
      saveScan(client.api, vault, { _id, answers, createdAt, tags }).catch(idWrong(context)),
    ).catch(tagsWrong(context));
    context.answer(done.scan({ scoring: kept.scoring }), kept);
    return exitCodes.done;
  }
  const sealed =
    tags.length === 0 || noteKey === null ? undefined : await sealTags(noteKey, tags).catch(tagsWrong(context));
  const { result } = await stored(context, { id, url: client.url }, async (_id) => {
    const answer = await client.api.results.create.mutate({ _id, answers: [...answers], createdAt, tags: sealed });
    // The product cannot compare sealed words.
    if (context.option('id') !== undefined && tags.length > 0) {
      const found = await readableScan(content, await client.api.results.byId.query({ _id }));
      if (!isSameValue(found.tags?.map(tagKey), tags.map(tagKey))) throw idTaken(context);
    }
    return answer;
  });
  context.answer(done.scan({ scoring: result.scoring }), result);
  return exitCodes.done;
}

const tagsWrong =
  ({ texts }: CliContext) =>
  (error: unknown): never => {
    throw error instanceof NuancesError && error.status === undefined && error.code === 'badRequest'
      ? wrong('tags', texts.cli.failure.tags())
      : error;
  };

async function note(context: CliContext, words: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const named = context.option('category') ?? fallbackCategory;
  const categoryId = noteCategories.find((category) => category === named);
  if (categoryId === undefined) throw wrong('category', failure.category({ categories: noteCategories.join(', ') }));
  const createdAt = momentOf(context);
  const id = idOf(context);
  const title = context.option('title') ?? '';
  const checked = (text: string) => {
    if (isNoteEmpty(text)) throw wrong('noText', failure.noText());
    const excess = noteExcess({ title, text });
    if (excess) throw wrong(excess.code, failure.noteLong({ excess: excessLine(context.texts.cli, excess) }));
    return text;
  };
  const given = words.length > 0 ? checked(words.join(' ')) : null;
  const client = await context.client();
  // Before standard input is read to its end: at a terminal a passphrase is asked for there.
  const content = await contentToWrite(context, client);
  const text = given ?? checked((await readStandardInput()).replace(/\r?\n$/, ''));
  const { vault, noteKey } = content;
  if (vault || noteKey === null) {
    if (!vault) throw new CliFailure('vault-token', exitCodes.refused, failure.vault.token());
    const kept = await stored(context, { id, url: client.url }, (_id) =>
      saveNote(client.api, vault, { _id, title, text, categoryId, createdAt }).catch(idWrong(context)),
    );
    context.answer(done.note(), kept);
    return exitCodes.done;
  }
  const sealed = await sealNote(noteKey, { text, title });
  const kept = await stored(
    context,
    { id, url: client.url },
    async (_id) =>
      (await storedBefore(context, client, content, { _id, title, text, categoryId })) ??
      (await client.api.notes.create.mutate({ _id, categoryId, createdAt, ...sealed })).note,
  );
  const { _id, createdAt: at, revision } = kept;
  context.answer(done.note(), { _id, categoryId, createdAt: at, revision });
  return exitCodes.done;
}

export const storeCommands: readonly Command[] = [
  {
    names: ['scan'],
    form: 'R O Y G C B P',
    about: 'scan',
    options: ['at', 'tag', 'id', 'passphrase-fd'],
    words: [0, 99],
    example: 'nuances scan 4 6 9 8 5 7 9 --tag walk',
    run: scan,
  },
  {
    names: ['note'],
    form: '[TEXT]',
    about: 'note',
    options: ['category', 'title', 'at', 'id', 'passphrase-fd'],
    words: [0, 9_999],
    example: 'nuances note "What a day" --category yellow',
    run: note,
  },
];
