/**
 * The tables. One schema serves plain PostgreSQL and Citus, so it keeps these rules: keys are
 * UUIDs made by the app; `user_id` comes first in every per-user key and unique index; foreign keys
 * stay inside one user; no triggers, sequences, enum types or ON DELETE SET NULL.
 */
import { noteCategories } from '@nuances/domain/axes';
import { consentPurposes } from '@nuances/domain/consent/fields';
import { limits } from '@nuances/domain/limits';
import { locales } from '@nuances/domain/locales';
import { genders } from '@nuances/domain/profile/genders';
import { moodScales, moodSources, type MoodEntry } from '@nuances/domain/moods/fields';
import { roles } from '@nuances/domain/roles';
import { exactnesses } from '@nuances/domain/scan/time';
import { tokenScopes } from '@nuances/domain/script-tokens';
import { keyModes, keyTargets, slotKinds } from '@nuances/domain/vault/state';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What `usage_events.kind` may hold. */
export const usageEventKinds = [
  'landing',
  'signup',
  'quiz_started',
  // A completed and saved quiz, with its duration.
  'scan',
  // Written by older versions instead of `scan`.
  'quiz_completed',
  'note_created',
  'note_updated',
  'notes_opened',
  'stats_opened',
  'history_opened',
  // A call of a logged-in person, at most one per minute: sessions are derived from it, and it is not counted itself.
  'activity',
] as const;
/** What `aggregation_runs.trigger` may hold. */
export const aggregationTriggers = ['button', 'command', 'schedule'] as const;
/** What `aggregation_runs.outcome` may hold. */
export const aggregationOutcomes = ['running', 'done', 'failed', 'stopped', 'lost'] as const;
/** What `mail_tokens.purpose` may hold. */
export const mailTokenPurposes = ['verify', 'reset', 'restore_email', 'disown'] as const;

/** `usage_events.user_id` of an event without an account: Citus cannot distribute by NULL. */
export const anonymousUserId = '00000000-0000-0000-0000-000000000000';

/** `'a', 'b'` for a CHECK; the lists above hold no quotes. */
const quoted = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** The account that a row is of, and is deleted with. */
const owner = () => uuid('user_id').references(() => users.id, { onDelete: 'cascade' });

/** Accounts. Only verified e-mail addresses are unique; user names are unique regardless of case. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    username: text('username').notNull(),
    /** Null when its owner has taken it off this account. */
    email: text('email'),
    emailVerifiedAt: instant('email_verified_at'),
    /** When the account took `email`: of several accounts with one unverified address, a login means the oldest and the newest. */
    emailClaimedAt: instant('email_claimed_at')
      .notNull()
      .default(sql`now()`),
    /**
     * Replaces `email` when its link is used. It is not reserved: another account may verify the same address first.
     */
    pendingEmail: text('pending_email'),
    /** When the reminder of an expired verification link was sent; an account gets one at most. */
    verifyRemindedAt: instant('verify_reminded_at'),
    role: text('role', { enum: roles }).notNull().default('user'),
    locale: text('locale', { enum: locales }).notNull(),
    /** Since when an operator refuses every login to this account. */
    lockedAt: instant('locked_at'),
    /** argon2id, encoded; null when the password was made unusable. */
    passwordHash: text('password_hash'),
    /** From `@nuances/crypto/seal`, never the key itself; null in a vault, whose key the server never has. */
    userKeySealed: text('user_key_sealed'),
    /** Of the seal, not of what is sealed: {@link users.keyVersion}. */
    userKeyVersion: integer('user_key_version').notNull(),
    /** Who has the key of the content: the server, the person alone, or the content is moving between two keys. */
    keyMode: text('key_mode', { enum: keyModes }).notNull().default('server'),
    /** While the content moves: whose key it moves to. */
    keyTarget: text('key_target', { enum: keyTargets }),
    /** Number of the content's key; one more whenever a move to another begins. Rows of another number wait for it. */
    keyVersion: integer('key_version').notNull().default(1),
    /** When the account last became a vault. */
    vaultSince: instant('vault_since'),
    /** Signed by a device: what the account holds (docs/vault.md). */
    vaultManifest: text('vault_manifest'),
    /** All fields of the profile in one envelope of the vault. */
    profileSealed: text('profile_sealed'),
    /** The {@link users.keyVersion} that the profile was stored under. */
    profileKeyVersion: integer('profile_key_version').notNull().default(1),
    /** Written by versions before 0.4.0, and read by none since: {@link consents} has it. */
    consentedAt: instant('consented_at'),
    /** Whether usage events of the account are stored: false from the withdrawal of `usage` in {@link consents} on. */
    countsUsage: boolean('counts_usage').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    /**
     * The owner erased the account. Name, address, profile, password and key are gone from the row; it stays until
     * everything that refers to it is removed: see {@link erasures}.
     */
    erasedAt: instant('erased_at'),
    /**
     * When the person last changed something, up to half a minute earlier: for so long replicas may lack it. Stored only
     * where there are replicas.
     */
    writtenAt: instant('written_at'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    countryOfResidency: text('country_of_residency').notNull().default(''),
    gender: text('gender', { enum: genders }).notNull().default(''),
    passion: text('passion').notNull().default(''),
    mission: text('mission').notNull().default(''),
    vocation: text('vocation').notNull().default(''),
    profession: text('profession').notNull().default(''),
    /** HH:MM, or empty. */
    birthTime: text('birth_time').notNull().default(''),
    birthPlace: text('birth_place').notNull().default(''),
  },
  (table) => [
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('users_verified_email_unique')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.emailVerifiedAt} is not null`),
    index('users_email_index').on(sql`lower(${table.email})`),
    check('users_role_known', sql`${table.role} in (${quoted(roles)})`),
    check('users_locale_known', sql`${table.locale} in (${quoted(locales)})`),
    check('users_gender_known', sql`${table.gender} in (${quoted(genders)})`),
    check('users_key_mode_known', sql`${table.keyMode} in (${quoted(keyModes)})`),
    check('users_key_target_known', sql`${table.keyTarget} in (${quoted(keyTargets)})`),
    check('users_key_target_while_moving', sql`(${table.keyMode} = 'moving') = (${table.keyTarget} is not null)`),
    // The server keeps no key of a vault, and an account with neither could open nothing.
    check(
      'users_key_somewhere',
      sql`case ${table.keyMode} when 'server' then ${table.userKeySealed} is not null when 'vault' then ${table.userKeySealed} is null else true end`,
    ),
    // An unverified address is replaced at once; only a verified one can have a pending successor.
    check(
      'users_pending_email_after_verified',
      sql`${table.pendingEmail} is null or ${table.emailVerifiedAt} is not null`,
    ),
  ],
);

/**
 * Refresh tokens. `id` is the lucia session id: SHA-256 hex of the token. A login begins a family; a
 * rotated token keeps its row, so that its reuse can be distinguished from a guess.
 * A session is over when no row of its family is left. A script token is a row too, a family of one, so that
 * whatever ends sessions ends it (docs/sessions.md).
 */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: owner().notNull(),
    /** One per login; the id in the list of sessions. Made by the app; the default is for rows of older versions. */
    family: uuid('family')
      .notNull()
      .default(sql`gen_random_uuid()`),
    /** Whether every refresh returns a new token; once true it stays true in the family. */
    rotates: boolean('rotates').notNull().default(false),
    /** The token that replaced this one. */
    successorId: text('successor_id'),
    rotatedAt: instant('rotated_at'),
    /** First refresh with this token. It starts the grace period of its predecessor. */
    firstUsedAt: instant('first_used_at'),
    /** Idle timeout: 30 days after the last use. */
    expiresAt: instant('expires_at').notNull(),
    /** Absolute timeout: 90 days after the login. */
    absoluteExpiresAt: instant('absolute_expires_at').notNull(),
    /** Time of the login. */
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    userAgent: text('user_agent'),
    /** Of a script token; null for a login. Such a row never has a successor, and its idle limit is its end. */
    scope: text('scope', { enum: tokenScopes }),
    /** Chosen by the person for a script token; null for a login. */
    name: text('name'),
    /** When this login last proved the password, or used a passkey for it, for changes that ask for it once in five minutes. */
    provenAt: instant('proven_at'),
  },
  (table) => [
    index('sessions_user_index').on(table.userId, table.family),
    // For the removal of expired ones.
    index('sessions_end_index').on(sql`least(${table.expiresAt}, ${table.absoluteExpiresAt})`),
    check('sessions_user_agent_short', sql`char_length(${table.userAgent}) <= 200`),
    check('sessions_scope_known', sql`${table.scope} in (${quoted(tokenScopes)})`),
    check('sessions_named_with_scope', sql`(${table.scope} is null) = (${table.name} is null)`),
  ],
);

/** Attempts at login, sign-up and mailed links by network, and link mails by recipient; shared by all instances. */
export const authAttempts = pgTable(
  'auth_attempts',
  {
    /** A keyed hash of the network, or of the recipient and the kind of mail; never an address. */
    origin: text('origin').primaryKey(),
    /** Attempts since the window began. */
    count: integer('count').notNull(),
    /** End of the window. */
    resetsAt: instant('resets_at').notNull(),
  },
  (table) => [index('auth_attempts_resets_index').on(table.resetsAt)],
);

/**
 * Wrong passwords by account, and by name where there is no account, so that both answer alike. A device
 * with a token of the account has a row of its own.
 */
export const loginFailures = pgTable(
  'login_failures',
  {
    /** A keyed hash of the account's id, or of a name that no account has. */
    subject: text('subject').notNull(),
    /** A keyed hash of the device; empty for all devices without a token of the account. */
    device: text('device').notNull().default(''),
    /** Failures since the window began. */
    count: integer('count').notNull(),
    /** End of the window. */
    resetsAt: instant('resets_at').notNull(),
    /** Failures since the last success. */
    inARow: integer('in_a_row').notNull(),
    /** Until then every password is refused. */
    lockedUntil: instant('locked_until'),
    failedAt: instant('failed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.device] }),
    index('login_failures_failed_index').on(table.failedAt),
  ],
);

/** One-time codes (RFC 6238): asked for after the password once they are confirmed. */
export const oneTimeCodes = pgTable('one_time_codes', {
  userId: owner().primaryKey(),
  /** Sealed by the master key with the user id. */
  secretSealed: text('secret_sealed').notNull(),
  createdAt: instant('created_at').notNull(),
  /** When the first code was typed; null before, when nothing is asked for. */
  confirmedAt: instant('confirmed_at'),
  /** The period of the last accepted code: none of it or before it is accepted again. */
  lastStep: integer('last_step'),
  /** From then on no code is asked for: the operator ended the codes. A code used before takes that back. */
  endsAt: instant('ends_at'),
});

/** The backup codes of an account with one-time codes; a used one stays, so that ten are counted. */
export const backupCodes = pgTable(
  'backup_codes',
  {
    userId: owner().notNull(),
    /** An HMAC under the secret of the account's one-time codes: eight digits alone could be tried out. */
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/**
 * Passkeys (WebAuthn). One is found by its account, which it names at a login, and its credential id: one with the id of
 * another account's opens nothing there.
 */
export const passkeys = pgTable(
  'passkeys',
  {
    userId: owner().notNull(),
    /** Names it in the list; grants nothing. */
    id: uuid('id').notNull(),
    /** Made by the authenticator; base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE; base64url. */
    publicKey: text('public_key').notNull(),
    /** Of signatures, as the authenticator counts them; 0 from those that do not. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('passkeys_credential_unique').on(table.userId, table.credentialId),
    check('passkeys_name_short', sql`char_length(${table.name}) <= ${sql.raw(String(limits.name.max))}`),
  ],
);

/**
 * The ways to open a vault: its account key, wrapped once for each (docs/vault.md). While a vault is renewed or made, there
 * are those of two keys.
 */
export const vaultSlots = pgTable(
  'vault_slots',
  {
    userId: owner().notNull(),
    /** Chosen by the device: the wrap is bound to it. */
    id: uuid('id').notNull(),
    kind: text('kind', { enum: slotKinds }).notNull(),
    /** The {@link users.keyVersion} of the key that it opens. */
    keyVersion: integer('key_version').notNull(),
    /** What the device needs to make the slot's secret: cost and salt, or credential and input. */
    parameters: text('parameters').notNull(),
    wrapped: text('wrapped').notNull(),
    /** Of a passkey; empty for others. */
    name: text('name').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    check('vault_slots_kind_known', sql`${table.kind} in (${quoted(slotKinds)})`),
    check('vault_slots_name_short', sql`char_length(${table.name}) <= ${sql.raw(String(limits.name.max))}`),
  ],
);

/** Challenges of passkeys that were answered: none is accepted again. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    /** SHA-256 of the challenge. */
    challengeHash: text('challenge_hash').primaryKey(),
    /** The challenge itself has ended by then. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('used_challenges_expires_index').on(table.expiresAt)],
);

/**
 * The ledger of agreements, append-only. The last entry of a purpose decides; a writer holds the person's row of
 * {@link users} first, so that entries have an order.
 */
export const consents = pgTable(
  'consents',
  {
    userId: owner().notNull(),
    purpose: text('purpose', { enum: consentPurposes }).notNull(),
    at: instant('at').notNull(),
    /** False for a withdrawal. */
    given: boolean('given').notNull(),
    /** Of the words, from `@nuances/domain/consent/ledger`. */
    version: text('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.purpose, table.at] }),
    check('consents_purpose_known', sql`${table.purpose} in (${quoted(consentPurposes)})`),
  ],
);

/** Finished scans. `answers` are in data order, red to purple. */
export const scans = pgTable(
  'scans',
  {
    userId: owner().notNull(),
    /** Chosen by the client; another account may own the same one. */
    id: uuid('id').notNull(),
    /** Null where they are sealed. */
    answers: smallint('answers').array(),
    scoring: smallint('scoring'),
    /** Whole seconds; null when the client sent none. */
    durationS: integer('duration_s'),
    /** When the quiz was finished, by the clock of the device. */
    createdAt: instant('created_at').notNull(),
    /** Indices of the axes whose answers were taken over from the scan before. */
    kept: smallint('kept').array().notNull().default([]),
    /** How exact `createdAt` is. */
    moment: text('moment', { enum: exactnesses }).notNull().default('exact'),
    /** When the server stored it. */
    receivedAt: instant('received_at').notNull(),
    /** The person's tags: one envelope that only their browser opens; null for none. */
    tagsSealed: text('tags_sealed'),
    /** In a vault: the content of the scan in one envelope. */
    sealed: text('sealed'),
    /** The {@link users.keyVersion} that it was stored under. */
    keyVersion: integer('key_version').notNull().default(1),
    /** Came unsealed to an account with a vault; also after a device of the person has sealed it. */
    arrivedClear: boolean('arrived_clear').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    // For the sum of their bytes, which every save of a sealed value reads.
    index('scans_tags_index')
      .on(table.userId)
      .where(sql`${table.tagsSealed} is not null`),
    // Drizzle writes NULLS LAST by default, which `order by created_at desc` could not use.
    index('scans_user_time_index').on(table.userId, table.createdAt.desc().nullsFirst(), table.id),
    check(
      'scans_answers_valid',
      // `x <= all(array)` is NULL, hence accepted, as soon as one element is NULL: rule that out too.
      sql`array_ndims(${table.answers}) = 1 and cardinality(${table.answers}) = 7 and array_position(${table.answers}, null) is null and 1 <= all(${table.answers}) and 10 >= all(${table.answers})`,
    ),
    check(
      'scans_clear_or_sealed',
      sql`(${table.answers} is null) = (${table.sealed} is not null) and (${table.scoring} is null) = (${table.sealed} is not null)`,
    ),
    check('scans_tags_short', sql`octet_length(${table.tagsSealed}) <= ${sql.raw(String(limits.vault.tagsMaxBytes))}`),
    check('scans_duration_valid', sql`${table.durationS} between 0 and 86400`),
    check('scans_kept_valid', sql`${table.kept} <@ '{0,1,2,3,4,5,6}' and cardinality(${table.kept}) <= 7`),
    check('scans_moment_known', sql`${table.moment} in (${quoted(exactnesses)})`),
  ],
);

/** Moods of other journals, in parts of up to some hundred, which never change. */
export const moods = pgTable(
  'moods',
  {
    userId: owner().notNull(),
    /** Chosen by the client; another account may own the same one. */
    id: uuid('id').notNull(),
    /** Null where it is sealed, as are the next three. */
    source: text('source', { enum: moodSources }),
    name: text('name'),
    scale: smallint('scale').$type<(typeof moodScales)[number]>(),
    entries: jsonb('entries').$type<MoodEntry[]>(),
    /** When the server stored it. */
    receivedAt: instant('received_at').notNull(),
    /** In a vault: the content of the part in one envelope. */
    sealed: text('sealed'),
    /** The {@link users.keyVersion} that it was stored under. */
    keyVersion: integer('key_version').notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    check(
      'moods_clear_or_sealed',
      sql.join(
        [table.source, table.name, table.scale, table.entries].map(
          (column) => sql`(${column} is null) = (${table.sealed} is not null)`,
        ),
        sql` and `,
      ),
    ),
    check('moods_source_known', sql`${table.source} in (${quoted(moodSources)})`),
    check('moods_scale_known', sql`${table.scale} in (${sql.raw(moodScales.join(', '))})`),
    check('moods_name_short', sql`char_length(${table.name}) <= ${sql.raw(String(limits.moods.name))}`),
    check(
      'moods_entries_valid',
      sql`case jsonb_typeof(${table.entries}) when 'array' then jsonb_array_length(${table.entries}) between 1 and ${sql.raw(String(limits.moods.entries))} else ${table.entries} is null end`,
    ),
    check('moods_sealed_short', sql`octet_length(${table.sealed}) <= ${sql.raw(String(limits.moods.sealedMaxBytes))}`),
  ],
);

/** Notes. Title and text are envelopes that only their owner's browser can open; an empty title is not sealed. */
export const notes = pgTable(
  'notes',
  {
    userId: owner().notNull(),
    /** Chosen by the client; another account may own the same one. */
    id: uuid('id').notNull(),
    titleSealed: text('title_sealed').notNull(),
    textSealed: text('text_sealed').notNull(),
    /** Null where it is sealed. */
    categoryId: text('category_id', { enum: noteCategories }),
    /** A scan of the same person. Deleting the scan sets this to null first. */
    scanResultId: uuid('scan_result_id'),
    /** Incremented by every change of the row, also when the linked scan is deleted. */
    revision: integer('revision').notNull(),
    /** When the note was written, by the clock of the device. */
    createdAt: instant('created_at').notNull(),
    /** When the server stored it first; null for notes of versions that did not record it. */
    receivedAt: instant('received_at'),
    /** When the server last stored a change. */
    updatedAt: instant('updated_at').notNull(),
    /** In a vault: title, text and category in one envelope. */
    sealed: text('sealed'),
    /** The {@link users.keyVersion} that it was stored under. */
    keyVersion: integer('key_version').notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    foreignKey({
      name: 'notes_scan_result_fk',
      columns: [table.userId, table.scanResultId],
      foreignColumns: [scans.userId, scans.id],
    }),
    index('notes_user_time_index').on(table.userId, table.createdAt.desc().nullsFirst(), table.id),
    // For the deletion of a scan, which would otherwise read all notes of its owner.
    index('notes_scan_index')
      .on(table.userId, table.scanResultId)
      .where(sql`${table.scanResultId} is not null`),
    check('notes_clear_or_sealed', sql`(${table.categoryId} is null) = (${table.sealed} is not null)`),
    check('notes_category_known', sql`${table.categoryId} in (${quoted(noteCategories)})`),
    check('notes_revision_positive', sql`${table.revision} > 0`),
  ],
);

/**
 * Ids of recently deleted notes, without their content: a note whose deletion is undone is not counted as new, and its
 * revision continues after the last one.
 */
export const deletedNotes = pgTable(
  'deleted_notes',
  {
    userId: owner().notNull(),
    id: uuid('id').notNull(),
    /** The last revision of the note. */
    revision: integer('revision').notNull(),
    /** When the server stored the note first. */
    receivedAt: instant('received_at'),
    deletedAt: instant('deleted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('deleted_notes_deleted_index').on(table.deletedAt),
  ],
);

/**
 * Usage events, append-only; never an answer. No foreign key: events outlive their account. Partitioned by month
 * (`usage-events/months.ts`), so it has no index on `at`: a week is in one partition, or in two.
 */
export const usageEvents = pgTable(
  'usage_events',
  {
    /** {@link anonymousUserId} for a visitor. */
    userId: uuid('user_id').notNull(),
    kind: text('kind', { enum: usageEventKinds }).notNull(),
    /** The server's time of receipt. */
    at: instant('at').notNull(),
    durationS: integer('duration_s'),
  },
  (table) => [
    // For the export and the erasure of an account, which would otherwise read the events of all accounts.
    index('usage_events_user_index').on(table.userId, table.at),
    check('usage_events_kind_known', sql`${table.kind} in (${quoted(usageEventKinds)})`),
  ],
);

/** The counters of one week: sums and counts, so that averages can be weighted later. */
const weeklyCounts = () => ({
  /** People with any event: 1 in the row of a person. */
  nbActive: integer('nb_active').notNull().default(0),
  nbLanding: integer('nb_landing').notNull().default(0),
  /** Sessions that began in the week, and the sum of their durations. */
  nbSessions: integer('nb_sessions').notNull().default(0),
  sessionMs: bigint('session_ms', { mode: 'number' }).notNull().default(0),
  /** Sum of the known durations of quizzes, each at most an hour, and their number. */
  quizS: bigint('quiz_s', { mode: 'number' }).notNull().default(0),
  nbQuizTimed: integer('nb_quiz_timed').notNull().default(0),
  nbQuizStarted: integer('nb_quiz_started').notNull().default(0),
  nbQuizCompleted: integer('nb_quiz_completed').notNull().default(0),
  nbNotesCreated: integer('nb_notes_created').notNull().default(0),
  nbNotesUpdated: integer('nb_notes_updated').notNull().default(0),
  nbNotesOpened: integer('nb_notes_opened').notNull().default(0),
  nbStatsOpened: integer('nb_stats_opened').notNull().default(0),
  nbHistoryOpened: integer('nb_history_opened').notNull().default(0),
});

/**
 * A person's week, aggregated from events and kept for ever. The rows of erased accounts are merged into the one of
 * {@link anonymousUserId}. The counts of a person are the sum of at most two rows a week; a writer locks the week's row of
 * {@link usageWeeks} first. Without a primary key, whose order would cost more than the aggregation:
 * docs/usage.md.
 */
export const usageUserWeeks = pgTable(
  'usage_user_weeks',
  {
    userId: uuid('user_id').notNull(),
    /** Monday, UTC. */
    weekStart: date('week_start', { mode: 'string' }).notNull(),
    /** The account was created in this week; never of {@link anonymousUserId}. */
    signedUp: boolean('signed_up').notNull().default(false),
    /** What each run counts anew: later than {@link usageWeeks} is settled, and sessions that cross the borders of the week. */
    isOpen: boolean('is_open').notNull().default(false),
    ...weeklyCounts(),
  },
  // The rows of a week are adjacent in it, in the order of their insertion. Not unique: the version before replaces a week in
  // one statement, whose parts have no order.
  (table) => [index('usage_user_weeks_key').on(table.weekStart, table.userId, table.isOpen)],
);

/** Totals of all accounts by week, without gaps from the first event on: the figures of the dashboard. */
export const usageWeeks = pgTable('usage_weeks', {
  /** Monday, UTC. */
  weekStart: date('week_start', { mode: 'string' }).primaryKey(),
  /** When it was last aggregated; null before the first time. */
  computedAt: instant('computed_at'),
  /** No later event can change it, so it is not aggregated again. The first week that is not final is the watermark. */
  isFinal: boolean('is_final').notNull().default(false),
  /** The `computed_at` of the rows from which {@link usageCohorts} has this week; another one means that it is out of date. */
  cohortsOf: instant('cohorts_of'),
  /** Events of the week before this are in rows that are not open, and are not read again; null for none. */
  settledUntil: instant('settled_until'),
  /** The `computed_at` with which that was stored; another one means that an older version counted the week since, as a whole. */
  settledOf: instant('settled_of'),
  /** Of the two counts below, what is settled. */
  settledSignups: integer('settled_signups').notNull().default(0),
  settledAnonymousLanding: integer('settled_anonymous_landing').notNull().default(0),
  nbSignups: integer('nb_signups').notNull().default(0),
  nbAnonymousLanding: integer('nb_anonymous_landing').notNull().default(0),
  /** Sums over the week's rows of {@link usageUserWeeks}. */
  ...weeklyCounts(),
});

/**
 * How many accounts of a week of sign-ups were active in a later week, or in the same one: the whole cohort then. Only for
 * the distances that are shown, and without ids of accounts.
 */
export const usageCohorts = pgTable(
  'usage_cohorts',
  {
    /** Monday, UTC. */
    signupWeek: date('signup_week', { mode: 'string' }).notNull(),
    /** Monday, UTC. */
    weekStart: date('week_start', { mode: 'string' }).notNull(),
    nbPeople: integer('nb_people').notNull().default(0),
    /** Those of them whose accounts are erased since: they have no row in {@link usageUserWeeks} to count again. */
    nbErased: integer('nb_erased').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.signupWeek, table.weekStart] })],
);

/**
 * What became of the accounts of a week of sign-ups in their first 14 days: counted once, when these are over for all of
 * them, from the accounts that are still there. Without ids of accounts.
 */
export const usageFunnel = pgTable('usage_funnel', {
  /** Monday, UTC. */
  signupWeek: date('signup_week', { mode: 'string' }).primaryKey(),
  nbAccounts: integer('nb_accounts').notNull(),
  /** Those with a saved scan in their first seven days. */
  nbScanned: integer('nb_scanned').notNull(),
  /** Those with any event in the seven days after these. */
  nbReturned: integer('nb_returned').notNull(),
});

/** Runs of the aggregation, the last 50. The running one is a lease: no other starts while its heartbeat is recent. */
export const aggregationRuns = pgTable(
  'aggregation_runs',
  {
    id: uuid('id').primaryKey(),
    trigger: text('trigger', { enum: aggregationTriggers }).notNull(),
    /** The administrator who started it. */
    startedBy: uuid('started_by'),
    startedAt: instant('started_at').notNull(),
    heartbeatAt: instant('heartbeat_at').notNull(),
    finishedAt: instant('finished_at'),
    weeksTotal: integer('weeks_total').notNull().default(0),
    weeksDone: integer('weeks_done').notNull().default(0),
    /** Weekly rows written. */
    rows: integer('rows').notNull().default(0),
    outcome: text('outcome', { enum: aggregationOutcomes }).notNull(),
  },
  (table) => [
    uniqueIndex('aggregation_runs_one_running')
      .on(table.outcome)
      .where(sql`${table.outcome} = 'running'`),
    check('aggregation_runs_trigger_known', sql`${table.trigger} in (${quoted(aggregationTriggers)})`),
    check('aggregation_runs_outcome_known', sql`${table.outcome} in (${quoted(aggregationOutcomes)})`),
  ],
);

/** Links sent by mail, as SHA-256 hex of their token. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: owner().notNull(),
    purpose: text('purpose', { enum: mailTokenPurposes }).notNull(),
    /** The address that the link verifies or restores, or that it was mailed to. */
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('mail_tokens_user_index').on(table.userId, table.purpose),
    // For the reminder of expired ones and their removal.
    index('mail_tokens_expiry_index').on(table.expiresAt),
    check('mail_tokens_purpose_known', sql`${table.purpose} in (${quoted(mailTokenPurposes)})`),
  ],
);

/** Mails to send. The payload is sealed, so that a dump holds no live link. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid('id').primaryKey(),
    payloadSealed: text('payload_sealed').notNull(),
    createdAt: instant('created_at').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lockedUntil: instant('locked_until'),
    sentAt: instant('sent_at'),
    /** Not sent after this time, when its content would be out of date. */
    expiresAt: instant('expires_at')
      .notNull()
      .default(sql`now() + interval '7 days'`),
    /** Refused permanently or expired: `last_error` remains, and the payload is replaced by an empty sealed one. */
    givenUpAt: instant('given_up_at'),
    lastError: text('last_error'),
  },
  (table) => [
    index('mail_outbox_due_index')
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
    index('mail_outbox_given_up_index')
      .on(table.givenUpAt)
      .where(sql`${table.givenUpAt} is not null`),
  ],
);

/**
 * Reminders, at most one per account. The address of the push service is sealed, because it is enough to send to the
 * device.
 */
export const reminders = pgTable(
  'reminders',
  {
    userId: owner().primaryKey(),
    /** The session of the notified device; the reminder is deleted with it. */
    family: uuid('family').notNull(),
    /** Days of the week, 1 for Monday to 7. */
    days: smallint('days').array().notNull(),
    /** HH:MM in the zone. */
    time: text('time').notNull(),
    /** IANA name. */
    zone: text('zone').notNull(),
    endpointSealed: text('endpoint_sealed').notNull(),
    pausedUntil: instant('paused_until'),
    /** When it is sent next, or retried. */
    nextDueAt: instant('next_due_at').notNull(),
    /** The original time of a reminder that is retried. */
    retriedFrom: instant('retried_from'),
    /** When one was last accepted by the push service. */
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('reminders_due_index').on(table.nextDueAt),
    check(
      'reminders_days_valid',
      sql`cardinality(${table.days}) between 1 and 7 and 1 <= all(${table.days}) and 7 >= all(${table.days}) and array_position(${table.days}, null) is null`,
    ),
    check('reminders_zone_short', sql`char_length(${table.zone}) <= ${sql.raw(String(limits.reminder.zoneMax))}`),
  ],
);

/**
 * Ids of erased accounts, and no other data: random UUIDs that refer to nothing any more. A restore uses them to erase
 * again what was erased after the backup.
 */
export const erasedAccounts = pgTable(
  'erased_accounts',
  {
    userId: uuid('user_id').primaryKey(),
    erasedAt: instant('erased_at').notNull(),
  },
  (table) => [index('erased_accounts_time_index').on(table.erasedAt)],
);

/** What {@link ledgerEntries} is about: an operator's lock, the role, an erased part, a withdrawn agreement, a second factor, a vault. */
export const ledgerSubjects = [
  'lock',
  'role',
  'scans',
  'notes',
  'reminder',
  'usage',
  'codes',
  'backup',
  'passkeys',
  'vault',
  'slots',
  'moods',
] as const;

/**
 * The last decision about an account that a restored backup must not take back, by its subject. Without a foreign key: a
 * restore knows decisions about accounts that its backup lacks.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    userId: uuid('user_id').notNull(),
    subject: text('subject', { enum: ledgerSubjects }).notNull(),
    /**
     * `locked` or `unlocked`; a role; of an erased part, up to which receipt, as an ISO time; of a withdrawal, the version
     * of the words; `on` or `off` of one-time codes; `made` or `used` of backup codes; `removed` of
     * a passkey; the number of the key that a vault was made, renewed or ended with; `changed` of the ways to open it.
     */
    value: text('value').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.subject] }),
    index('ledger_entries_time_index').on(table.at),
    check('ledger_entries_subject_known', sql`${table.subject} in (${quoted(ledgerSubjects)})`),
  ],
);

/** Erasures that are not finished: what is left of an account is removed in small steps, by any instance. */
export const erasures = pgTable(
  'erasures',
  {
    userId: uuid('user_id').primaryKey(),
    requestedAt: instant('requested_at').notNull(),
    /** When an instance may take it. While one works on it, this is the end of its lease. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Of the last attempt, if it failed; never data of the person. */
    lastError: text('last_error'),
  },
  (table) => [index('erasures_due_index').on(table.nextAttemptAt)],
);

/** Facts about this installation, such as the fingerprint of its master key. */
export const instance = pgTable('instance', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});
