import { randomUUID } from 'node:crypto';
import { type Comparison, concurrency, interleave, sampling, throughput } from './measure.ts';
import type { Stage } from './product.ts';
import { answers, newScan, scoring } from './scan-history.ts';

const unrecorded = 'unrecorded';

/**
 * Measures the cost of recording an event with each scan: through the product, compared with a database that drops
 * events, and through the driver, compared with the statement without the part that records.
 */
export async function recording({ call, sql, newPerson }: Stage): Promise<readonly Comparison[]> {
  const { id, token } = await newPerson('bench_recording');
  const perSecond = (work: () => Promise<unknown>) => throughput(work, concurrency, sampling.roundMs);
  const warmUp = (work: () => Promise<unknown>) => throughput(work, concurrency, sampling.warmUpMs);
  const save = () => call('POST', '/api/results', newScan(), token);
  await sql.unsafe(`
    create function ${unrecorded}() returns trigger language plpgsql as 'begin return null; end';
    create trigger ${unrecorded} before insert on usage_events for each row execute function ${unrecorded}();`);
  // An account holds at most 20,000 scans.
  const removeScans = () => sql`delete from scans where user_id = ${id}`;
  const withEvents = async () => {
    await removeScans();
    await sql.unsafe(`alter table usage_events disable trigger ${unrecorded}`);
    return perSecond(save);
  };
  const without = async () => {
    await removeScans();
    await sql.unsafe(`alter table usage_events enable trigger ${unrecorded}`);
    return perSecond(save);
  };
  const insert = {
    recorded: () => sql`
      with stored as (
        insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
        values (${id}, ${randomUUID()}, ${answers}, ${scoring}, 42, now(), now()) returning id
      )
      insert into usage_events (user_id, kind, at, duration_s)
      select users.id, 'scan', now(), 42 from users where users.id = ${id} and exists (select from stored) for key share`,
    alone: () => sql`
      insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
      values (${id}, ${randomUUID()}, ${answers}, ${scoring}, 42, now(), now()) returning id`,
  };

  await removeScans();
  await warmUp(save);
  const through = await interleave(withEvents, without);
  await sql.unsafe(`drop trigger ${unrecorded} on usage_events; drop function ${unrecorded}()`);
  await warmUp(insert.recorded);
  const direct = await interleave(
    () => perSecond(insert.recorded),
    () => perSecond(insert.alone),
  );
  return [
    {
      name: 'save a scan and record it, REST',
      reference: 'events dropped',
      unit: '/s',
      rounds: through,
      goal: '>= 0.85',
    },
    { name: 'the same, by the driver', reference: 'the scan alone', unit: '/s', rounds: direct },
  ];
}
