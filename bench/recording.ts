import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Call, Person } from './client.ts';
import { type Comparison, interleave, rhythm, throughput } from './measure.ts';

const answers = [3, 6, 9, 7, 5, 8, 10];
const unrecorded = 'unrecorded';

/**
 * What it costs to record an event with each scan: through the product, where the database is told to drop events, and by
 * the driver, where the statement is left out altogether.
 */
export async function recording(
  call: Call,
  sql: Sql,
  { id, token }: Person,
  concurrency: number,
): Promise<readonly Comparison[]> {
  const perSecond = (work: () => Promise<unknown>) => throughput(work, concurrency, rhythm.roundMs);
  const warmUp = (work: () => Promise<unknown>) => throughput(work, concurrency, rhythm.warmUpMs);
  const save = () =>
    call(
      'POST',
      '/api/results',
      { _id: randomUUID(), answers, duration: 42, createdAt: new Date().toISOString() },
      token,
    );
  const withEvents = async () => {
    await sql.unsafe(`drop rule if exists ${unrecorded} on usage_events`);
    return perSecond(save);
  };
  const without = async () => {
    await sql.unsafe(`create or replace rule ${unrecorded} as on insert to usage_events do instead nothing`);
    return perSecond(save);
  };
  const insert = (isRecorded: boolean) => () =>
    sql.begin(async (transaction) => {
      await transaction`
        insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
        values (${id}, ${randomUUID()}, ${answers}, 26, 42, now(), now())`;
      if (isRecorded)
        await transaction`
          insert into usage_events (user_id, kind, at, duration_s)
          select id, 'scan', now(), 42 from users where id = ${id} for key share`;
    });

  await warmUp(save);
  const through = await interleave(withEvents, without);
  await sql.unsafe(`drop rule if exists ${unrecorded} on usage_events`);
  await warmUp(insert(true));
  const direct = await interleave(
    () => perSecond(insert(true)),
    () => perSecond(insert(false)),
  );
  return [
    {
      name: 'save a scan and record it, REST',
      reference: 'events dropped',
      unit: '/s',
      rounds: through,
      goal: '>= 0.85',
    },
    { name: 'the same, by the driver', reference: 'no statement for events', unit: '/s', rounds: direct },
  ];
}
