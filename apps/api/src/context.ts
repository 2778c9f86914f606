import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { fallbackLocale, type Locale, localeFromTag } from '@nuances/domain/locales';
import type { ActivityBuffer } from './usage/activity-buffer.ts';
import type { Aggregation } from './admin/aggregation.ts';
import type { LinkMailLimit } from './auth/link-mail-limit.ts';
import type { LoginAttempts } from './auth/login-attempts.ts';
import type { Session, Sessions } from './auth/sessions.ts';
import type { Outbox } from './mail/outbox.ts';
import type { AccountReads } from './database/account-reads.ts';
import type { NoteKeys } from './notes/note-keys.ts';
import type { SecurityEventFacts, SecurityEventName, SecurityEvents } from './observability/security-events.ts';
import { requestTimeoutMs, withTimeout } from './timeout.ts';

/** What lives as long as the app. */
export interface Services {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
  readonly noteKeys: NoteKeys;
  readonly securityEvents: SecurityEvents;
  readonly accountReads: AccountReads;
  readonly sessions: Sessions;
  readonly loginAttempts: LoginAttempts;
  readonly linkMailLimit: LinkMailLimit;
  readonly outbox: Outbox;
  readonly activity: ActivityBuffer;
  readonly aggregation: Aggregation;
  /** Base of links in mails, without a slash at the end; never taken from a request. */
  appUrl(): string;
}

/** What a request brings; both transports and the tests give the same. */
export interface RequestFacts {
  readonly acceptLanguage: string | undefined;
  /** The whole Authorization header. */
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
  /** The caller's, or what a trusted proxy says it is. */
  readonly address: string;
  /** Whether only the head of the answer is asked for. */
  readonly isHead?: boolean;
}

/** What every procedure may use. Made once per request. */
export interface Context extends Services {
  /** The request's language; a signed-in person's own once the session was read, if the request names none. */
  readonly locale: Locale;
  readonly bearer: string | undefined;
  readonly userAgent: string | undefined;
  readonly address: string;
  /** Whether what is read counts as opened: not for a program that asks for the head of the answer only. */
  readonly countsAsView: boolean;
  /** Records a security event of this caller: their address is told with it. */
  recordSecurityEvent(event: SecurityEventName, facts: SecurityEventFacts): void;
  /** The caller's session, null for a visitor; read from the database at most once per request. */
  session(): Promise<Session | null>;
  /** Finds out the account's language, where the request names none. Never rejects. */
  resolveLocale(): Promise<void>;
  /** Counts one login, sign-up or mailed link for the caller's address; rejects with `rateLimited` over the limit. */
  countAuthAttempt(): Promise<void>;
}

/** Whether the request asks for a language; `*`, which programs send by default, asks for none (RFC 9110, 12.5.4). */
const namesLanguage = (acceptLanguage: string | undefined) => !/^\s*(?:\*.*)?$/s.test(acceptLanguage ?? '');

/** Joins the app's services and a request. Reads nothing yet. */
export function createContext(services: Services, facts: RequestFacts): Context {
  const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(facts.authorization ?? '')?.[1];
  let reading: Promise<Session | null> | undefined;
  let own: Locale | undefined;

  async function read(): Promise<Session | null> {
    const session = bearer === undefined ? null : await services.sessions.find(bearer);
    own = session?.locale;
    if (session) services.activity.note(session);
    return session;
  }

  const session = () => (reading ??= withTimeout(requestTimeoutMs, read()));

  return {
    ...services,
    bearer,
    userAgent: facts.userAgent,
    address: facts.address,
    countsAsView: facts.isHead !== true,
    get locale() {
      return namesLanguage(facts.acceptLanguage) ? localeFromTag(facts.acceptLanguage) : (own ?? fallbackLocale);
    },
    recordSecurityEvent: (event, told) => services.securityEvents.record(event, { address: facts.address, ...told }),
    session,
    async resolveLocale() {
      if (bearer === undefined || namesLanguage(facts.acceptLanguage)) return;
      // A procedure that needs the session meets the same failure; for the language alone no call is refused.
      await session().catch(() => undefined);
    },
    countAuthAttempt: () => services.loginAttempts.recordAttempt(facts.address),
  };
}
