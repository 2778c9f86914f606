/**
 * A typed client for scripts: every call of Nuances with the types of its own router, and a session that several
 * scripts share. `sign-in.ts` starts the session; the others read it from a file and renew its tokens.
 */
import type { AppRouter } from '@nuances/api/router';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

// A failing script prints one line; the rest of such an error does not help its user.
process.on('uncaughtException', (error) => {
  console.error(error.message);
  process.exit(1);
});

export type Api = TRPCClient<AppRouter>;

/** Stored between scripts: the session, but no key that opens a note. */
interface Session {
  readonly url: string;
  /** Valid for 15 minutes. */
  readonly shortToken: string;
  /** Valid for 30 days after its last use; each use returns the next one. */
  readonly refreshToken: string;
}

const file = process.env['NUANCES_SESSION'] ?? join(homedir(), '.nuances-session.json');

// Readable by its owner alone: a refresh token is a session.
const save = (session: Session) => writeFile(file, JSON.stringify(session), { mode: 0o600 });

function isSession(value: unknown): value is Session {
  return (
    typeof value === 'object' && value !== null && 'url' in value && 'shortToken' in value && 'refreshToken' in value
  );
}

async function load(): Promise<Session> {
  const text = await readFile(file, 'utf8').catch(() => 'null');
  const session: unknown = JSON.parse(text);
  if (isSession(session)) return session;
  throw new Error(`Nobody is signed in here. First: npx tsx examples/sign-in.ts NAME (the session is kept in ${file})`);
}

const at = (url: string) => `${url}/trpc`;

/** Signs in and stores the session; `username` may be an e-mail address. */
export async function signIn(url: string, username: string, password: string) {
  const guest = createTRPCClient<AppRouter>({ links: [httpLink({ url: at(url) })] });
  // With `rotate` a copied refresh token is detected: used after its successor, it ends the session.
  const { shortToken, refreshToken, role, language } = await guest.auth.login.mutate({
    username,
    password,
    rotate: true,
  });
  await save({ url, shortToken, refreshToken });
  return { role, language };
}

/**
 * Calls with the stored session. An expired access token is renewed: the first call that gets 401 requests a new one,
 * other calls that get 401 meanwhile wait for it, and each is sent once more.
 */
export async function connect(): Promise<Api> {
  let session = await load();
  const guest = createTRPCClient<AppRouter>({ links: [httpLink({ url: at(session.url) })] });
  let renewal: Promise<void> | undefined;

  async function renew(): Promise<void> {
    const { refreshToken } = session;
    const next = await guest.auth.refresh.mutate({ refreshToken, rotate: true });
    session = { ...session, ...next, refreshToken: next.refreshToken ?? refreshToken };
    // Stored before it is used. The old token is valid until then, so a script that ends here loses nothing.
    await save(session);
  }

  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: at(session.url),
        async fetch(input, init) {
          const send = (token: string) => {
            const headers = new Headers(init?.headers);
            headers.set('authorization', `Bearer ${token}`);
            const body = typeof init?.body === 'string' ? init.body : null;
            return fetch(String(input), { method: init?.method ?? 'GET', body, headers });
          };
          const token = session.shortToken;
          const answer = await send(token);
          if (answer.status !== 401) return answer;
          if (token === session.shortToken) await (renewal ??= renew().finally(() => (renewal = undefined)));
          return send(session.shortToken);
        },
      }),
    ],
  });
}

/** Ends the session on the server, with all its tokens, and deletes it here. */
export async function signOut(): Promise<void> {
  const api = await connect();
  await api.auth.logout.mutate();
  await rm(file);
}
