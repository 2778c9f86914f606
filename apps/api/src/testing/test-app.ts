import { type MasterKeys, parseMasterKey } from '@nuances/crypto/master-key';
import { loadPasswordHashing, passwordParameters } from '@nuances/crypto/password';
import { isDistributed } from '@nuances/db/citus/distribute';
import { type Database, openDatabase } from '@nuances/db/client';
import { readTestCluster } from '@nuances/db/testing-env';
import { usageEvents, users } from '@nuances/db/schema';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import type { Locale } from '@nuances/domain/locales';
import type { Role } from '@nuances/domain/roles';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { type AppConfig, buildApp } from '../app.ts';
import { loadPasswordStrength } from '../auth/password-strength.ts';
import { addAccount } from '../auth/queries.ts';
import { createContext } from '../context.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { Replicas } from '../database/replicas.ts';
import type { Mail, Transport } from '../mail/mail.ts';
import { appRouter } from '../router.ts';
import { WrittenJson } from '../written-json.ts';
import { type HttpRequest, inject, type Method } from './inject.ts';

/** Satisfies every rule. All test accounts have it. */
export const password = 'Correct-horse-7!';

let passwordHash: Promise<string> | undefined;

/** Hashing is slow on purpose. A check costs what its hash says, so that of a test account takes a twentieth of the memory. */
const makeCheapHash = async () =>
  (await loadPasswordHashing()).hash(password, { ...passwordParameters, memoryCost: 1024 });

/** Its hash, made once for all apps of a file of tests. */
const hashOfPassword = () => (passwordHash ??= makeCheapHash());

/** Limits that no test reaches by accident. */
const relaxed: AppConfig = {
  rateLimit: 1_000_000,
  authRateLimit: 1_000_000,
  trustProxy: [],
  logLevel: 'debug',
};

export interface TestOptions {
  readonly config?: Partial<AppConfig>;
  readonly webRoot?: string;
  readonly appUrl?: string;
  readonly now?: () => number;
  readonly transport?: Transport;
  /** One of its own by default. */
  readonly masterKeys?: MasterKeys;
  /** Plants a fault in the app before it is ready, to see a check fail. */
  readonly plant?: (app: FastifyInstance) => void;
  /** A proxy between the app and its database, to cut the connection. */
  readonly databaseUrl?: (url: string) => Promise<string>;
  /** Whether the app takes its database for a distributed one; by default, when it is. */
  readonly isDistributed?: boolean;
  /** Called with each statement of the app. */
  readonly onStatement?: (text: string) => void;
  readonly tracing?: Tracing | null;
  /** Makes replicas of the database that the app writes to. */
  readonly replicas?: (primary: Database) => Replicas;
  /** Connections of the app, ten by default. */
  readonly pool?: number;
  /** One of its own by default. */
  readonly database?: TestDatabase;
  /** At the end of the names of its people, for a second app on one database. */
  readonly suffix?: string;
}

/** Stores an account with a verified address; nobody is logged in to it. */
async function addPerson(
  db: Database,
  masterKeys: MasterKeys,
  username: string,
  { role, locale }: { readonly role: Role; readonly locale: Locale },
) {
  const id = randomUUID();
  const email = `${username}@example.org`;
  const [passwordHash, consentVersion] = [await hashOfPassword(), currentConsentVersion('keep')];
  return db.transaction(async (transaction) => {
    const account = { id, username, email, passwordHash, locale, consentVersion };
    const userKey = await addAccount(transaction, masterKeys, account);
    await transaction.update(users).set({ role, emailVerifiedAt: new Date() }).where(eq(users.id, id));
    return { id, username, email, userKey };
  });
}

const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A caller that gets written JSON as the value it says, with dates. */
function readingWritten<Caller extends object>(caller: Caller): Caller {
  return new Proxy(caller, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key);
      return typeof inner === 'function' ? readingWritten(inner) : inner;
    },
    async apply(target, self, input) {
      const answer: unknown = typeof target === 'function' ? await Reflect.apply(target, self, input) : undefined;
      if (!(answer instanceof WrittenJson)) return answer;
      const dated = (_key: string, value: unknown) =>
        typeof value === 'string' && isMoment.test(value) ? new Date(value) : value;
      return JSON.parse(JSON.stringify(answer), dated);
    },
  });
}

/**
 * The app on its own migrated database, with alice, bob and admin signed in and guest not. Call `close` when done.
 */
export async function testApp(options: TestOptions = {}) {
  const database = options.database ?? (await testDatabase());
  const direct = openDatabase(database.url, { max: 2, applicationName: 'nuances-test' });
  const url = options.databaseUrl ? await options.databaseUrl(database.url) : database.url;
  const handle = openDatabase(url, {
    max: options.pool ?? 10,
    applicationName: 'nuances-api-test',
    // Concurrent calls must be served on a busy machine, too; only tests of a slow database use the product's limit.
    ...(options.databaseUrl ? {} : { acquireTimeoutMs: 15_000 }),
    isDistributed: options.isDistributed ?? (readTestCluster() !== undefined && (await isDistributed(direct.sql))),
    ...(options.onStatement && { onStatement: options.onStatement }),
    observer: options.tracing?.statements,
  });
  const masterKeys: MasterKeys = options.masterKeys ?? {
    current: parseMasterKey(randomBytes(32).toString('hex')),
    previous: null,
  };
  const { suffix = '' } = options;
  const mails: Mail[] = [];
  const log: string[] = [];
  // Beside the other work: a first sign-up would wait for it, on a busy machine longer than a call may take.
  const passwordStrength = loadPasswordStrength().catch(() => undefined);
  const { app, outbox, services } = await buildApp({
    db: handle.db,
    transactions: () => handle.transactions(),
    masterKeys,
    config: { ...relaxed, ...options.config },
    transport:
      options.transport ??
      (async (_id, mail) => {
        mails.push(mail);
      }),
    appUrl: () => options.appUrl ?? 'http://localhost:3000',
    webRoot: options.webRoot,
    logTo: { write: (line) => log.push(line) },
    ...(options.now ? { now: options.now } : {}),
    tracing: options.tracing ?? null,
    replicas: options.replicas?.(handle.db) ?? null,
  });
  options.plant?.(app);
  await app.ready();
  await passwordStrength;

  /** Calls procedures without HTTP; each call is a request of its own. */
  const callerOf = (token?: string, language?: string) =>
    readingWritten(
      appRouter.createCaller(() =>
        createContext(services, {
          acceptLanguage: language,
          authorization: token === undefined ? undefined : `Bearer ${token}`,
          userAgent: 'test',
          address: '127.0.0.1',
        }),
      ),
    );

  let unnamed = 0;
  async function person(username = `somebody_${(unnamed += 1)}${suffix}`, role: Role = 'user', locale: Locale = 'en') {
    const account = await addPerson(direct.db, masterKeys, username, { role, locale });
    const tokens = await services.sessions.start(
      { userId: account.id, role, passwordHash: await hashOfPassword() },
      { userAgent: 'test', rotates: false },
    );
    if (!tokens) throw new Error(`${username} is not there`);
    return { ...account, ...tokens, api: callerOf(tokens.shortToken) };
  }

  /** Kinds of events of an account, in no order. */
  async function events(userId: string): Promise<string[]> {
    const rows = await direct.db
      .select({ kind: usageEvents.kind })
      .from(usageEvents)
      .where(eq(usageEvents.userId, userId));
    return rows.map(({ kind }) => kind);
  }

  const http = (method: Method, path: string, request?: HttpRequest) => inject(app, method, path, request);

  return {
    app,
    outbox,
    services,
    db: direct.db,
    databaseUrl: database.url,
    masterKeys,
    mails,
    log,
    http,
    logIn: (username: string, secret = password) =>
      http('POST', '/api/auth/login', { body: { username, password: secret } }),
    /** Sends what waits, and forgets what was sent. */
    async clearMails() {
      await outbox.flush();
      mails.length = 0;
    },
    events,
    person,
    callerOf,
    guest: callerOf(),
    alice: await person(`alice${suffix}`),
    bob: await person(`bob${suffix}`, 'user', 'fr'),
    admin: await person(`root_admin${suffix}`, 'admin'),
    async close() {
      await app.close();
      await outbox.stop();
      await handle.close();
      await direct.close();
      await database.drop();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;

/** Makes an app before all tests of a file, and closes it after them. @param give keeps it */
export function useApp(give: (app: TestApp) => void, options?: TestOptions): void {
  beforeAll(async () => {
    const app = await testApp(options);
    give(app);
    return () => app.close();
  });
}
