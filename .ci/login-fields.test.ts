/// <reference lib="dom" />
/**
 * Sends each field of a reminder and of an agreement through every place where it may be lost, as `fields.test.ts` does with
 * those of a scan.
 */
import { consents, reminders } from '@nuances/db/schema';
import { consentFields, consentPurposes } from '@nuances/domain/consent/fields';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { deviceShape } from '@nuances/domain/device-shape';
import { isRecord } from '@nuances/domain/record';
import {
  exportedReminderFields,
  readNewReminder,
  reminderFields,
  sentReminderFields,
  shownReminderFields,
} from '@nuances/domain/reminder/fields';
import { reminderTexts } from '@nuances/domain/reminder/texts';
import { namesOf, picked } from '@nuances/domain/thing';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { password, type TestApp, useApp } from '../apps/api/src/testing/test-app.ts';
import type { PendingReminder } from '../apps/web/src/offline/outbox-items.ts';
import { readableItem, sealedOf } from '../apps/web/src/offline/sealing.ts';
import { callBy, type Person, sealAsText, ways } from './both-ways.ts';

let t: TestApp;
useApp((app) => (t = app));

const at = new Date('2026-03-04T05:06:07.089Z');
const sentNames = namesOf(sentReminderFields);
/** A value of each field that a person sets, and another one: the examples of the documentation. */
const examples = (index: 0 | 1) =>
  readNewReminder(Object.fromEntries(sentNames.map((name) => [name, reminderTexts[name].sent.examples[index]]))) ??
  expect.unreachable('the examples are no reminder');
const [sent, others] = [examples(0), examples(1)];
const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/secret';

const partOf = (answer: unknown, name: string) => (isRecord(answer) ? answer[name] : undefined);

describe.each(ways)('over %s', (way) => {
  const call = (person: Person, name: string, input?: object) => callBy(t, way, person, name, input);

  it('the fields of a reminder are stored, answered and exported, each can be changed, and all leave with the account', async () => {
    for (const name of sentNames) expect(others[name], name).not.toEqual(sent[name]);
    const person = await t.person();
    const { answer: set } = await call(person, 'reminder.set', { ...sent, endpoint });
    expect(set).toEqual({ ...sent, pausedUntil: null, nextAt: expect.any(String), isHere: true });
    expect(Object.keys(isRecord(set) ? set : {}).toSorted()).toEqual(
      [...namesOf(shownReminderFields), 'isHere'].toSorted(),
    );
    expect(partOf((await call(person, 'reminder.get')).answer, 'reminder')).toEqual(set);

    const { answer: paused } = await call(person, 'reminder.pause', {
      until: new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect(paused).toEqual({ ...sent, pausedUntil: expect.any(String), nextAt: expect.any(String), isHere: true });
    await t.db.update(reminders).set({ sentAt: at }).where(eq(reminders.userId, person.id));
    const exported = partOf((await call(person, 'profile.exportData')).answer, 'reminder');
    expect(exported).toEqual({ ...sent, pausedUntil: partOf(paused, 'pausedUntil'), sentAt: at.toISOString() });
    expect(Object.keys(isRecord(exported) ? exported : {}).toSorted()).toEqual(
      namesOf(exportedReminderFields).toSorted(),
    );

    let now = sent;
    for (const name of sentNames) {
      now = { ...now, ...picked([name], others) };
      expect((await call(person, 'reminder.set', { ...now, endpoint })).answer, name).toMatchObject(now);
    }
    await call(person, 'profile.erase', { password });
    expect(await t.db.$count(reminders, eq(reminders.userId, person.id))).toBe(0);
  });

  it('the fields of an agreement are stored, answered and exported', async () => {
    const person = await t.person();
    for (const purpose of consentPurposes)
      await call(person, 'consents.give', { purpose, version: currentConsentVersion(purpose) });
    const { answer } = await call(person, 'consents.withdraw', { purpose: 'usage' });
    const entry = (purpose: (typeof consentPurposes)[number], given = true) =>
      ({ purpose, at: expect.stringMatching(/Z$/), given, version: currentConsentVersion(purpose) }) satisfies Record<
        keyof typeof consentFields,
        unknown
      >;
    expect(answer).toEqual([...consentPurposes.map((purpose) => entry(purpose)), entry('usage', false)]);
    expect((await call(person, 'consents.list')).answer).toEqual(answer);
    expect(partOf((await call(person, 'profile.exportData')).answer, 'consents')).toEqual(answer);
    await call(person, 'profile.erase', { password });
    expect(await t.db.$count(consents, eq(consents.userId, person.id))).toBe(0);
  });
});

describe('on the device, the fields of a reminder', () => {
  it('wait sealed in the outbox', async () => {
    sealAsText();
    const item: PendingReminder = {
      ...{ kind: 'reminder', id: 'r1', owner: 'u1', createdAt: at.toISOString(), refusal: null },
      change: { isOn: true, schedule: sent, pausedUntil: null },
    };
    const kept = await sealedOf(item);
    expect(kept).toMatchObject({ kind: 'sealed' });
    expect(await readableItem({ ...kept })).toEqual(item);
  });

  it('mark the copies', () => {
    const names = namesOf(reminderFields);
    const without = names.map((name) =>
      deviceShape(
        picked(
          names.filter((one) => one !== name),
          reminderFields,
        ),
      ),
    );
    expect(new Set([deviceShape(reminderFields), ...without]).size).toBe(names.length + 1);
  });
});
