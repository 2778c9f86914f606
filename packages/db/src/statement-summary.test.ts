import { expect, it } from 'vitest';
import { summarizeStatement } from './statement-summary.ts';

it.each([
  ['select "id" from "users" where "users"."id" = $1', 'select users'],
  [
    'with caller as (select u.id from sessions inner join "users" u on true), stored as (insert into "scans" (user_id) select 1) select 1 from caller, stored',
    'select sessions, users; insert scans',
  ],
  ['update "notes" set "scan_result_id" = null where "notes"."user_id" = $1', 'update notes'],
  ['delete from "scans" where id = $1', 'delete scans'],
  [
    'insert into auth_attempts values ($1) on conflict (origin) do update set count = 1 returning count',
    'insert auth_attempts',
  ],
  ['begin read only', 'begin'],
  ['select pg_backend_pid()', 'select'],
  ['select \'from secret_person\' from "somebody"', 'select'],
  ['  $1 secret', 'statement'],
])('names %s', (text, name) => {
  expect(summarizeStatement(text)).toBe(name);
});
