import { expect, it, vi } from 'vitest';
import { stubLogin, tokenOf } from '../browser/page-testing.ts';
import { serverOf } from '../browser/server-testing.ts';
import { newPage } from '../new-page-testing.ts';

it('a read that begins while its session ends is not sent, and one of the next session is', async () => {
  const kept = stubLogin('u1');
  const asked: string[] = [];
  const answer = serverOf((procedure) => {
    asked.push(procedure);
    return [];
  });
  vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return answer(url, init);
  });
  await newPage();
  const { api, cancelReads } = await import('./client.ts');
  cancelReads();
  await expect(api.moods.own.query()).rejects.toThrow('abort');
  expect(asked).toEqual([]);
  kept.set('token', tokenOf('u2'));
  await api.moods.own.query();
  expect(asked).toEqual(['moods.own']);
});
