import { createClient, memoryStore, NuancesError } from '../../client.ts';
import type { CliContext } from '../context.ts';
import type { Credentials } from '../credentials.ts';
import { columns, moment, oneLine } from '../lines.ts';
import type { Command } from '../command.ts';
import { exitCodes, type ExitCode, wrong } from '../failure.ts';
import { prompt } from '../prompt.ts';

async function login(context: CliContext, [given]: readonly string[]): Promise<ExitCode> {
  const { ask: questions, failure, done } = context.texts.cli;
  if (context.env.token !== undefined) throw wrong('tokenLogin', failure.tokenLogin());
  const username = given ?? (await prompt(questions.username()));
  const password = username && (await prompt(questions.password(), { isSecret: true }));
  if (!username || !password) throw wrong('noPassword', failure.noPassword());
  // A file that cannot be read is replaced.
  const before = await context.credentials().catch(() => null);
  const client = await context.guest(username);
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

async function whoami(context: CliContext): Promise<ExitCode> {
  const client = await context.client();
  const { username, email, role } = await client.api.profile.get.query();
  const by = context.env.token === undefined ? 'login' : 'token';
  const answer = { url: client.url, username, email, role, by };
  context.answer(context.texts.cli.done.whoami[by](answer), answer);
  return exitCodes.done;
}

async function tokens(context: CliContext): Promise<ExitCode> {
  const { done } = context.texts.cli;
  const found = await (await context.client()).api.tokens.list.query();
  const rows = found.map(({ name, scope, expiresAt, lastUsedAt }) => [
    oneLine(name),
    scope,
    done.until({ moment: moment(expiresAt) }),
    lastUsedAt === null ? done.neverUsed() : done.used({ moment: moment(lastUsedAt) }),
  ]);
  context.answer(rows.length === 0 ? done.noTokens() : columns(rows), { tokens: found });
  return exitCodes.done;
}

export const sessionCommands: readonly Command[] = [
  {
    names: ['login'],
    form: '[NAME]',
    about: 'login',
    words: [0, 1],
    example: 'nuances login ada --url https://nuances.example',
    run: login,
  },
  { names: ['whoami'], about: 'whoami', example: 'nuances whoami', run: whoami },
  { names: ['tokens'], about: 'tokens', example: 'nuances tokens', run: tokens },
];

export const logoutCommand: Command = { names: ['logout'], about: 'logout', example: 'nuances logout', run: logout };
