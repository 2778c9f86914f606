import { initTRPC } from '@trpc/server';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { publicProcedure, router, userProcedure } from '../trpc.ts';
import { procedures, proceduresOf } from './procedures.ts';

const empty = z.object({});
const read = { rest: 'GET /api/things', about: 'Reads.' } as const;

it('every procedure has the access of its builder, and a REST path below /api', () => {
  expect(procedures.length).toBeGreaterThan(26);
  for (const { name, access, rest } of procedures) {
    expect(['public', 'optional', 'authentic', 'user', 'admin'], name).toContain(access);
    if (rest) expect(rest.path, name).toMatch(/^\/api\/[a-zA-Z]/);
  }
});

it('refuses a procedure without access', () => {
  const { procedure } = initTRPC.create();
  const bare = procedure.output(empty).query(() => ({}));
  expect(() => proceduresOf(router({ bare }))).toThrow('bare has no access');
  const claimed = initTRPC.meta<object>().create().procedure.meta({ access: 'public' }).output(empty);
  expect(() => proceduresOf(router({ claimed: claimed.query(() => ({})) }))).toThrow('claimed has no access');
});

it('refuses two procedures with the same method and path', () => {
  const one = publicProcedure.meta(read).output(empty);
  const other = userProcedure.meta({ ...read, about: 'Reads, too.' }).output(empty);
  const routes = router({ one: one.query(() => ({})), other: other.query(() => ({})) });
  expect(() => proceduresOf(routes)).toThrow('other and one are both GET /api/things');
  const third = userProcedure.meta({ ...read, rest: 'PUT /api/things' }).output(empty);
  expect(proceduresOf(router({ one: one.query(() => ({})), third: third.mutation(() => ({})) }))).toMatchObject([
    { name: 'one', access: 'public', rest: { method: 'GET', path: '/api/things', about: 'Reads.' } },
    { name: 'third', access: 'user' },
  ]);
});

it('refuses a procedure without an output schema', () => {
  expect(() => proceduresOf(router({ loose: publicProcedure.query(() => ({})) }))).toThrow('loose has no output');
});
