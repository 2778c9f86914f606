import { consentFields } from './consent/fields.ts';
import { moodFields, vaultMoodFields } from './moods/fields.ts';
import { noteFields, vaultNoteFields } from './note/fields.ts';
import { profileFields } from './profile/fields.ts';
import { reminderFields } from './reminder/fields.ts';
import { scanFields, vaultScanFields } from './scan/fields.ts';
import { namesOf, type ThingField } from './thing.ts';

/** Whether the operator can read a field: as it is, only sealed, or only a hash of it. */
export const readabilities = ['readable', 'sealed', 'hashed'] as const;

export type Readability = (typeof readabilities)[number];

/** Fields of one table that have one purpose. The words about it are in the catalogues, under the same name. */
export interface StoredItem {
  readonly table: string;
  readonly readable?: readonly string[];
  readonly sealed?: readonly string[];
  readonly hashed?: readonly string[];
}

/** The columns of the fields of a thing that have a purpose, in their order. */
function columnsFor(purpose: string, fields: Readonly<Record<string, ThingField>>) {
  const own = Object.values(fields).filter((field) => field.purpose === purpose);
  const named = (isSealed: boolean) =>
    own
      .filter((field) => field.isSealed === isSealed)
      .map(({ column }) => column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return { readable: named(false), sealed: named(true) };
}

const ofScans = columnsFor('scans', { ...scanFields, ...vaultScanFields });
const ofMoods = columnsFor('moods', { ...moodFields, ...vaultMoodFields });
const ofNotes = columnsFor('notes', { ...noteFields, ...vaultNoteFields });
const ofReminders = columnsFor('reminder', reminderFields);

/** What is counted in a week, of one person and of all. */
const weekCounts = [
  'nb_active',
  'nb_landing',
  'nb_sessions',
  'session_ms',
  'quiz_s',
  'nb_quiz_timed',
  'nb_quiz_started',
  'nb_quiz_completed',
  'nb_notes_created',
  'nb_notes_updated',
  'nb_notes_opened',
  'nb_stats_opened',
  'nb_history_opened',
] as const;

/**
 * The ledger of purposes: every field that the server stores, each in one entry (SPEC.md STORED-1). The page "What the
 * server knows" and `docs/privacy.md` are made from it.
 */
export const storedData = {
  account: {
    table: 'users',
    readable: [
      'id',
      'username',
      'email',
      'email_verified_at',
      'email_claimed_at',
      'pending_email',
      'verify_reminded_at',
      'role',
      'locale',
      'locked_at',
      'created_at',
    ],
  },
  consents: { table: 'consents', readable: ['user_id', ...columnsFor('consents', consentFields).readable] },
  countsUsage: { table: 'users', readable: ['counts_usage', 'consented_at'] },
  password: { table: 'users', hashed: ['password_hash'] },
  noteKey: { table: 'users', readable: ['user_key_version'], sealed: ['user_key_sealed'] },
  vault: {
    table: 'users',
    readable: ['key_mode', 'key_target', 'key_version', 'vault_since', 'vault_manifest', 'profile_key_version'],
    sealed: ['profile_sealed'],
  },
  vaultSlots: {
    table: 'vault_slots',
    readable: ['user_id', 'id', 'kind', 'key_version', 'parameters', 'name', 'created_at', 'used_at'],
    sealed: ['wrapped'],
  },
  profile: { table: 'users', ...columnsFor('profile', profileFields) },
  scans: { table: 'scans', ...ofScans, readable: ['user_id', ...ofScans.readable] },
  tags: { table: 'scans', ...columnsFor('tags', scanFields) },
  notes: { table: 'notes', ...ofNotes, readable: ['user_id', ...ofNotes.readable] },
  moods: { table: 'moods', ...ofMoods, readable: ['user_id', ...ofMoods.readable] },
  deletedNotes: { table: 'deleted_notes', readable: ['user_id', 'id', 'revision', 'received_at', 'deleted_at'] },
  sessions: {
    table: 'sessions',
    readable: [
      'user_id',
      'family',
      'rotates',
      'rotated_at',
      'first_used_at',
      'expires_at',
      'absolute_expires_at',
      'created_at',
      'last_seen_at',
      'user_agent',
    ],
    hashed: ['id', 'successor_id'],
  },
  scriptTokens: { table: 'sessions', readable: ['scope', 'name'] },
  passwordProof: { table: 'sessions', readable: ['proven_at'] },
  oneTimeCodes: {
    table: 'one_time_codes',
    readable: ['user_id', 'created_at', 'confirmed_at', 'last_step', 'ends_at'],
    sealed: ['secret_sealed'],
  },
  backupCodes: { table: 'backup_codes', readable: ['user_id', 'used_at'], hashed: ['code_hash'] },
  passkeys: {
    table: 'passkeys',
    readable: ['user_id', 'id', 'credential_id', 'public_key', 'counter', 'name', 'created_at', 'last_used_at'],
  },
  usedChallenges: { table: 'used_challenges', readable: ['expires_at'], hashed: ['challenge_hash'] },
  attempts: { table: 'auth_attempts', readable: ['count', 'resets_at'], hashed: ['origin'] },
  failures: {
    table: 'login_failures',
    readable: ['count', 'resets_at', 'in_a_row', 'locked_until', 'failed_at'],
    hashed: ['subject', 'device'],
  },
  links: {
    table: 'mail_tokens',
    readable: ['user_id', 'purpose', 'email', 'created_at', 'expires_at', 'used_at'],
    hashed: ['token_hash'],
  },
  mails: {
    table: 'mail_outbox',
    readable: [
      'id',
      'created_at',
      'next_attempt_at',
      'attempts',
      'locked_until',
      'sent_at',
      'expires_at',
      'given_up_at',
      'last_error',
    ],
    sealed: ['payload_sealed'],
  },
  reminder: { table: 'reminders', ...ofReminders, readable: ['user_id', ...ofReminders.readable] },
  events: { table: 'usage_events', readable: ['user_id', 'kind', 'at', 'duration_s'] },
  weeks: {
    table: 'usage_user_weeks',
    readable: ['user_id', 'week_start', 'signed_up', 'is_open', ...weekCounts],
  },
  totals: {
    table: 'usage_weeks',
    readable: [
      'week_start',
      'computed_at',
      'is_final',
      'cohorts_of',
      'settled_until',
      'settled_of',
      'settled_signups',
      'settled_anonymous_landing',
      'nb_signups',
      'nb_anonymous_landing',
      ...weekCounts,
    ],
  },
  cohorts: { table: 'usage_cohorts', readable: ['signup_week', 'week_start', 'nb_people', 'nb_erased'] },
  funnel: { table: 'usage_funnel', readable: ['signup_week', 'nb_accounts', 'nb_scanned', 'nb_returned'] },
  runs: {
    table: 'aggregation_runs',
    readable: [
      'id',
      'trigger',
      'started_by',
      'started_at',
      'heartbeat_at',
      'finished_at',
      'weeks_total',
      'weeks_done',
      'rows',
      'outcome',
    ],
  },
  writtenMark: { table: 'users', readable: ['written_at'] },
  erasedMark: { table: 'users', readable: ['erased_at'] },
  erasures: { table: 'erasures', readable: ['user_id', 'requested_at', 'next_attempt_at', 'attempts', 'last_error'] },
  erasedIds: { table: 'erased_accounts', readable: ['user_id', 'erased_at'] },
  ledger: { table: 'ledger_entries', readable: ['user_id', 'subject', 'value', 'at'] },
  instance: { table: 'instance', readable: ['key', 'value'] },
} as const satisfies Readonly<Record<string, StoredItem>>;

/** An entry of the ledger. */
export type StoredItemId = keyof typeof storedData;

/** All entries, in the order in which they are shown. */
export const storedItems: readonly (StoredItem & { readonly id: StoredItemId })[] = namesOf(storedData).map((id) => ({
  id,
  ...storedData[id],
}));
