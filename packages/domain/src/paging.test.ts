import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { cursorOf, pageOf, pageSchema } from './paging.ts';
import { fieldErrorsOf } from './validation.ts';

const id = '0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90';
const at = '2026-11-02T08:15:00.000Z';
const refused = (value: object) => {
  const parsed = z.safeParse(pageSchema, value);
  return parsed.success ? null : fieldErrorsOf(parsed.error.issues);
};

describe('a part of a list', () => {
  it('PAGE-1: has from 1 to 500 items, as a number or in the digits of an address', () => {
    for (const limit of [1, 500, '1', '007', '500']) {
      expect(z.parse(pageSchema, { limit })).toEqual({ limit: Number(limit) });
      expect(pageOf({ limit: Number(limit) })).toEqual({ limit: Number(limit), before: null });
    }
    for (const limit of [0, 501, -1, 1.5, '0', '501', '', ' 5', '1e2', '0x10', '٥', null, true, [], ['1', '2'], {}])
      expect(refused({ limit }), JSON.stringify(limit)).toEqual({ limit: 'badRequest' });
    expect(limits.pageMax).toBe(500);
    expect([undefined, {}].map(pageOf)).toEqual([null, null]);
  });

  it('PAGE-2: begins at a time, or at the item of a time', () => {
    expect(cursorOf(`${at},${id.toUpperCase()}`)).toEqual({ createdAt: new Date(at), id });
    expect(cursorOf('2026-11-02T09:15:00+01:00')).toEqual({ createdAt: new Date(at), id: null });
    expect(pageOf({ before: at })).toEqual({ limit: null, before: { createdAt: new Date(at), id: null } });
    const wrong = ['', ',', id, `${at},`, `,${id}`, `${at},x`, `${at},${id},`, '2026-02-30T00:00:00Z', '2026-11-02'];
    for (const before of [...wrong, 5, null, [], [at, at]])
      expect(refused({ before }), JSON.stringify(before)).toEqual({ before: 'badRequest' });
  });
});
