import { tokenClaims } from '@nuances/domain/token-claims';
import { NuancesError } from './nuances-error.ts';

/** The tokens of a login. */
export interface Session {
  /** Sent with every call; good for 15 minutes. */
  readonly accessToken: string;
  /** Gets the next pair; good for 30 days after its last use. Whoever has it is logged in. */
  readonly refreshToken: string;
}

/**
 * Where the tokens of a login are kept. Several processes may share one: it is read again before tokens are renewed, and
 * renewed tokens are written before they are used.
 */
export interface SessionStore {
  /** Null without a login. */
  read(): Promise<Session | null>;
  /** Replaces what is stored; null removes it. */
  write(session: Session | null): Promise<void>;
}

/** Keeps a session as long as the process lives. */
export function memoryStore(): SessionStore {
  let stored: Session | null = null;
  return {
    read: async () => stored,
    async write(session) {
      stored = session;
    },
  };
}

/** What is sent as `Authorization`, and what replaces it when it is refused. */
export interface Tokens {
  /** Null without a login. */
  current(): Promise<string | null>;
  /** The token after `stale`, which was refused; null when there is none: the session is over. */
  renewed(stale: string): Promise<string | null>;
}

/** A script token, which has no successor. */
export const scriptToken = (token: string): Tokens => ({ current: async () => token, renewed: async () => null });

/** The account of an access token, unverified: only the product verifies. */
export function ownerOf(accessToken: string): string | null {
  const { sub } = tokenClaims(accessToken);
  return typeof sub === 'string' ? sub : null;
}

/**
 * The tokens of a stored session. All calls that are refused at a time share one refresh.
 * @param refresh gives the next pair; null when the product refuses it, so that the session is over
 */
export function sessionTokens(store: SessionStore, refresh: (refreshToken: string) => Promise<Session | null>): Tokens {
  let renewal: Promise<string | null> | undefined;

  /** What another call, process or login has stored instead of `stale`. */
  function successor(stored: Session | null, stale: string): string | null {
    if (!stored) return null;
    // A call of one account must not be made in the name of another.
    if (ownerOf(stored.accessToken) !== ownerOf(stale))
      throw new NuancesError('sessionMissing', 'Another account has logged in meanwhile');
    return stored.accessToken;
  }

  async function renew(stale: string): Promise<string | null> {
    const stored = await store.read();
    if (stored?.accessToken !== stale) return successor(stored, stale);
    const next = await refresh(stored.refreshToken);
    if (next && ownerOf(next.accessToken) !== ownerOf(stale))
      throw new NuancesError('sessionMissing', 'The answer is of another account');
    const now = await store.read();
    // Somebody logged in or out while this was under way: theirs is what counts.
    if (now?.refreshToken !== stored.refreshToken) return successor(now, stale);
    // Stored before it is used: the old pair is good until then, so a process that ends here loses nothing.
    await store.write(next);
    return next?.accessToken ?? null;
  }

  return {
    current: async () => (await store.read())?.accessToken ?? null,
    renewed: (stale) => (renewal ??= renew(stale).finally(() => (renewal = undefined))),
  };
}
