/** `@nuances/client`: every call of a running Nuances with its types, a session that renews itself, and sealed notes. */
import type { AppRouter } from '@nuances/api/router';
import { importNoteKey, type NoteKey } from '@nuances/crypto/note-envelope';
import { openExport } from '@nuances/crypto/vault/export';
import { openProfileRow, serverKeys } from '@nuances/crypto/vault/rows';
import { readSealedExport } from '@nuances/domain/export-file';
import { createTRPCClient, createTRPCClientProxy } from '@trpc/client';
import type { Api } from './api.ts';
import type { Everything } from './exported.ts';
import { Calls, linkOf, type Transport } from './calls.ts';
import { NuancesError, toNuancesError } from './nuances-error.ts';
import { memoryStore, ownerOf, scriptToken, sessionTokens, type Session, type SessionStore } from './session.ts';
import { openVaultOf, type KnownVault, type OpenVault } from './vault/open-vault.ts';

export type { Api, CallOptions } from './api.ts';
export type { Everything, ExportedNote, ExportedScan } from './exported.ts';
export { NuancesError, type FailureCode, type FailureDetails } from './nuances-error.ts';
export { memoryStore, type Session, type SessionStore } from './session.ts';
export type { SaidNote, SaidProfile, SaidScan, VaultRows } from './vault/rows.ts';
export { saveNote, saveScan, type VaultNoteInput, type VaultScanInput } from './vault/save.ts';
export { VaultRefused, type KnownVault, type OpenVault, type VaultRefusal } from './vault/open-vault.ts';
export { openNote, openTags, sealNote, sealTags, type NoteTexts } from './notes.ts';
export {
  EnvelopeBroken,
  importNoteKey,
  NoteKeyInvalid,
  openText,
  sealText,
  type NoteKey,
} from '@nuances/crypto/note-envelope';

/** How to reach the product, and in whose name. */
export interface ClientOptions {
  /** Address of the product, such as `https://nuances.example`. */
  readonly url: string;
  /** A script token (`nu_…`), made under Profile > Config; instead of a login. */
  readonly token?: string;
  /** Keeps the tokens of a login; by default as long as this client lives. */
  readonly store?: SessionStore;
  /** Language of the sentences of failures; by default the account's. */
  readonly language?: 'en' | 'fr';
  /** Milliseconds until a call without an answer fails; 60,000 by default. */
  readonly timeoutMs?: number;
  /** By default the global one. */
  readonly fetch?: typeof fetch;
}

/** Who has logged in. */
export interface Login {
  readonly role: 'user' | 'admin';
  readonly language: 'en' | 'fr';
}

/** A client of one running product, for one person. */
export interface NuancesClient {
  /** Address of the product, without a slash at its end. */
  readonly url: string;
  /** Every call, such as `api.results.create.mutate({ answers })`. */
  readonly api: Api;
  /**
   * Logs in and stores the session, in the place of one that may be there.
   * @param who user name or e-mail address, and the password, which is not kept; for an account with one-time codes also
   *   the code of the app, or a backup code
   * @throws NuancesError `loginFailed`; after the right password `secondFactorRequired` without a code,
   *   `secondFactorWrong` or `secondFactorUsed`
   */
  login(who: { readonly username: string; readonly password: string; readonly code?: string }): Promise<Login>;
  /** Ends the session, on the server and in the store. Without a session it does nothing. */
  logout(): Promise<void>;
  /** The account of the login; null without one, and with a script token. */
  userId(): Promise<string | null>;
  /**
   * The key of the account's notes. It never leaves this process by itself; keep it while you need it.
   * @throws NoteKeyInvalid for an account with a vault: the product has no key of it
   */
  noteKey(): Promise<NoteKey>;
  /**
   * Opens the vault of the account; needs a login. Takes about a second and 64 MiB.
   * @param secret the passphrase or the recovery code, as it was typed
   * @param known what was remembered of an earlier opening: a server that offers less is refused
   * @throws VaultRefused
   */
  openVault(secret: string, known?: KnownVault): Promise<OpenVault>;
  /** Everything that is stored of the person, with notes and words opened here. Of a vault it stays sealed without it. */
  exportEverything(vault?: OpenVault): Promise<Everything>;
}

const defaultTimeoutMs = 60_000;

/** @throws TypeError for what is no address of the web */
function addressOf(url: string): string {
  const { protocol, origin, pathname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError(`Not an address of the web: ${url}`);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Statuses of a refresh that end the session. */
const refusals: readonly (number | undefined)[] = [400, 401, 403];

/** Renews tokens; null when the product refuses it. */
function refreshOf(transport: Transport) {
  const guest = createTRPCClient<AppRouter>({ links: [linkOf(transport)] });
  return async (refreshToken: string): Promise<Session | null> => {
    try {
      // With `rotate` a copied refresh token is detected: used after its successor, it ends the session.
      const next = await guest.auth.refresh.mutate({ refreshToken, rotate: true });
      return { accessToken: next.shortToken, refreshToken: next.refreshToken ?? refreshToken };
    } catch (thrown) {
      const error = toNuancesError(thrown, transport.url);
      if (error instanceof NuancesError && error.code !== 'foreign' && refusals.includes(error.status)) return null;
      throw error;
    }
  };
}

/**
 * A client of the product at an address. Nothing is sent before the first call.
 * @throws TypeError for an address that is none
 */
export function createClient(options: ClientOptions): NuancesClient {
  const url = addressOf(options.url);
  const transport: Transport = {
    url,
    language: options.language,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
  const { token } = options;
  const store = options.store ?? memoryStore();
  const tokens = token === undefined ? sessionTokens(store, refreshOf(transport)) : scriptToken(token);
  const api: Api = createTRPCClientProxy<AppRouter>(new Calls(transport, tokens));
  const noteKey = async () => importNoteKey((await api.notes.userKey.query()).userKey);
  const userId = async () => {
    const current = token === undefined ? await tokens.current() : null;
    return current === null ? null : ownerOf(current);
  };
  const refuseForToken = () => {
    if (token !== undefined) throw new TypeError('A client with a script token has no login to begin or to end');
  };
  return {
    url,
    api,
    noteKey,
    async login({ username, password, code }) {
      refuseForToken();
      const answer = await api.auth.login.mutate({ username, password, code, rotate: true });
      await store.write({ accessToken: answer.shortToken, refreshToken: answer.refreshToken });
      return { role: answer.role, language: answer.language };
    },
    async logout() {
      refuseForToken();
      if (!(await store.read())) return;
      await api.auth.logout.mutate().catch((error: unknown) => {
        if (!(error instanceof NuancesError && error.status === 401)) throw error;
      });
      await store.write(null);
    },
    userId,
    async openVault(secret, known) {
      // Asked first: the token may have to be renewed.
      const said = await api.vault.state.query();
      const owner = await userId();
      if (owner === null) throw new NuancesError('sessionMissing', 'A vault is opened with a login');
      return openVaultOf(owner, said, secret, known ?? null);
    },
    async exportEverything(vault) {
      const [stored, { userKey }] = await Promise.all([api.profile.exportData.query(), api.notes.userKey.query()]);
      const noteKey = userKey === '' ? null : await importNoteKey(userKey);
      const keys = vault ? { ...vault.rows.keys, noteKey } : serverKeys(noteKey);
      const { sealed = null, keyVersion = 1 } = (vault && stored.vault?.profile) ?? {};
      const own = sealed === null ? null : await openProfileRow(keys, { sealed, keyVersion });
      const opened = await openExport(keys, readSealedExport(stored), own);
      const { version, profile, scans, notes, moods } = opened;
      return { ...stored, version, profile, scans, notes, moods };
    },
  };
}
