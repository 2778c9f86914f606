/** Calls that wait for the account's row while another call ends their login, or takes away what they have proven. */
import type { Transaction } from '@nuances/db/client';
import { backupCodes, oneTimeCodes, passkeys, reminders, sessions, users } from '@nuances/db/schema';
import { limits } from '@nuances/domain/limits';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { findAndLockUser } from '../database/lock-user.ts';
import { endSessions } from '../auth/session-adapter.ts';
import { addPasskey, SoftPasskey } from '../testing/authenticator.ts';
import { lockWaits } from '../testing/lock-waits.ts';
import { codeOf } from '../testing/one-time-codes.ts';
import { password, type TestApp, useApp } from '../testing/test-app.ts';
import { codeOf as refusalOf, prove, slot, slots, turnVaultOn } from '../testing/vault.ts';

let t: TestApp;
useApp((app) => (t = app));
beforeEach(() => t.db.execute(sql`delete from auth_attempts`));

type Person = TestApp['alice'];

/** How calls end that all wait for the account's row while `change` is made in the transaction that holds it. */
async function whileHeld(
  { id }: Pick<Person, 'id'>,
  calls: readonly (() => Promise<unknown>)[],
  change: (transaction: Transaction) => Promise<unknown> = async () => undefined,
): Promise<readonly (string | null)[]> {
  const ends = await t.db.transaction(async (transaction) => {
    await findAndLockUser(transaction, id);
    const made = calls.map((call) => refusalOf(call()));
    await expect.poll(() => lockWaits(t)).toBe(calls.length);
    await change(transaction);
    return { made };
  });
  return Promise.all(ends.made);
}

/** How a call ends whose login has ended while it waited. */
async function afterTheEnd(person: Person, call: () => Promise<unknown>) {
  const [end] = await whileHeld(person, [call], (transaction) => endSessions(transaction, person.id));
  return end;
}

it('adds no passkey to an account for a login that has ended', async () => {
  const person = await t.person();
  await person.api.security.prove({ password });
  const credential = new SoftPasskey().create(await person.api.security.newPasskeyOptions());
  expect(await afterTheEnd(person, () => person.api.security.addPasskey({ name: 'a', credential }))).toBe(
    'proofRequired',
  );
  expect(await t.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(0);
});

it('turns no codes on for a login that has ended', async () => {
  const person = await t.person();
  await person.api.security.prove({ password });
  const { secret } = await person.api.security.beginCodes();
  const confirm = () => person.api.security.confirmCodes({ code: codeOf(secret) });
  expect(await afterTheEnd(person, confirm)).toBe('sessionMissing');
  expect(await t.db.$count(backupCodes, eq(backupCodes.userId, person.id))).toBe(0);
});

it('begins no vault for a login that has ended', async () => {
  const person = await t.person();
  await person.api.security.prove({ password });
  const begin = () => person.api.vault.begin({ to: 'vault', keyVersion: 1, slots: slots() });
  expect(await afterTheEnd(person, begin)).toBe('proofRequired');
  const [account] = await t.db.select({ keyMode: users.keyMode }).from(users).where(eq(users.id, person.id));
  expect(account).toEqual({ keyMode: 'server' });
});

it('leaves no address to wait for a login that has ended', async () => {
  const email = 'thief@example.org';
  const form = { firstName: 'A', lastName: 'B', dateOfBirth: '1990-04-01', countryOfResidency: 'France', email };
  for (const change of [
    ({ api }: Person) => api.profile.update(form),
    ({ api }: Person) => api.profile.changeEmail({ email, password }),
  ]) {
    const person = await t.person();
    await t.db
      .update(users)
      .set({ emailVerifiedAt: sql`now()` })
      .where(eq(users.id, person.id));
    expect(await afterTheEnd(person, () => change(person))).toBe('sessionMissing');
    expect(await t.db.$count(users, eq(users.pendingEmail, email))).toBe(0);
  }
});

it('stores no reminder for a login that has ended', async () => {
  const person = await t.person();
  const set = () =>
    person.api.reminder.set({ days: [1], time: '08:00', zone: 'UTC', endpoint: 'https://push.example/1' });
  expect(await afterTheEnd(person, set)).toBe('sessionMissing');
  expect(await t.db.$count(reminders, eq(reminders.userId, person.id))).toBe(0);
});

it('starts no login with a passkey that is removed, or without the code that is asked for, in the meantime', async () => {
  const person = await t.person();
  const passkey = await addPasskey(person);
  const credential = passkey.get(await t.guest.auth.passkeyOptions());
  const enter = () => t.guest.auth.passkeyLogin({ credential });
  const remove = (transaction: Transaction) => transaction.delete(passkeys).where(eq(passkeys.userId, person.id));
  expect(await whileHeld(person, [enter], remove)).toEqual(['passkeyUnknown']);

  await person.api.security.prove({ password });
  await person.api.security.beginCodes();
  const logIn = () => t.guest.auth.login({ username: person.username, password });
  const confirm = (transaction: Transaction) =>
    transaction
      .update(oneTimeCodes)
      .set({ confirmedAt: sql`now()` })
      .where(eq(oneTimeCodes.userId, person.id));
  expect(await whileHeld(person, [logIn], confirm)).toEqual(['loginFailed']);
  expect(await person.api.profile.sessions()).toHaveLength(1);
});

it('sets no password, erases nothing and begins no vault anew for a login that has ended', async () => {
  for (const change of [
    ({ api }: Person) => api.profile.changePassword({ currentPassword: password, newPassword: 'Other-horse-7!' }),
    ({ api }: Person) => api.profile.erase({ password }),
    ({ api }: Person) => api.vault.anew({ password, word: 'erase' }),
  ]) {
    const person = await t.person();
    await turnVaultOn(person);
    const read = () => t.db.select().from(users).where(eq(users.id, person.id));
    const before = await read();
    expect(await afterTheEnd(person, () => change(person))).toBe('sessionMissing');
    expect(await read()).toEqual(before);
  }
});

it('changes no slot and no code for a login that has ended', async () => {
  for (const change of [
    ({ api }: Person) => api.vault.addSlot({ keyVersion: 2, slot: slot('passkey') }),
    ({ api }: Person) => api.security.renewBackupCodes(),
  ]) {
    const person = await t.person();
    await turnVaultOn(person);
    await prove(person);
    expect(await afterTheEnd(person, () => change(person))).toBe('proofRequired');
  }
});

it('makes no script token for a login that has ended', async () => {
  const person = await t.person();
  const make = () => person.api.tokens.create({ name: 'a', scope: 'read', days: 1, password });
  expect(await afterTheEnd(person, make)).toBe('sessionMissing');
});

it('leaves one of two logins that end all others at the same time', async () => {
  const person = await t.person();
  const other = t.callerOf((await t.guest.auth.login({ username: person.username, password })).shortToken);
  const ends = await whileHeld(
    person,
    [person.api, other].map((api) => () => api.profile.endOtherSessions()),
  );
  expect(new Set(ends)).toEqual(new Set([null, 'sessionMissing']));
  expect(await t.db.$count(sessions, eq(sessions.userId, person.id))).toBe(1);
});

it('has at most twenty logins, however many begin at the same time', async () => {
  const { id: userId } = await t.person();
  const [account] = await t.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const proof = { userId, role: 'user' as const, passwordHash: account?.passwordHash ?? null };
  const start = () => t.services.sessions.start(proof, { userAgent: undefined, rotates: false });
  for (let more = 2; more < limits.sessions; more += 1) await start();
  await whileHeld({ id: userId }, [start, start, start]);
  expect(await t.db.$count(sessions, eq(sessions.userId, userId))).toBe(limits.sessions);
});
