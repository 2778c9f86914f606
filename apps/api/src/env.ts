import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { TimeOfDay } from './admin/schedule.ts';
import type { BackupSchedule } from './jobs/scheduled-backup.ts';
import type { ResendAccount } from './mail/resend-transport.ts';
import { samplerNames, traceProtocols, type TracingSettings } from './observability/tracing.ts';

/** A start that the environment makes impossible; the message lists everything that is wrong. */
export class InvalidEnvironment extends Error {
  override readonly name = 'InvalidEnvironment';
}

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      error: `must be between ${least} and ${most}`,
    });

const masterKey = z.string().regex(/^[0-9a-f]{64}$/i, {
  error: 'must be 64 hexadecimal digits; make one with: openssl rand -hex 32',
});

const isUrl = (protocols: readonly string[]) => (value: string) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

/** A stray % in a password would be found out by the driver, which does not name the variable. */
function isDatabaseUrl(value: string): boolean {
  try {
    const { username, password } = new URL(value);
    decodeURIComponent(`${username}:${password}`);
  } catch {
    return false;
  }
  return isUrl(['postgres:', 'postgresql:'])(value);
}
const databaseForm = 'begin with postgres://; in its password, / # ? % are written %2F %23 %3F %25';
const databaseUrl = z.string().refine(isDatabaseUrl, { error: `must ${databaseForm}` });
const webUrl = z.string().refine(isUrl(['http:', 'https:']), { error: 'must begin with http:// or https://' });
const withoutSlash = (value: string) => value.replace(/(?<!\/)\/+$/, '');

/** The parts of a list with commas between. */
const partsOf = (value: string) => value.split(',').map((part) => part.trim());

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isProxy(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const family = isIP(address);
  if (family === 0) return proxyNames.has(entry);
  // A network of all addresses is none: everybody could claim any address.
  const isWidth = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return isWidth && more.length === 0;
}

/** Resend's own sender for trying things out; it reaches only the owner of the key. */
export const trialSender = 'Nuances <onboarding@resend.dev>';

/** A time of day as it is written, such as 03:10. */
const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day, UTC, such as 03:10' })
  .transform((text) => ({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) }));

/** Where vulnerabilities are reported, as a URI (RFC 9116, 2.5.3); a bare e-mail address becomes one. */
const securityContact = z
  .string()
  .regex(/^[\x21-\x7e]{3,254}$/, { error: 'must hold no spaces' })
  .transform((value) => (/^[^:/@]+@[^:/@]+$/.test(value) ? `mailto:${value}` : value))
  .refine((value) => /^(?:mailto:[^@]+@[^@]+|https:\/\/.+|tel:\+?[\d-]+)$/.test(value), {
    error: 'must be an e-mail address, or begin with mailto:, https:// or tel:',
  });

const roles = ['all', 'web', 'worker'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

interface BackupVariables {
  readonly BACKUP_DIR?: string | undefined;
  readonly BACKUP_AT?: TimeOfDay | undefined;
  readonly BACKUP_WAL: 'on' | 'off';
}

const makesBackups = ({ BACKUP_DIR, BACKUP_AT, BACKUP_WAL }: BackupVariables) =>
  BACKUP_DIR !== undefined || BACKUP_AT !== undefined || BACKUP_WAL === 'on';

const schema = z
  .object({
    // Any other name is development; one that means production must not be taken for it.
    NODE_ENV: z
      .string()
      .refine((value) => value === 'production' || !/^prod/i.test(value), 'must be production, development or test')
      .default('development'),
    PORT: whole(0, 65_535).default(3_000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('./.data'),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_POOLER_URL: databaseUrl.optional(),
    DATABASE_REPLICA_URLS: z
      .string()
      .transform(partsOf)
      .refine((urls) => urls.every(isDatabaseUrl), {
        error: `must be addresses with commas between that each ${databaseForm}`,
      })
      .optional(),
    MASTER_KEY: masterKey.optional(),
    MASTER_KEY_PREVIOUS: masterKey.optional(),
    APP_URL: webUrl
      .refine((value) => !/[?#]/.test(value), { error: 'must hold neither ? nor #' })
      .transform(withoutSlash)
      .optional(),
    // API calls a minute for one address.
    RATE_LIMIT: whole(1, 999_999_999).default(600),
    // Logins, sign-ups and mailed links a minute for one address; failed logins a minute for one account.
    AUTH_RATE_LIMIT: whole(1, 999_999_999).default(10),
    TRUST_PROXY: z
      .string()
      .default('')
      .transform((value) => partsOf(value).filter(Boolean))
      .refine((entries) => entries.every(isProxy), {
        error: 'must be a comma-separated list of addresses, networks, loopback, linklocal or uniquelocal',
      }),
    LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).optional(),
    // Login shells and su set it to the path of the account's mailbox.
    MAIL: z
      .string()
      .transform((value) => (value.startsWith('/') ? undefined : value))
      .pipe(z.enum(['file'], { error: 'may only be: file' }).optional())
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]{3,254}$/, { error: 'must be one address, such as Nuances <hello@example.org>' })
      .refine((value) => value.includes('@'), { error: 'must hold an address' })
      .optional(),
    RESEND_API_KEY: z.string().optional(),
    RESEND_BASE_URL: webUrl.transform(withoutSlash).optional(),
    AGGREGATE_AT: timeOfDay.default({ hour: 3, minute: 10 }),
    BACKUP_DIR: z.string().optional(),
    BACKUP_AT: timeOfDay.optional(),
    BACKUP_KEEP: whole(1, 9_999).optional(),
    BACKUP_WAL: z.enum(['on', 'off'], { error: 'may only be: on, off' }).default('off'),
    BACKUP_ENCRYPT_TO: z
      .string()
      .regex(/^age1[0-9a-z]+$/, { error: 'must be a public key of age, which begins with age1' })
      .optional(),
    DATABASE_POOL: whole(2, 1_000).default(10),
    DRAIN_S: whole(0, 300).default(5),
    METRICS_PORT: whole(1, 65_535).optional(),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, { error: 'must be 16 characters or more, without spaces' })
      .optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
    OTEL_EXPORTER_OTLP_PROTOCOL: z
      .enum(traceProtocols, { error: `must be one of ${traceProtocols.join(', ')}` })
      .default('http/protobuf'),
    OTEL_SERVICE_NAME: z.string().default('nuances'),
    OTEL_TRACES_SAMPLER: z
      .enum(samplerNames, { error: `must be one of ${samplerNames.join(', ')}` })
      .default('parentbased_always_on'),
    OTEL_TRACES_SAMPLER_ARG: z
      .string()
      .regex(/^(?:0?\.\d{1,9}|[01](?:\.0*)?)$/, { error: 'must be a number between 0 and 1' })
      .transform(Number)
      .default(1),
    ROLE: z.enum(roles, { error: `must be one of ${roles.join(', ')}` }).default('all'),
    SECURITY_CONTACT: securityContact.optional(),
    PUSH_LOOPBACK: z.enum(['1'], { error: 'may only be: 1' }).optional(),
  })
  .check((context) => {
    const { value } = context;
    const demand = (name: string, message: string) =>
      context.issues.push({ code: 'custom', input: undefined, path: [name], message });
    if (value.METRICS_PORT !== undefined && value.METRICS_PORT === value.PORT)
      demand('METRICS_PORT', 'must be another port than PORT');
    if (value.DATABASE_POOLER_URL && !value.DATABASE_URL)
      demand('DATABASE_POOLER_URL', 'needs DATABASE_URL: the server itself, for migrations and commands');
    if (value.DATABASE_REPLICA_URLS && !value.DATABASE_URL)
      demand('DATABASE_REPLICA_URLS', 'needs DATABASE_URL: the server that they replicate');
    for (const name of ['BACKUP_DIR', 'BACKUP_AT', 'BACKUP_WAL'] as const)
      if (value[name] && value[name] !== 'off' && value.DATABASE_URL)
        demand(name, 'is for the own database; with DATABASE_URL, run npm run admin -- backup by a schedule');
    // Without a folder or a time none would be made, and nobody told.
    for (const name of ['BACKUP_KEEP', 'BACKUP_ENCRYPT_TO'] as const)
      if (value[name] && !makesBackups(value))
        demand(name, 'needs BACKUP_DIR or BACKUP_AT: without them no backup is made');
    if (value.ROLE !== 'all' && !value.DATABASE_URL)
      demand('ROLE', 'needs DATABASE_URL: instances of both roles share one database');
    if (value.NODE_ENV !== 'production') return;
    if (value.PUSH_LOOPBACK) demand('PUSH_LOOPBACK', 'is for tests, and refused in production');
    if (value.DATABASE_URL && !value.MASTER_KEY)
      demand('MASTER_KEY', 'is required in production with DATABASE_URL; make one with: openssl rand -hex 32');
    if (!value.RESEND_API_KEY && value.MAIL !== 'file')
      demand('RESEND_API_KEY', 'is required in production, unless MAIL=file writes mails to DATA_DIR/outbox');
  });

/**
 * Reads the environment; nothing else in the product does. An empty value counts as unset.
 * @throws InvalidEnvironment with one line for each thing that is wrong
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`);
    throw new InvalidEnvironment(`Nuances cannot start with this environment:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const isProduction = env.NODE_ENV === 'production';
  const resend: ResendAccount | null =
    env.RESEND_API_KEY === undefined || env.MAIL === 'file'
      ? null
      : { apiKey: env.RESEND_API_KEY, from: env.MAIL_FROM ?? trialSender, baseUrl: env.RESEND_BASE_URL };
  return {
    isProduction,
    port: env.PORT,
    host: env.HOST,
    /** Absolute. */
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** PgBouncer in transaction mode before that server, for everything but migrations and commands. */
    databasePoolerUrl: env.DATABASE_POOLER_URL,
    /** Standbys of that server, for lists and statistics. */
    databaseReplicaUrls: env.DATABASE_REPLICA_URLS ?? [],
    /** Connections of this instance to the database. */
    databasePool: env.DATABASE_POOL,
    masterKey: env.MASTER_KEY,
    masterKeyPrevious: env.MASTER_KEY_PREVIOUS,
    /** Without a slash at the end; undefined means `http://localhost:` and the port that was taken. */
    appUrl: env.APP_URL,
    rateLimit: env.RATE_LIMIT,
    authRateLimit: env.AUTH_RATE_LIMIT,
    trustProxy: env.TRUST_PROXY,
    // Whoever tries the product out in a terminal should see one address, not a line per request.
    logLevel: env.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    /** Null writes mails as files in `dataDir`. */
    resend,
    /** When the weeks are counted every day, UTC. */
    aggregateAt: env.AGGREGATE_AT,
    backups: backupsOf(env),
    /** `web` answers calls, `worker` does what the product does by itself, and `all` both. */
    role: env.ROLE,
    /** Between a SIGTERM and the closing of the listener, seconds. */
    drainS: env.DRAIN_S,
    /** Loopback port of the metrics. */
    metricsPort: env.METRICS_PORT,
    /** Bearer token of the metrics. */
    metricsToken: env.METRICS_TOKEN,
    tracing: tracingOf(env),
    /** A URI for `/.well-known/security.txt`; without one there is no such file. */
    securityContact: env.SECURITY_CONTACT,
    /** For tests: reminders may go to http on 127.0.0.1 as well. */
    pushLoopback: env.PUSH_LOOPBACK === '1',
  };
}

/** The validated environment. */
export type Env = Readonly<ReturnType<typeof readEnv>>;

type Variables = z.output<typeof schema>;

/** The daily backup of the own database; null for none. */
const backupsOf = (env: Variables): BackupSchedule | null =>
  makesBackups(env)
    ? {
        folder: resolve(env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')),
        at: env.BACKUP_AT ?? { hour: 2, minute: 15 },
        keep: env.BACKUP_KEEP ?? 14,
        recipient: env.BACKUP_ENCRYPT_TO ?? null,
        isContinuous: env.BACKUP_WAL === 'on',
      }
    : null;

/** Where traces go; null for none. */
const tracingOf = (env: Variables): TracingSettings | null =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
        protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
        serviceName: env.OTEL_SERVICE_NAME,
        sampler: env.OTEL_TRACES_SAMPLER,
        ratio: env.OTEL_TRACES_SAMPLER_ARG,
      };
