import { describe, expect, it } from 'vitest';
import { createdAtOf, isEnteredLater } from './time.ts';

const now = new Date('2026-11-20T20:14:00.000Z');

describe('the moment something is filed under', () => {
  it.each([
    ['a year behind', '2025-11-20T20:14:00.000Z', '2025-11-20T20:14:00.000Z'],
    ['now', '2026-11-20T20:14:00.000Z', '2026-11-20T20:14:00.000Z'],
    ['now, in another zone', '2026-11-20T21:14:00+01:00', '2026-11-20T20:14:00.000Z'],
    ['5 minutes ahead', '2026-11-20T20:19:00.000Z', '2026-11-20T20:19:00.000Z'],
    ['5 minutes and 1 ms ahead', '2026-11-20T20:19:00.001Z', now.toISOString()],
    ['years ahead', '9999-12-31T23:59:59Z', now.toISOString()],
    ['none', undefined, now.toISOString()],
    ['null', null, now.toISOString()],
  ])('TIME-1: %s', (_, claimed, filed) => {
    expect(createdAtOf(claimed, now).toISOString()).toBe(filed);
  });

  it.each([
    ['2026-11-19T08:00:07Z', '2026-11-20T08:00:07Z', false],
    ['2026-11-19T08:00:07Z', '2026-11-20T08:00:07.001Z', true],
    ['2026-11-19T20:00:00Z', '2026-11-20T08:00:00Z', true],
    ['2026-11-19T08:00:00Z', '2026-11-19T20:00:00Z', false],
    ['2026-11-20T08:05:00Z', '2026-11-20T08:00:00Z', false],
    ['2026-11-19T08:00:00Z', null, false],
  ])('TIME-3: filed under %s and received at %s is entered later: %s', (createdAt, receivedAt, isLater) => {
    expect(isEnteredLater(new Date(createdAt), receivedAt === null ? null : new Date(receivedAt))).toBe(isLater);
  });
});
