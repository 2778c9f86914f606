/**
 * The client of the scripts: `@nuances/client`, with a session that several scripts share. `sign-in.ts` begins it; the
 * others read it from a file, and the client renews its tokens there.
 */
import { createClient, type NuancesClient, type Session, type SessionStore } from '@nuances/client';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

// A failing script prints one line; the rest of such an error does not help its user.
process.on('uncaughtException', (error) => {
  console.error(error.message);
  process.exit(1);
});

/** Stored between scripts: the session and the address it belongs to, but no key that opens a note. */
interface Stored extends Session {
  readonly url: string;
}

const file = process.env['NUANCES_SESSION'] ?? join(homedir(), '.nuances-session.json');

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' && value !== null && 'url' in value && 'accessToken' in value && 'refreshToken' in value
  );
}

async function load(): Promise<Stored | null> {
  const session: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));
  return isStored(session) ? session : null;
}

/** The file, for one address. */
const storeOf = (url: string): SessionStore => ({
  read: load,
  async write(session) {
    if (!session) return rm(file, { force: true });
    // Readable by its owner alone: a refresh token is a session. Under another name until it is whole, for a full disk or
    // another script.
    const draft = `${file}.${process.pid}`;
    try {
      await writeFile(draft, JSON.stringify({ ...session, url }), { mode: 0o600 });
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
  },
});

/** A client that nobody is logged in with yet. */
export function clientOf(url: string): NuancesClient {
  return createClient({ url, store: storeOf(url) });
}

/** A client with the stored session. */
export async function connect(): Promise<NuancesClient> {
  const stored = await load();
  if (stored) return clientOf(stored.url);
  throw new Error(`Nobody is signed in here. First: npx tsx examples/sign-in.ts NAME (the session is kept in ${file})`);
}
