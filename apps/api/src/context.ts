import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import type { BuildManifest } from '@nuances/domain/build/manifest';
import { AppError } from '@nuances/domain/errors';
import { fallbackLocale, type Locale, localeFromTag } from '@nuances/domain/locales';
import { isScriptToken } from '@nuances/domain/script-tokens';
import type { Erasures } from './account/erasures.ts';
import type { Replicas } from './database/replicas.ts';
import type { Drain } from './http/drain.ts';
import type { ActivityBuffer } from './usage/activity-buffer.ts';
import type { Aggregation } from './admin/aggregation.ts';
import type { DiskSpace } from './observability/disk-space.ts';
import type { LinkMailLimit } from './auth/link-mail-limit.ts';
import type { LoginAttempts } from './auth/login-attempts.ts';
import type { Session, SessionClaim, Sessions } from './auth/sessions.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Clock } from './database/clock.ts';
import type { AccountReads } from './database/account-reads.ts';
import type { QuotaMemory } from './database/quota-memory.ts';
import type { PushService } from './reminder/push-service.ts';
import type { ReminderSender } from './reminder/sender.ts';
import type { NoteKeys } from './notes/note-keys.ts';
import type { ScriptTokens } from './tokens/queries.ts';
import type { SecurityEventFacts, SecurityEventName, SecurityEvents } from './observability/security-events.ts';
import { requestTimeoutMs, withTimeout } from './timeout.ts';

/** Services that live as long as the app. */
export interface Services {
  readonly db: Database;
  /** For lists and statistics; null when all is read where it is written. */
  readonly replicas: Replicas | null;
  readonly masterKeys: MasterKeys;
  readonly noteKeys: NoteKeys;
  readonly securityEvents: SecurityEvents;
  readonly accountReads: AccountReads;
  readonly clock: Clock;
  readonly scanQuota: QuotaMemory;
  readonly noteQuota: QuotaMemory;
  readonly sessions: Sessions;
  readonly scriptTokens: ScriptTokens;
  readonly loginAttempts: LoginAttempts;
  readonly linkMailLimit: LinkMailLimit;
  readonly outbox: Outbox;
  readonly push: PushService;
  readonly reminderSender: ReminderSender;
  readonly activity: ActivityBuffer;
  readonly aggregation: Aggregation;
  readonly erasures: Erasures;
  readonly drain: Drain;
  readonly disk: DiskSpace;
  /** How many backups the product keeps by itself; null when it makes none. */
  readonly backupsKept: number | null;
  /** What is served, by hashes; no files without a web build. */
  readonly build: () => Promise<BuildManifest>;
  /** Base of links in mails, without a slash at the end; never taken from a request. */
  appUrl(): string;
}

/** The parts of a request that the context needs, the same for both transports and tests. */
export interface RequestFacts {
  readonly acceptLanguage: string | undefined;
  /** The whole Authorization header. */
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
  /** The caller's IP address, or the one that a trusted proxy forwards. */
  readonly address: string;
  readonly isHead?: boolean;
}

/** Context of procedures. Created once per request. */
export interface Context {
  /** Under one name: tRPC copies the context for each middleware that adds to it. */
  readonly services: Services;
  /** The request's language; a signed-in person's own once the session was read, if the request names none. */
  readonly locale: Locale;
  readonly bearer: string | undefined;
  readonly userAgent: string | undefined;
  readonly address: string;
  /** Whether only the headers of the answer are sent. */
  readonly isHead: boolean;
  /** Whether a read counts as a view: not for a HEAD request, nor for a script. */
  readonly countsAsView: boolean;
  /** Records a security event with the caller's address. */
  recordSecurityEvent(event: SecurityEventName, facts: SecurityEventFacts): void;
  /**
   * What a valid access token says, without a look at the database: its session may have ended. Of a script token, what
   * {@link Context.session} has read. Null without one.
   */
  claim(): SessionClaim | null;
  /** The caller's session, null for a visitor; read from the database at most once per request. */
  session(): Promise<Session | null>;
  /** As {@link session}, read once more: it may have ended since the request began. */
  sessionNow(): Promise<Session | null>;
  /**
   * Takes the session that a procedure's own statement has read, for the rest of the request.
   * @throws AppError `sessionMissing` for null
   */
  settle(session: Session | null): Session;
  /** Reads the account's language, if the request names none. Never rejects. */
  resolveLocale(): Promise<void>;
  /** Counts one login, sign-up or mailed link for the caller's address; rejects with `rateLimited` over the limit. */
  countAuthAttempt(): Promise<void>;
  /** The same, then work that hashes a password, in the queue of those; rejects with `unavailable` at once when too many wait. */
  queueAuthAttempt: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Of a call with a live session. */
export type LoginContext = Context & { readonly user: Session };

/** Whether the request names a language; `*`, which programs send by default, names none (RFC 9110, 12.5.4). */
const namesLanguage = (acceptLanguage: string | undefined) => !/^\s*(?:\*.*)?$/s.test(acceptLanguage ?? '');

/** Joins the app's services and a request. Reads nothing yet. */
export function createContext(services: Services, facts: RequestFacts): Context {
  const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(facts.authorization ?? '')?.[1];
  /** A script token says nothing by itself: its row is read first. */
  const isScript = bearer !== undefined && isScriptToken(bearer);
  let reading: Promise<Session | null> | undefined;

  let claimed: SessionClaim | null | undefined;

  function note(session: Session | null): Session | null {
    if (session && known === undefined) context.locale = session.locale;
    // A script is no visit of a person: only what it stores is counted.
    if (session && session.scope === null) services.activity.note(session);
    return session;
  }

  function claim(): SessionClaim | null {
    if (claimed === undefined && !isScript) claimed = bearer === undefined ? null : services.sessions.claimOf(bearer);
    return claimed ?? null;
  }

  async function read(): Promise<Session | null> {
    if (bearer === undefined) return null;
    const found = await (isScript ? services.scriptTokens : services.sessions).find(bearer);
    if (found && isScript)
      claimed = { sessionId: found.id, userId: found.userId, role: found.role, scope: found.scope };
    return note(found);
  }

  const sessionNow = () => withTimeout(requestTimeoutMs, read());
  const session = () => (reading ??= sessionNow());

  const known = namesLanguage(facts.acceptLanguage) ? localeFromTag(facts.acceptLanguage) : undefined;
  const context: Context & { locale: Locale } = {
    services,
    locale: known ?? fallbackLocale,
    bearer,
    userAgent: facts.userAgent,
    address: facts.address,
    isHead: facts.isHead === true,
    countsAsView: facts.isHead !== true && !isScript,
    recordSecurityEvent: (event, details) =>
      services.securityEvents.record(event, { address: facts.address, ...details }),
    claim,
    session,
    sessionNow,
    settle(found) {
      reading ??= Promise.resolve(note(found));
      if (!found) throw new AppError('sessionMissing');
      return found;
    },
    async resolveLocale() {
      if (bearer === undefined || known !== undefined) return;
      // A procedure that needs the session gets the same failure; for the language alone no call is refused.
      await session().catch(() => undefined);
    },
    countAuthAttempt: () => services.loginAttempts.recordAttempt(facts.address),
    queueAuthAttempt: (work) => services.loginAttempts.admit(facts.address, work),
  };
  return context;
}
