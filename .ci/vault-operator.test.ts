/// <reference lib="dom" />
/**
 * Whoever has the database, the master key and the logs finds nothing of a vault: known words of a person with two devices are
 * looked for in all of it. With the code of a device and the whole API, which no room may import together.
 */
import { openUserKey } from '@nuances/crypto/seal';
import { importNoteKey, openText, sealText } from '@nuances/crypto/note-envelope';
import { deriveVaultKeys, newAccountKey, type VaultKeys } from '@nuances/crypto/vault/account-key';
import { openContent, sealContent } from '@nuances/crypto/vault/envelope';
import { newPassphraseParameters, readPassphraseParameters } from '@nuances/crypto/vault/passphrase-parameters';
import { stretchPassphrase } from '@nuances/crypto/vault/passphrase-secret';
import { newRecoveryCode, recoverySecret } from '@nuances/crypto/vault/recovery-code';
import { unwrapAccountKey, wrapAccountKey } from '@nuances/crypto/vault/slot';
import { users } from '@nuances/db/schema';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { dump, rowsWith } from '../apps/api/src/testing/dump.ts';
import { password, type TestApp, useApp } from '../apps/api/src/testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app), { config: { logLevel: 'trace' } });

const passphrase = 'lavande orage violon 1947';
const words = ['Orchidea', 'Fenouil', 'marguerites', 'chagrin', 'Pampelonne', 'sommeil', 'yellow'];
const answers = [9, 1, 8, 2, 7, 3, 10];

/** What an operator reads: every row, and every line of the logs. */
async function readAll(): Promise<Record<string, string[]>> {
  await t.outbox.flush();
  return { ...(await dump(t.db)), log: t.log, mails: t.mails.map((mail) => JSON.stringify(mail)) };
}

it('no word, answer, passphrase, code or key of a person is in the database, the logs or the mails', async () => {
  const { id: userId, email, shortToken } = await t.person('flora');
  const { api } = { api: t.callerOf(shortToken) };
  const serverKey = await importNoteKey((await api.notes.userKey()).userKey);
  const [{ _id: scanId }, title, text] = await Promise.all([
    api.results.create({ answers, duration: 61, tags: await sealText(serverKey, '["sommeil"]') }),
    sealText(serverKey, 'chagrin'),
    sealText(serverKey, 'à Pampelonne'),
  ]);
  await api.notes.create({ title, text, categoryId: 'yellow', scanResultId: scanId });
  const born = { dateOfBirth: '1947-12-03', countryOfResidency: 'Fenouil' };
  await api.profile.update({ firstName: 'Orchidea', lastName: 'Fenouil', email, passion: 'marguerites', ...born });
  // Control: before, the operator reads it.
  const before = await readAll();
  expect(rowsWith(before, 'marguerites')).not.toEqual([]);
  expect(rowsWith(before, JSON.stringify(answers))).not.toEqual([]);
  const account = (await t.db.select().from(users)).find(({ id }) => id === userId);
  const known = openUserKey(t.masterKeys, { userId, keyVersion: 1 }, account?.userKeySealed ?? '');
  expect(await openText(await importNoteKey(known), text)).toBe('à Pampelonne');

  // The first device makes the key, and moves everything.
  const keyVersion = 2;
  const accountKey = newAccountKey();
  const code = newRecoveryCode();
  const parameters = newPassphraseParameters();
  const placeOf = (kind: 'passphrase' | 'recovery', text: string) => ({
    ...{ userId, slotId: randomUUID(), kind, keyVersion },
    parameters: text,
  });
  const [ofPhrase, ofCode] = [placeOf('passphrase', parameters), placeOf('recovery', '')];
  const wraps = await Promise.all([
    stretchPassphrase(passphrase, readPassphraseParameters(parameters)).then((secret) =>
      wrapAccountKey(secret, ofPhrase, accountKey),
    ),
    wrapAccountKey(recoverySecret(code), ofCode, accountKey),
  ]);
  await api.security.prove({ password });
  const slots = [ofPhrase, ofCode].map(({ slotId, kind, parameters: text }, index) => ({
    ...{ id: slotId, kind, parameters: text, name: '' },
    wrapped: wraps[index] ?? '',
  }));
  await api.vault.begin({ to: 'vault', keyVersion: 1, slots });
  const keys = await deriveVaultKeys(accountKey);
  const seal = (content: 'note' | 'scan' | 'tags' | 'profile', itemId: string, what: object) =>
    sealContent(keys, { userId, content, itemId, keyVersion }, JSON.stringify(what));
  const [note] = (await api.notes.all()).notes;
  const { tags } = await api.results.byId({ _id: scanId });
  await api.vault.put({
    keyVersion,
    notes: [
      {
        ...{ _id: note?._id ?? '', isMove: true, revision: note?.revision },
        sealed: await seal('note', note?._id ?? '', { title: 'chagrin', text: 'à Pampelonne', categoryId: 'yellow' }),
      },
    ],
    scans: [
      {
        ...{ _id: scanId, isMove: true, tagsBefore: tags },
        sealed: await seal('scan', scanId, { answers, duration: 61 }),
        tags: await seal('tags', scanId, ['sommeil']),
      },
    ],
    profile: { sealed: await seal('profile', userId, { firstName: 'Orchidea', passion: 'marguerites' }) },
  });
  expect((await api.vault.finish({ keyVersion })).isFinished).toBe(true);

  // The second opens it by the passphrase, reads, and writes.
  const login = await t.guest.auth.login({ username: 'flora', password });
  const second = t.callerOf(login.shortToken);
  const state = await second.vault.state();
  const slot = state.slots.find(({ kind }) => kind === 'passphrase');
  const opened = await unwrapAccountKey(
    await stretchPassphrase(passphrase, readPassphraseParameters(slot?.parameters ?? '')),
    { ...ofPhrase, slotId: slot?.id ?? '' },
    slot?.wrapped ?? '',
  );
  const theirs: VaultKeys = await deriveVaultKeys(opened);
  const [found] = (await second.notes.all()).notes;
  const place = { userId, content: 'note' as const, itemId: found?._id ?? '', keyVersion };
  expect(JSON.parse((await openContent(theirs, place, found?.sealed ?? '')) ?? 'null')).toMatchObject({
    title: 'chagrin',
  });
  const fresh = randomUUID();
  const sealed = await sealContent(theirs, { ...place, itemId: fresh }, JSON.stringify({ text: 'chagrin' }));
  expect(
    (await second.vault.put({ keyVersion, notes: [{ _id: fresh, isMove: false, sealed }] })).notes[0],
  ).toMatchObject({
    outcome: 'saved',
  });
  await second.profile.exportData();

  const all = await readAll();
  const row = (await t.db.select().from(users)).find(({ id }) => id === userId);
  expect(row?.userKeySealed).toBeNull();
  for (const word of [...words, '1947-12-03', passphrase, 'lavande', code, code.replaceAll('-', ''), known])
    expect(rowsWith(all, word), word).toEqual([]);
  const bytes = Buffer.from(accountKey);
  for (const key of [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')])
    expect(rowsWith(all, key)).toEqual([]);
  expect(rowsWith(all, JSON.stringify(answers))).toEqual([]);
  expect(all['scans']?.filter((line) => line.includes(scanId)).join('')).toContain('"answers":null');
  const events = all['usage_events']?.filter((line) => line.includes(userId)) ?? [];
  expect(events.filter((line) => line.includes('"scan"'))).toHaveLength(1);
});
