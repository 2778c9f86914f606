import { QueryClient } from '@tanstack/react-query';
import { deviceShape } from '@nuances/domain/device-shape';
import { moodFields } from '@nuances/domain/moods/fields';
import { profileFields } from '@nuances/domain/profile/fields';
import { reminderFields } from '@nuances/domain/reminder/fields';
import { scanFields } from '@nuances/domain/scan/fields';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setValidator, validatorOf } from '../api/validators.ts';
import { persistQueries } from './query-copy.ts';

/** A device that may answer late, so that the screens fetch before its stored copies are read. */
const device = vi.hoisted(() => ({
  answer: Promise.resolve<unknown>(null),
  written: [] as string[],
  isFull: false,
  mayLoseRows: true,
}));
vi.mock('./row-loss.ts', () => ({ mayLoseRows: async () => device.mayLoseRows }));
vi.mock('./sealed-copies.ts', () => ({
  readCopy: () => device.answer,
  writeCopies: async (_owner: string, { put }: { readonly put?: ReadonlyMap<string, unknown> }) => {
    for (const [name, value] of put ?? []) device.written.push(`${name} ${JSON.stringify(value)}`);
    return !device.isFull;
  },
}));

const scansKey = [['results', 'own'], { type: 'query' }];

beforeEach(() => {
  vi.useFakeTimers();
  device.answer = Promise.resolve(null);
  device.written = [];
  device.isFull = false;
  device.mayLoseRows = true;
});
afterEach(() => vi.useRealTimers());

async function open(): Promise<{ queryClient: QueryClient; save: () => void; close: () => void }> {
  const queryClient = new QueryClient();
  const { restored, save, stop } = persistQueries('a', queryClient);
  await restored;
  return {
    queryClient,
    save,
    close: () => {
      stop();
      queryClient.clear();
    },
  };
}

/** What the last write would be read as. */
function writtenLast(): unknown {
  return JSON.parse(device.written.at(-1)?.replace('queries ', '') ?? 'null');
}

describe('the copy of the queries', () => {
  test('contains what was fetched while the copies were still being read', async () => {
    let answerNow: () => void = () => undefined;
    device.answer = new Promise((resolve) => {
      answerNow = () => resolve(null);
    });
    const queryClient = new QueryClient();
    const { restored, stop } = persistQueries('a', queryClient);
    queryClient.setQueryData(scansKey, ['a scan']);
    queryClient.setQueryData([['profile', 'stored'], { type: 'query' }], ['a count']);
    answerNow();
    await restored;
    await vi.runAllTimersAsync();
    expect(device.written).toHaveLength(1);
    expect(device.written[0]).toContain('a scan');
    expect(device.written[0]).not.toContain('a count');
    stop();
    queryClient.clear();
  });

  test('contains who has access to the account; an update that changes its shape loses that alone', async () => {
    const first = await open();
    const answers = [
      [['profile', 'sessions'], [{ id: 'a session' }]],
      [['security', 'passkeys'], { origin: 'https://nuances.example', passkeys: [] }],
      [['security', 'codes'], { codes: { since: '2026-11-02T08:15:00.000Z', backupCodesLeft: 9 } }],
      [['tokens', 'list'], [{ id: 'a token' }]],
    ] as const;
    for (const [path, answer] of answers) first.queryClient.setQueryData([path, { type: 'query' }], answer);
    await vi.runAllTimersAsync();
    first.close();

    device.answer = Promise.resolve(writtenLast());
    const second = await open();
    for (const [path, answer] of answers)
      expect(second.queryClient.getQueryData([path, { type: 'query' }])).toEqual(answer);
    second.queryClient.setQueryData(scansKey, ['a scan']);
    await vi.runAllTimersAsync();
    second.close();
    expect(writtenLast()).toMatchObject({
      buster: deviceShape(scanFields, moodFields, profileFields, reminderFields),
      access: expect.stringContaining('backupCodesLeft'),
    });

    device.answer = Promise.resolve(Object.assign({}, writtenLast(), { access: 'another shape' }));
    const third = await open();
    expect(third.queryClient.getQueryData(scansKey)).toEqual(['a scan']);
    for (const [path] of answers) expect(third.queryClient.getQueryData([path, { type: 'query' }])).toBeUndefined();
    third.close();
  });

  test('is written again only when an answer has changed', async () => {
    const first = await open();
    first.queryClient.setQueryData(scansKey, [{ id: 'one' }]);
    await vi.runAllTimersAsync();
    first.queryClient.setQueryData(scansKey, [{ id: 'one' }]);
    await vi.runAllTimersAsync();
    expect(device.written).toHaveLength(1);
    first.close();

    device.answer = Promise.resolve(writtenLast());
    const second = await open();
    expect(second.queryClient.getQueryData(scansKey)).toEqual([{ id: 'one' }]);
    second.queryClient.setQueryData(scansKey, [{ id: 'one' }]);
    await vi.runAllTimersAsync();
    expect(device.written).toHaveLength(1);
    second.queryClient.setQueryData(scansKey, [{ id: 'one' }, { id: 'two' }]);
    await vi.runAllTimersAsync();
    expect(device.written).toHaveLength(2);
    expect(device.written[1]).toContain('two');
    second.close();
  });

  test('says of which day an answer is, though it has not changed since another one', async () => {
    vi.setSystemTime(new Date(2026, 10, 26, 9));
    const first = await open();
    first.queryClient.setQueryData(scansKey, [{ id: 'one' }]);
    await vi.runAllTimersAsync();
    first.close();

    device.answer = Promise.resolve(writtenLast());
    const day = new Date(2026, 10, 28, 9);
    vi.setSystemTime(day);
    const second = await open();
    second.queryClient.setQueryData(scansKey, [{ id: 'one' }]);
    await vi.runAllTimersAsync();
    expect(device.written).toHaveLength(2);
    second.close();

    device.answer = Promise.resolve(writtenLast());
    const third = await open();
    expect(third.queryClient.getQueryState(scansKey)?.dataUpdatedAt).toBe(day.getTime());
    third.close();
  });

  test('has the validator of an answer that is the server’s as it is', async () => {
    const first = await open();
    const answer = [{ id: 'one' }];
    first.queryClient.setQueryData(scansKey, answer);
    await vi.runAllTimersAsync();
    // It became known later than the answer, which the copy has.
    setValidator(first.queryClient.getQueryData(scansKey), '"a"');
    first.queryClient.setQueryData(scansKey, answer);
    await vi.runAllTimersAsync();
    expect(device.written).toHaveLength(2);
    first.close();

    device.answer = Promise.resolve(writtenLast());
    const second = await open();
    expect(validatorOf(second.queryClient.getQueryData(scansKey))).toBe('"a"');
    second.queryClient.setQueryData(scansKey, [{ id: 'one' }, { id: 'two' }]);
    expect(validatorOf(second.queryClient.getQueryData(scansKey))).toBeUndefined();
    await vi.runAllTimersAsync();
    expect(device.written.at(-1)).not.toContain('validator');
    second.close();
  });

  test('keeps a row that is gone until it may be lost, and is stored then', async () => {
    const { queryClient, save, close } = await open();
    queryClient.setQueryData(scansKey, [{ _id: 'one' }, { _id: 'two' }]);
    await vi.runAllTimersAsync();
    device.mayLoseRows = false;
    queryClient.setQueryData(scansKey, [{ _id: 'two' }]);
    await vi.runAllTimersAsync();
    expect(device.written).toHaveLength(1);
    device.mayLoseRows = true;
    save();
    await vi.runAllTimersAsync();
    expect(device.written).toHaveLength(2);
    expect(device.written[1]).not.toContain('one');
    close();
  });

  test('is tried again after it could not be written', async () => {
    device.isFull = true;
    const { queryClient, close } = await open();
    queryClient.setQueryData(scansKey, [{ id: 'one' }]);
    await vi.runAllTimersAsync();
    queryClient.setQueryData(scansKey, [{ id: 'one' }]);
    await vi.runAllTimersAsync();
    expect(device.written).toHaveLength(2);
    close();
  });
});
