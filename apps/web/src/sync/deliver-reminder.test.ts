import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PendingReminder } from '../offline/outbox-items.ts';
import { readReminderChange, mergedChange, type ReminderChange } from '../offline/reminder-change.ts';
import { stubLogin, tokenOf } from '../browser/page-testing.ts';
import { Refused, stubServer } from '../browser/server-testing.ts';
import { contentOf } from '../offline/scan-testing.ts';
import { newPage } from '../new-page-testing.ts';

/** The push service of the browser: an address, no permission, or out of reach. */
let pushService: 'reached' | 'denied' | 'silent';
/** Calls to the server and to the push service, in their order. */
let asked: string[];
let answer: (procedure: string, input: unknown) => unknown;

const schedule = { days: [1, 4], time: '07:30', zone: 'Europe/Paris' };
const stored = { ...schedule, pausedUntil: null, nextAt: '2026-11-23T06:30:00.000Z', isHere: true };
/** When the changes are made. */
const decidedAt = '2026-11-22T12:00:00.000Z';
const until = '2026-11-29T12:00:00.000Z';

let kept: Map<string, string>;

/** The outbox of a new page, for the person `u1`; without a database. */
async function openOutbox() {
  class PushUnavailable extends Error {
    readonly data = { app: { code: 'unavailable' } };
  }
  vi.doMock('../browser/push-subscription.ts', () => ({
    PushUnavailable,
    subscribeToPush: async (key: string) => {
      asked.push(`subscribe ${key}`);
      if (pushService === 'silent') throw new PushUnavailable();
      return pushService === 'denied' ? null : 'https://push.example/1';
    },
    unsubscribeFromPush: async () => void asked.push('unsubscribe'),
  }));
  await newPage();
  return { ...(await import('../offline/outbox.ts')), ...(await import('../offline/send.ts')) };
}

const itemOf = (change: ReminderChange, part: Partial<PendingReminder> = {}): PendingReminder => ({
  kind: 'reminder',
  id: 'r1',
  owner: 'u1',
  createdAt: decidedAt,
  refusal: null,
  change,
  ...part,
});
const scan = {
  kind: 'scan',
  id: 's1',
  owner: 'u1',
  createdAt: '2026-11-22T13:00:00.000Z',
  refusal: null,
  ...contentOf([1, 2, 3, 4, 5, 6, 7], 9),
} as const;

beforeEach(() => {
  asked = [];
  pushService = 'reached';
  answer = (procedure) => (procedure === 'reminder.get' ? { reminder: null, pushKey: 'KEY' } : stored);
  kept = stubLogin('u1');
  stubServer((procedure, input) => {
    asked.push(procedure);
    return answer(procedure, input);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date(decidedAt) });
  return () => vi.useRealTimers();
});

describe('a change of the reminder that waits', () => {
  it('subscribes this browser once the server answers, then sets the reminder and its pause', async () => {
    const outbox = await openOutbox();
    const sent: unknown[] = [];
    await outbox.put(itemOf({ isOn: true, schedule, pausedUntil: until }));
    answer = () => {
      throw new TypeError('fetch failed');
    };
    await outbox.sendAll();
    expect(asked).toEqual(['reminder.get']);
    expect(outbox.currentPending()).toMatchObject([{ id: 'r1', refusal: null }]);

    asked = [];
    answer = (procedure, input) => {
      if (procedure === 'reminder.get') return { reminder: null, pushKey: 'KEY' };
      sent.push(input);
      return stored;
    };
    await outbox.sendAll();
    expect(asked).toEqual(['reminder.get', 'subscribe KEY', 'reminder.set', 'reminder.pause']);
    expect(sent).toEqual([{ ...schedule, endpoint: 'https://push.example/1' }, { until }]);
    expect(outbox.currentPending()).toEqual([]);
  });

  it('is sent with the time of the decision when it has waited, for an agreement may have been withdrawn since', async () => {
    const outbox = await openOutbox();
    const sent: unknown[] = [];
    answer = (procedure, input) => {
      if (procedure === 'reminder.get') return { reminder: null, pushKey: 'KEY' };
      sent.push(input);
      return stored;
    };
    vi.setSystemTime(Date.parse(decidedAt) + 61_000);
    await outbox.put(itemOf({ isOn: true, schedule }));
    await outbox.sendAll();
    expect(sent).toEqual([{ ...schedule, endpoint: 'https://push.example/1', decidedAt }]);
  });

  it('waits for a push service out of reach, and the scans after it do not', async () => {
    const outbox = await openOutbox();
    pushService = 'silent';
    await outbox.put(itemOf({ isOn: true, schedule }));
    await outbox.put(scan);
    await outbox.sendAll();
    expect(asked).toEqual(['reminder.get', 'subscribe KEY', 'results.create']);
    expect(outbox.currentPending()).toMatchObject([{ id: 'r1', refusal: { code: 'unavailable' } }]);
    pushService = 'reached';
    await vi.runAllTimersAsync();
    expect(outbox.currentPending()).toEqual([]);
  });

  it('is given up when the browser no longer allows notifications', async () => {
    const outbox = await openOutbox();
    pushService = 'denied';
    await outbox.put(itemOf({ isOn: true, schedule }));
    await outbox.sendAll();
    expect(asked).toEqual(['reminder.get', 'subscribe KEY']);
    expect(outbox.currentPending()).toEqual([]);
  });

  it('is never sent for another account, not even when it logs in between two calls', async () => {
    const outbox = await openOutbox();
    await outbox.put(itemOf({ isOn: false }, { id: 'theirs', owner: 'u2' }));
    await outbox.sendAll();
    expect(asked).toEqual([]);
    await outbox.put(itemOf({ isOn: true, schedule }));
    answer = () => {
      kept.set('token', tokenOf('u2'));
      return { reminder: null, pushKey: 'KEY' };
    };
    await outbox.sendNow('r1').catch(() => undefined);
    expect(asked).toEqual(['reminder.get', 'subscribe KEY']);
    expect(outbox.currentPending().map(({ id }) => id)).toEqual(['theirs', 'r1']);
  });

  it('removes the reminder of this device; one that was turned on elsewhere meanwhile stays', async () => {
    const outbox = await openOutbox();
    const get = (isHere: boolean) => (procedure: string) =>
      procedure === 'reminder.get' ? { reminder: { ...stored, isHere }, pushKey: 'KEY' } : {};
    answer = get(true);
    await outbox.put(itemOf({ isOn: false }));
    await outbox.sendAll();
    expect(asked).toEqual(['reminder.get', 'unsubscribe', 'reminder.remove']);
    asked = [];
    answer = get(false);
    await outbox.put(itemOf({ isOn: false }, { id: 'r2' }));
    await outbox.sendAll();
    await outbox.put(itemOf({ isOn: true, pausedUntil: until }, { id: 'r3' }));
    await outbox.sendAll();
    expect(asked).toEqual(['reminder.get', 'unsubscribe', 'reminder.get']);
    expect(outbox.currentPending()).toEqual([]);
  });

  it('counts as sent when the reminder to pause is gone', async () => {
    const outbox = await openOutbox();
    answer = (procedure) => {
      if (procedure === 'reminder.get') return { reminder: stored, pushKey: 'KEY' };
      throw new Refused('notFound');
    };
    await outbox.put(itemOf({ isOn: true, pausedUntil: until }));
    await outbox.sendAll();
    expect(asked).toEqual(['reminder.get', 'reminder.pause']);
    expect(outbox.currentPending()).toEqual([]);
  });

  it('ends with a chosen logout and is not counted before it', async () => {
    const outbox = await openOutbox();
    await outbox.put(itemOf({ isOn: true, schedule }));
    await outbox.put(itemOf({ isOn: true, schedule }, { id: 'theirs', owner: 'u2' }));
    await outbox.put(scan);
    expect(await outbox.unsentOf('u1')).toBe(1);
    await outbox.dropReminderOf('u1');
    expect(outbox.currentPending().map(({ id }) => id)).toEqual(['theirs', 's1']);
  });
});

describe('two changes', () => {
  const on = { isOn: true, schedule } as const;
  const pause = { isOn: true, pausedUntil: until } as const;
  const off = { isOn: false } as const;
  it.each<[string, ReminderChange | undefined, ReminderChange, ReminderChange]>([
    ['alone', undefined, on, on],
    [
      'the later schedule wins',
      on,
      { ...on, schedule: { ...schedule, time: '21:00' } },
      { ...on, schedule: { ...schedule, time: '21:00' } },
    ],
    ['a pause joins a schedule', on, pause, { ...on, ...pause }],
    ['a schedule keeps the pause', pause, on, { ...on, ...pause }],
    ['off wins over all', { ...on, ...pause }, off, off],
    ['on again has no pause', off, on, { ...on, pausedUntil: null }],
  ])('%s', (_name, before, later, both) => {
    expect(mergedChange(before, later)).toEqual(both);
    expect(readReminderChange(JSON.parse(JSON.stringify(both)))).toEqual(both);
  });

  it.each([null, {}, { isOn: 'yes' }, { isOn: true, schedule: {} }, { isOn: true, pausedUntil: 3 }])(
    '%j is no change',
    (value) => {
      expect(readReminderChange(value)).toBeNull();
    },
  );
});
