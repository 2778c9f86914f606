import { noteCategories, type NoteCategory } from '@nuances/domain/axes';
import { isErrorCode } from '@nuances/domain/errors';
import { isNoteEmpty } from '@nuances/domain/notes';
import { answersOf } from '@nuances/domain/validation';
import { errorText } from '@nuances/i18n/errors';
import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createClient, memoryStore, NuancesError, sealNote, sealTags } from '../client.ts';
import { retryUntilAnswered } from './retry.ts';
import type { OptionName } from './arguments.ts';
import { prompt, readStandardInput } from './prompt.ts';
import type { CliContext } from './context.ts';
import { writePrivately, type Credentials } from './credentials.ts';
import { CliFailure, exitCodes, type ExitCode, failureOf, isTransient } from './failure.ts';

/** A command: what it takes, and what it does. */
export interface Command {
  readonly names: readonly string[];
  /** What may follow them. */
  readonly form: string;
  readonly about: 'login' | 'scan' | 'note' | 'export' | 'aggregate' | 'logout';
  /** Options besides --url, --json and --help. */
  readonly options: readonly OptionName[];
  /** How many words may follow. */
  readonly words: readonly [least: number, most: number];
  readonly run: (context: CliContext, words: readonly string[]) => Promise<ExitCode>;
}

/** The category of a note without one. */
export const fallbackCategory: NoteCategory = 'other';

const wrong = (code: string, message: string) => new CliFailure(code, exitCodes.usage, message);

/** @throws CliFailure for an option that is no moment */
function momentOf(context: CliContext): string | undefined {
  const moment = context.option('at');
  if (moment === undefined) return undefined;
  const at = Date.parse(moment);
  if (Number.isNaN(at)) throw wrong('moment', context.texts.cli.failure.moment({ moment }));
  return new Date(at).toISOString();
}

/** Stores something under an id, so that trying again stores it once; without an answer the id is printed. */
async function stored<Answer>(
  context: CliContext,
  url: string,
  store: (id: string) => Promise<Answer>,
): Promise<Answer> {
  const id = context.option('id') ?? randomUUID();
  try {
    return await retryUntilAnswered(() => store(id));
  } catch (error) {
    if (!isTransient(error)) throw error;
    const { code, exitCode, message, fields } = failureOf(error, context.texts, url);
    const repeat = context.texts.cli.failure.repeat({ option: `--id ${id}` });
    throw new CliFailure(code, exitCode, `${message} ${repeat}`, { fields: { ...fields, id }, cause: error });
  }
}

async function login(context: CliContext, [given]: readonly string[]): Promise<ExitCode> {
  const { ask: questions, failure, done } = context.texts.cli;
  if (context.env.token !== undefined) throw wrong('tokenLogin', failure.tokenLogin());
  const username = given ?? (await prompt(questions.username()));
  const password = username && (await prompt(questions.password(), { isSecret: true }));
  if (!username || !password) throw wrong('noPassword', failure.noPassword());
  // A file that cannot be read is replaced.
  const before = await context.credentials().catch(() => null);
  const client = context.guest(username);
  const { role, language } = await client.login({ username, password }).catch(async (error: unknown) => {
    if (!(error instanceof NuancesError && error.code === 'secondFactorRequired')) throw error;
    const code = await prompt(questions.code());
    if (!code) throw error;
    return client.login({ username, password, code });
  });
  if (before) await endLeftBehind(before);
  const answer = { url: client.url, username, role, language };
  context.answer(done.login(answer), answer);
  return exitCodes.done;
}

/** Ends the session that a new login has replaced, if its product answers. */
async function endLeftBehind({ url, accessToken, refreshToken }: Credentials): Promise<void> {
  const store = memoryStore();
  await store.write({ accessToken, refreshToken });
  await createClient({ url, store })
    .logout()
    .catch(() => undefined);
}

async function logout(context: CliContext): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  if (context.env.token !== undefined) throw wrong('tokenLogin', failure.tokenLogin());
  const isLoggedIn = (await context.credentials()) !== null;
  if (isLoggedIn) await (await context.client()).logout();
  context.answer(isLoggedIn ? done.logout() : done.nobody(), { loggedOut: isLoggedIn });
  return exitCodes.done;
}

async function scan(context: CliContext, words: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const answers = answersOf(words.map((word) => (/^\d+$/.test(word) ? Number(word) : null)));
  if (!answers) throw wrong('answersInvalid', failure.answers());
  const createdAt = momentOf(context);
  const client = await context.client();
  const tags = context.options('tag');
  const sealed = tags.length === 0 ? undefined : await sealTags(await client.noteKey(), tags).catch(tagsWrong(context));
  const { result } = await stored(context, client.url, (_id) =>
    client.api.results.create.mutate({ _id, answers: [...answers], createdAt, tags: sealed }),
  );
  context.answer(done.scan({ scoring: result.scoring }), result);
  return exitCodes.done;
}

const tagsWrong =
  ({ texts }: CliContext) =>
  (error: unknown): never => {
    throw error instanceof NuancesError ? wrong('tags', texts.cli.failure.tags()) : error;
  };

async function note(context: CliContext, words: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const named = context.option('category') ?? fallbackCategory;
  const categoryId = noteCategories.find((category) => category === named);
  if (categoryId === undefined) throw wrong('category', failure.category({ categories: noteCategories.join(', ') }));
  const createdAt = momentOf(context);
  const text = words.length > 0 ? words.join(' ') : (await readStandardInput()).replace(/\r?\n$/, '');
  if (isNoteEmpty(text)) throw wrong('noText', failure.noText());
  const client = await context.client();
  const sealed = await sealNote(await client.noteKey(), { text, title: context.option('title') ?? '' }).catch(
    noteWrong(context),
  );
  const { note: kept } = await stored(context, client.url, (_id) =>
    client.api.notes.create.mutate({ _id, categoryId, createdAt, ...sealed }),
  );
  const { _id, createdAt: at, revision } = kept;
  context.answer(done.note(), { _id, categoryId: kept.categoryId, createdAt: at, revision });
  return exitCodes.done;
}

/** The sentence of a limit that the product has not seen, because nothing was sent. */
const noteWrong =
  ({ texts, locale }: CliContext) =>
  (error: unknown): never => {
    if (!(error instanceof NuancesError && isErrorCode(error.code))) throw error;
    throw wrong(error.code, errorText(texts.error, locale, error.code));
  };

async function exportAll(context: CliContext, [file = '']: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const client = await context.client();
  const everything = await client.exportEverything();
  const text = `${JSON.stringify(everything, null, 2)}\n`;
  if (file === '-') {
    await new Promise((resolve) => process.stdout.write(text, resolve));
    return exitCodes.done;
  }
  try {
    if (context.isOn('force')) await writePrivately(file, text);
    else {
      // What a person wrote: only they may read it.
      const handle = await open(file, 'wx', 0o600);
      try {
        await handle.writeFile(text);
      } finally {
        await handle.close();
      }
    }
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliFailure(
      isThere ? 'exists' : 'write',
      exitCodes.refused,
      isThere ? failure.exists({ file }) : failure.write({ file, reason }),
      { cause },
    );
  }
  const locked = everything.notes.filter(({ encrypted }) => encrypted).length;
  const counts = { scans: everything.scans.length, notes: everything.notes.length };
  context.answer(
    [done.export({ ...counts, file }), ...(locked === 0 ? [] : [done.locked({ count: locked })])].join(' '),
    { file, ...counts, locked },
  );
  return exitCodes.done;
}

async function aggregate(context: CliContext): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const answer = await (await context.client()).api.admin.aggregate.mutate();
  if (!answer.success) {
    const isBusy = answer.outcome === 'busy';
    throw new CliFailure(answer.outcome, exitCodes.refused, isBusy ? failure.busy() : failure.failed());
  }
  const isOver = answer.outcome === 'done';
  // The list of runs is short: the run may have left it already.
  context.answer(isOver ? done.aggregated({ weeks: answer.run?.weeksDone ?? 0 }) : done.aggregating(), answer);
  return exitCodes.done;
}

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [
  { names: ['login'], form: '[NAME]', about: 'login', options: [], words: [0, 1], run: login },
  { names: ['scan'], form: 'R O Y G C B P', about: 'scan', options: ['at', 'tag', 'id'], words: [0, 99], run: scan },
  {
    names: ['note'],
    form: '[TEXT]',
    about: 'note',
    options: ['category', 'title', 'at', 'id'],
    words: [0, 9_999],
    run: note,
  },
  { names: ['export'], form: 'FILE', about: 'export', options: ['force'], words: [1, 1], run: exportAll },
  { names: ['admin', 'aggregate'], form: '', about: 'aggregate', options: [], words: [0, 0], run: aggregate },
  { names: ['logout'], form: '', about: 'logout', options: [], words: [0, 0], run: logout },
];
