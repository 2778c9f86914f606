import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { erasePartSchema } from './erasure.ts';

describe('the erasure of a part', () => {
  it('ERASE-1: names the part and the moment', () => {
    const before = '2026-11-02T08:15:00.000Z';
    for (const part of ['scans', 'notes']) expect(z.safeParse(erasePartSchema, { part, before }).success).toBe(true);
    for (const other of [{ part: 'users', before }, { part: 'scans' }, { part: 'scans', before: 'now' }, { before }])
      expect(z.safeParse(erasePartSchema, other).success).toBe(false);
  });
});
