/// <reference lib="dom" />
/** Sends each field of a profile through every place where it may be lost, as `fields.test.ts` does with those of a scan. */
import { users } from '@nuances/db/schema';
import { profileToRestore } from '@nuances/domain/export-file';
import { ownProfileFields, profileFields, profileSchema } from '@nuances/domain/profile/fields';
import { profileTexts } from '@nuances/domain/profile/texts';
import { isRecord } from '@nuances/domain/record';
import { namesOf, picked, rowOf } from '@nuances/domain/thing';
import { describe, expect, it } from 'vitest';
import { password, type TestApp, useApp } from '../apps/api/src/testing/test-app.ts';
import { valuesOf } from '../apps/web/src/features/profile/profile-values.ts';
import type { PendingProfile } from '../apps/web/src/offline/outbox-items.ts';
import { readableItem, sealedOf } from '../apps/web/src/offline/sealing.ts';
import { callBy, sealAsText, ways } from './both-ways.ts';

let t: TestApp;
useApp((app) => (t = app));

const names = namesOf(profileFields);
const ownNames = namesOf(ownProfileFields);
const required = names.filter((name) => !profileSchema.shape[name].safeParse(undefined).success);

/** A value of each field, as it is sent and as it is answered: the examples of the documentation. */
const exampleOf = (form: 'sent' | 'answered') =>
  Object.fromEntries(names.map((name) => [name, profileTexts[name][form].examples[0]]));
const sent = { ...profileSchema.parse(exampleOf('sent')), ...exampleOf('sent') };
const answered = exampleOf('answered');

describe.each(ways)('the fields of a profile, over %s', (way) => {
  it('have examples, are stored and answered, and stay when they are not sent', async () => {
    for (const name of names) expect([sent[name], answered[name]], name).not.toContain('');
    const person = await t.person();
    const own = { ...answered, email: person.email };
    const updated = await callBy(t, way, person, 'profile.update', { ...sent, email: person.email });
    expect(updated).toMatchObject({ status: 200, answer: own });
    expect(await callBy(t, way, person, 'profile.get')).toEqual(updated);
    const again = await callBy(t, way, person, 'profile.update', picked(required, { ...sent, email: person.email }));
    expect(again).toEqual(updated);
  });

  it('come back from an export, and leave with the account', async () => {
    const person = await t.person();
    await callBy(t, way, person, 'profile.update', { ...sent, email: person.email });
    const { answer } = await callBy(t, way, person, 'profile.exportData');
    const exported = isRecord(answer) && isRecord(answer['profile']) ? answer['profile'] : {};
    expect(exported).toMatchObject(rowOf(ownProfileFields, picked(ownNames, sent)));
    const other = await t.person();
    const empty = { ...(await other.api.profile.get()), email: other.email };
    const restored = profileToRestore(exported, empty);
    expect(restored?.filled).toBe(ownNames.length);
    const back = await callBy(t, way, other, 'profile.update', restored?.input);
    expect(back.answer).toMatchObject({ ...answered, email: other.email });
    await callBy(t, way, person, 'profile.erase', { password });
    const row = (await t.db.select().from(users)).find(({ id }) => id === person.id);
    expect(row?.erasedAt).toBeInstanceOf(Date);
    for (const { column } of Object.values(ownProfileFields)) expect(row?.[column] ?? '', column).toBe('');
  });
});

describe('on the device, the fields of a profile', () => {
  it('are in the form, and wait sealed in the outbox', async () => {
    const { api, email } = await t.person();
    await api.profile.update({ ...sent, email });
    const {
      keyMode: _mode,
      keyVersion: _version,
      profileSealed: _sealed,
      profileKeyVersion: _of,
      ...profile
    } = await api.profile.get();
    expect(valuesOf(profile)).toEqual({ ...sent, email });
    sealAsText();
    const item: PendingProfile = {
      ...{ kind: 'profile', id: 'p1', owner: 'u1', createdAt: '2026-03-04T05:06:07.089Z', refusal: null },
      changes: picked(ownNames, sent),
    };
    const kept = await sealedOf(item);
    expect(kept).toMatchObject({ kind: 'sealed' });
    expect(await readableItem({ ...kept })).toEqual(item);
  });
});
