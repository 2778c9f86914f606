import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { keepQueries } from './query-copy.ts';

/** A device that answers late: the screens fetch before its stored copies are read. */
const device = vi.hoisted(() => {
  let answerNow: () => void = () => undefined;
  const answer = new Promise<null>((resolve) => {
    answerNow = () => resolve(null);
  });
  const written: string[] = [];
  return { answer, answerNow: () => answerNow(), written };
});
vi.mock('./sealed-copies.ts', () => ({
  readCopy: () => device.answer,
  writeCopies: async (_owner: string, { put }: { readonly put?: ReadonlyMap<string, unknown> }) => {
    for (const [name, value] of put ?? []) device.written.push(`${name} ${JSON.stringify(value)}`);
  },
}));

describe('the copy of the queries', () => {
  test('contains what was fetched while the copies were still being read', async () => {
    const queryClient = new QueryClient();
    const { restored, stop } = keepQueries('a', queryClient);
    queryClient.setQueryData([['results', 'own'], { type: 'query' }], ['a scan']);
    queryClient.setQueryData([['profile', 'sessions'], { type: 'query' }], ['a session']);
    device.answerNow();
    await restored;
    await vi.waitFor(() => expect(device.written).toHaveLength(1));
    expect(device.written[0]).toContain('a scan');
    expect(device.written[0]).not.toContain('a session');
    stop();
    queryClient.clear();
  });
});
