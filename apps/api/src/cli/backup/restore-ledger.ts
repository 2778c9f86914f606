/** What was decided about accounts after the backup, applied to what was restored from it. */
import type { TransactionSql } from 'postgres';
import type { Ledger, LedgerEntry } from '../../account/ledger.ts';

/** The row of `instance` that says when a backup was restored without knowing what was decided after it. */
const gapKey = 'restored_without_ledger';

/** What is kept of the database that is replaced, beside two temporary tables. */
export interface Replaced {
  /** Whether it was itself restored without a ledger: its decisions begin only then. */
  readonly gap: string | null;
}

async function readGap(transaction: TransactionSql): Promise<string | null> {
  const [row] = await transaction<{ value: string }[]>`select value from instance where key = ${gapKey}`;
  return row?.value ?? null;
}

/** Keeps what the current database knows, before it is replaced; it may be of an older version, or empty. */
export async function rememberReplaced(transaction: TransactionSql, tables: readonly string[]): Promise<Replaced> {
  await transaction`create temporary table replaced_accounts (id uuid, role text, locked_at timestamptz) on commit drop`;
  await transaction`
    create temporary table decided (user_id uuid, subject text, value text, at timestamptz) on commit drop`;
  // Older versions lack the column of the lock.
  if (tables.includes('users'))
    await transaction`
      insert into replaced_accounts
      select id, role, (to_jsonb(users) ->> 'locked_at')::timestamptz from users`;
  if (tables.includes('ledger_entries'))
    await transaction`insert into decided select user_id, subject, value, at from ledger_entries`;
  return { gap: tables.includes('instance') ? await readGap(transaction) : null };
}

const namesOf = async (found: Promise<readonly { username: string }[]>) =>
  (await found).map(({ username }) => username).toSorted();

type Names = readonly { username: string }[];

/** Leaves in `decided` the last decision about each account and subject that the backup does not have. */
async function keepNewer(transaction: TransactionSql, entries: readonly LedgerEntry[]): Promise<void> {
  await transaction`
    insert into decided
    select "userId", subject, value, at from jsonb_to_recordset(${transaction.json(entries.map((entry) => ({ ...entry })))})
      as entry("userId" uuid, subject text, value text, at timestamptz)`;
  await transaction`
    delete from decided using decided as other
    where other.user_id = decided.user_id and other.subject = decided.subject
      and (other.at, other.ctid) > (decided.at, decided.ctid)`;
  await transaction`
    delete from decided
    where user_id in (select user_id from erased_accounts) or exists (
      select 1 from ledger_entries as known
      where known.user_id = decided.user_id and known.subject = decided.subject and known.at >= decided.at)`;
}

/** Of accounts whose decisions an older version did not record: how they were in the database that is replaced. */
async function addUnrecorded(transaction: TransactionSql): Promise<void> {
  const isKnown = (subject: string) => transaction`
    (exists (select 1 from decided where user_id = users.id and subject = ${subject})
      or exists (select 1 from ledger_entries where user_id = users.id and subject = ${subject}))`;
  await transaction`
    insert into decided
    select users.id, 'lock', 'locked', replaced.locked_at from users join replaced_accounts as replaced using (id)
    where replaced.locked_at is not null and users.locked_at is null and not ${isKnown('lock')}`;
  await transaction`
    insert into decided
    select users.id, 'role', 'user', now() from users join replaced_accounts as replaced using (id)
    where users.role = 'admin' and replaced.role = 'user' and not ${isKnown('role')}`;
}

/** Erases the parts again, by the moment up to which each was erased; their owners' devices see the change. */
async function eraseParts(transaction: TransactionSql): Promise<void> {
  const isErased = transaction`scans.received_at <= decided.value::timestamptz`;
  await transaction`
    update notes set scan_result_id = null, revision = revision + 1 from scans, decided
    where notes.user_id = scans.user_id and notes.scan_result_id = scans.id
      and decided.user_id = scans.user_id and decided.subject = 'scans' and ${isErased}`;
  await transaction`
    delete from scans using decided
    where decided.user_id = scans.user_id and decided.subject = 'scans' and ${isErased}`;
  await transaction`
    delete from moods using decided
    where decided.user_id = moods.user_id and decided.subject = 'moods'
      and moods.received_at <= decided.value::timestamptz`;
  await transaction`
    with gone as (
      delete from notes using decided
      where decided.user_id = notes.user_id and decided.subject = 'notes'
        and coalesce(notes.received_at, notes.created_at) <= decided.value::timestamptz
      returning notes.user_id, notes.id, notes.revision, notes.received_at
    )
    insert into deleted_notes (user_id, id, revision, received_at, deleted_at)
    select user_id, id, revision, received_at, now() from gone on conflict do nothing`;
}

/**
 * Removes the one-time codes of the backup where they were turned on, off or on anew since: those of now are not in it, and
 * those of then must not be asked for again. Where backup codes were used or made anew, those of the backup go.
 * @returns who had one-time codes, and who only backup codes
 */
async function removeOldCodes(
  transaction: TransactionSql,
): Promise<{ readonly codes: string[]; readonly backup: string[] }> {
  const codes = await namesOf(transaction<Names[number][]>`
    with gone as (
      delete from one_time_codes using decided
      where decided.user_id = one_time_codes.user_id and decided.subject = 'codes' returning one_time_codes.user_id
    )
    select username from users, gone where gone.user_id = users.id`);
  const backup = await namesOf(transaction<Names[number][]>`
    with gone as (
      delete from backup_codes using decided
      where decided.user_id = backup_codes.user_id and decided.subject in ('codes', 'backup') returning backup_codes.user_id
    )
    select distinct username from users, gone where gone.user_id = users.id`);
  return { codes, backup: backup.filter((name) => !codes.includes(name)) };
}

/**
 * Removes the passkeys of the backup where one was removed since, and all of them where nothing here can know: a lost device
 * must not come back.
 * @returns who had some
 */
function removeOldPasskeys(transaction: TransactionSql, isKnown: boolean): Promise<string[]> {
  return namesOf(transaction<Names[number][]>`
    with gone as (
      delete from passkeys
      where ${!isKnown} or user_id in (select user_id from decided where subject = 'passkeys') returning user_id
    )
    select distinct username from users, gone where gone.user_id = users.id`);
}

/**
 * Removes the passkeys that open vaults of the backup where a way to open one was changed since, and all of them where nothing
 * here can know: a lost device must not come back. Passphrase and recovery code stay: without them the content would be lost.
 * @returns whose vault was changed or made anew since; whose content the server can open again; whose ways to open are unsure
 */
async function checkVaults(transaction: TransactionSql, isKnown: boolean) {
  await transaction`
    delete from vault_slots where kind = 'passkey' and (
      ${!isKnown} or user_id in (select user_id from decided where subject in ('slots', 'vault', 'passkeys')))`;
  const since = transaction`
    select distinct username from users, decided
    where decided.user_id = users.id and case subject when 'vault' then value::int > key_version else false end`;
  return {
    changed: await namesOf(transaction<Names[number][]>`
      select username from users, decided
      where decided.user_id = users.id and subject = 'slots' and key_mode <> 'server'`),
    opened: await namesOf(transaction<Names[number][]>`${since} and user_key_sealed is not null`),
    former: await namesOf(transaction<Names[number][]>`${since} and user_key_sealed is null`),
    unsure: isKnown
      ? []
      : await namesOf(transaction<Names[number][]>`select username from users where key_mode <> 'server'`),
  };
}

/**
 * Gives the version of a vault that the backup does not know to no other one: devices may still have its key, and what they seal
 * with it would open nowhere. Calls name the version of a vault; without one, envelopes are looked at from the second version on.
 * A renewal, or a move that had not ended, is not in the ledger so: its version may be given again.
 */
async function passOverVersions(transaction: TransactionSql): Promise<void> {
  const later = transaction`
    decided.user_id = users.id and key_mode = 'server'
      and case subject when 'vault' then value::int > users.key_version else false end`;
  for (const table of ['notes', 'scans', 'moods'])
    await transaction`
      update ${transaction(table)} as held set key_version = value::int from users, decided
      where held.user_id = users.id and ${later}`;
  await transaction`
    update users set key_version = value::int, profile_key_version = value::int from decided where ${later}`;
}

/** A line that names accounts; none without any. */
const line = (sentence: string, names: readonly string[]) =>
  names.length > 0 ? [`${sentence}: ${names.join(', ')}.`] : [];

/**
 * Applies the decisions that were made after the backup. Where nothing here can know them, its administrators become
 * ordinary accounts. Call it in the transaction of the restore, with the schema up to date and the erased accounts erased.
 * @param ledger null when there is none
 * @param isNamed whether the operator named the ledger: one of the data folder may be another installation's
 * @returns what the operator is told, by line
 */
export async function applyLedger(
  transaction: TransactionSql,
  { gap }: Replaced,
  { ledger, isNamed }: { readonly ledger: Ledger | null; readonly isNamed: boolean },
): Promise<{ readonly isKnown: boolean; readonly said: readonly string[] }> {
  const own = [...(ledger?.entries ?? []), ...(ledger?.erasures ?? [])].map(({ userId }) => userId);
  const [shared] = await transaction<[{ database: boolean; ledger: boolean }]>`
    select exists (select 1 from replaced_accounts where id in (select id from users union all select user_id from erased_accounts)) as database,
      exists (select 1 from users where id = any(${own}::uuid[])) or exists (select 1 from erasures where user_id = any(${own}::uuid[])) as ledger`;
  const hasNoGap = gap === null || gap === (await readGap(transaction));
  const isKnown = isNamed || (hasNoGap && (shared.database || shared.ledger));

  await keepNewer(transaction, ledger?.entries ?? []);
  if (hasNoGap && shared.database) await addUnrecorded(transaction);

  const is = (subject: string, value: string) => transaction`
    decided.user_id = users.id and decided.subject = ${subject} and decided.value = ${value}`;
  const locked = await namesOf(transaction<Names[number][]>`
    update users set locked_at = decided.at from decided where ${is('lock', 'locked')} and locked_at is null returning username`);
  const opened = await namesOf(transaction<Names[number][]>`
    update users set locked_at = null from decided where ${is('lock', 'unlocked')} and locked_at < decided.at returning username`);
  const lowered = await namesOf(transaction<Names[number][]>`
    update users set role = 'user' from decided where ${is('role', 'user')} and role = 'admin' returning username`);
  const raised = await namesOf(transaction<Names[number][]>`
    select username from users, decided where ${is('role', 'admin')} and role <> 'admin'`);
  await eraseParts(transaction);
  const withoutParts = await namesOf(transaction<Names[number][]>`
    select distinct username from users, decided where decided.user_id = users.id and subject in ('scans', 'notes', 'moods')`);
  const withdrawn = await namesOf(transaction<Names[number][]>`
    select distinct username from users, decided where decided.user_id = users.id and subject in ('reminder', 'usage')`);
  const asked = await namesOf(transaction<Names[number][]>`
    select username from users, decided where ${is('codes', 'on')}`);
  const removed = await removeOldCodes(transaction);
  // A code may have taken the end back since.
  const lifted = await namesOf(transaction<Names[number][]>`
    update one_time_codes set ends_at = null from users where users.id = user_id and ends_at is not null returning username`);
  const withoutPasskeys = await removeOldPasskeys(transaction, isKnown);
  const vaults = await checkVaults(transaction, isKnown);
  await passOverVersions(transaction);
  const unsureCodes = isKnown
    ? []
    : await namesOf(transaction<Names[number][]>`
        select username from users join one_time_codes on user_id = users.id where confirmed_at is not null`);
  const unsure = isKnown
    ? []
    : await namesOf(transaction<Names[number][]>`
        update users set role = 'user'
        where role = 'admin' and not exists (select 1 from decided where ${is('role', 'admin')}) returning username`);
  if (!isKnown)
    await transaction`
      insert into instance (key, value) values (${gapKey}, now()::text)
      on conflict (key) do update set value = excluded.value`;
  await transaction`
    insert into ledger_entries (user_id, subject, value, at) select user_id, subject, value, at from decided
    on conflict (user_id, subject) do update set value = excluded.value, at = excluded.at`;

  return {
    isKnown,
    said: [
      ...line('Locked after the backup, and locked again', locked),
      ...line('Unlocked after the backup, and open', opened),
      ...line('Administrators no longer', lowered),
      ...line('Made administrators after the backup, and ordinary accounts until "grant" is run for them', raised),
      ...line(
        'Administrators of the backup who may not be any more, and are ordinary accounts until "grant" is run for them',
        unsure,
      ),
      ...line('All scans or all notes erased after the backup, and erased again, of', withoutParts),
      ...line(
        'One-time codes turned on after the backup, and lost with what came after it: the password alone opens them',
        asked,
      ),
      ...line('One-time codes changed after the backup, and those of the backup removed, of', removed.codes),
      ...line('Backup codes used or made after the backup, and those of the backup removed, of', removed.backup),
      ...line(
        'One-time codes whose end was announced, and which stay until "second-factor end" is run again, of',
        lifted,
      ),
      ...line(
        isKnown
          ? 'Passkeys removed after the backup, and all of the backup removed, of'
          : 'Passkeys of the backup, which may have been removed since, and are removed, of',
        withoutPasskeys,
      ),
      ...line('One-time codes of the backup, which may have been removed since, of', unsureCodes),
      ...line('Agreements withdrawn after the backup, and withdrawn again, of', withdrawn),
      ...line(
        'Vaults with another passphrase, recovery code or passkey after the backup, which the former open again (not the passkeys), of',
        vaults.changed,
      ),
      ...line(
        'Vaults made or ended after the backup, whose content of then the server has the key of, until they are made again, of',
        vaults.opened,
      ),
      ...line('Vaults with another key after the backup, which have the former key again, of', vaults.former),
      ...line('Vaults of the backup, whose ways to open them may have been changed since, of', vaults.unsure),
    ],
  };
}
