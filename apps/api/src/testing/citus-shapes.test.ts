import { expect, it } from 'vitest';
import { brokenShapes, needsEveryWorker, samples } from './citus-shapes.ts';

it.each(samples)('finds: $rule', async ({ rule, refused, taken }) => {
  expect(await brokenShapes(refused)).toEqual([rule]);
  expect(await brokenShapes(taken)).toEqual([]);
});

it('finds a part that writes what another part has found', async () => {
  const caller = 'with caller as (select id from users), event as (insert into usage_events (user_id, kind, at)';
  expect(await needsEveryWorker(`${caller} select id, 'landing', now() from caller) select 1 from caller`)).toBe(true);
  expect(await needsEveryWorker(`${caller} select id, 'landing', now() from users) select 1 from caller`)).toBe(false);
});

it('looks at no table of the coordinator', async () => {
  expect(await brokenShapes('select id from users for update')).toEqual([]);
  expect(await brokenShapes('select exists (select from users)')).toEqual([]);
  expect(await brokenShapes('update sessions set rotated_at = coalesce(rotated_at, now())')).toEqual([]);
  const scans = 'with scans as (select id from users) select id from scans for update';
  expect(await brokenShapes(scans)).toEqual([]);
});
