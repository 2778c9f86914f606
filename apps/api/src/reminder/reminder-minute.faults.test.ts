/** Many people whose reminders are due in one minute, and a push service on this machine that counts them. */
import { openDriver } from '@nuances/db/postgres/driver';
import { sql } from 'drizzle-orm';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWhole, report } from '../faults/env.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { sealEndpoint } from './queries.ts';

const people = isWhole ? 100_000 : 2_000;
/** Of the long form, seconds. */
const aimS = 300;
/** Rows that one statement of the preparation inserts. */
const batch = 5_000;

let t: TestApp;
let pushServer: Server;
let port = 0;
/** By path, how often each was notified. */
const notified = new Map<string, number>();
let longestInFlight = 0;

beforeAll(async () => {
  t = await testApp({ config: { pushLoopback: true } });
  let inFlight = 0;
  pushServer = createServer((request, response) => {
    inFlight += 1;
    longestInFlight = Math.max(longestInFlight, inFlight);
    const path = request.url ?? '';
    notified.set(path, (notified.get(path) ?? 0) + 1);
    // A push service answers after its own work.
    setTimeout(() => {
      inFlight -= 1;
      response.writeHead(201).end();
    }, 20);
    request.resume();
  }).listen(0, '127.0.0.1');
  await once(pushServer, 'listening');
  const address = pushServer.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  pushServer.closeAllConnections();
  pushServer.close();
  await t.close();
});

/** Accounts like alice's, each with a login and a reminder; some are due too long ago, and some have no login any more. */
async function addPeople(sql: Sql): Promise<void> {
  await sql`
    insert into users
    select made.* from users, generate_series(1, ${people}::int) as n,
      jsonb_populate_record(null::users, to_jsonb(users) || jsonb_build_object(
        'id', gen_random_uuid(), 'username', 'crowd_' || lpad(n::text, 6, '0'), 'email', 'crowd_' || n || '@example.org')) as made
    where users.username = 'alice'`;
  await sql`
    insert into sessions
    select made.* from users, sessions, jsonb_populate_record(null::sessions, to_jsonb(sessions) || jsonb_build_object(
      'id', users.username, 'user_id', users.id, 'family', users.id)) as made
    where users.username like 'crowd%' and sessions.user_id = ${t.alice.id}`;
  const ids = await sql<
    { id: string; username: string }[]
  >`select id, username from users where username like 'crowd%'`;
  for (let first = 0; first < ids.length; first += batch) {
    const rows = ids.slice(first, first + batch).map(({ id, username }) => ({
      id,
      sealed: sealEndpoint(t.masterKeys, id, `http://127.0.0.1:${port}/${username}`),
    }));
    await sql`
      insert into reminders (user_id, family, days, time, zone, endpoint_sealed, next_due_at)
      select id, id, '{1,2,3,4,5,6,7}', '21:00', 'UTC', sealed, now() - random() * interval '1 minute'
      from jsonb_to_recordset(${sql.json(rows)}) as row(id uuid, sealed text)`;
  }
  const isOne = (digit: string) => sql`right(username, 2) = ${digit}`;
  await sql`
    update reminders set next_due_at = now() - interval '51 minutes' from users where id = user_id and ${isOne('07')}`;
  await sql`delete from sessions using users where users.id = user_id and ${isOne('13')}`;
  await sql`analyze users, sessions, reminders`;
}

it(
  'each comes once, by several instances, and none after its hour or without a login',
  { timeout: 900_000 },
  async () => {
    // Without the timeouts of the product.
    const direct = openDriver(t.databaseUrl, { max: 1, connection: { statement_timeout: 0 } });
    await addPeople(direct);
    await direct.end();
    const began = performance.now();
    // Two runs at once, as two instances are.
    const { flush } = t.services.reminderSender;
    const [one, other] = await Promise.all([flush(), flush()]);
    const seconds = (performance.now() - began) / 1_000;
    const expected = people - (people / 100) * 2;
    report(
      `${expected} reminders of one minute in ${seconds.toFixed(1)} s, ${Math.round(expected / seconds)} a second; ${longestInFlight} in flight at most`,
    );
    expect([one + other, notified.size]).toEqual([expected, expected]);
    expect([...notified.values()].filter((times) => times !== 1)).toEqual([]);
    expect([...notified.keys()].filter((path) => /(?:07|13)$/.test(path))).toEqual([]);
    expect(longestInFlight).toBeLessThanOrEqual(512);
    const [left] = await t.db.execute<{ due: number; rows: number }>(sql`
      select count(*) filter (where next_due_at <= now())::int as due, count(*)::int as rows from reminders`);
    expect(left).toEqual({ due: 0, rows: people - people / 100 });
    if (isWhole) expect(seconds).toBeLessThan(aimS);
  },
);
