import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Person } from './client.ts';

export const answers = [3, 6, 9, 7, 5, 8, 10];
export const scoring = 26;

/** A new scan, as a client sends it. */
export const newScan = () => ({ _id: randomUUID(), answers, duration: 42, createdAt: new Date().toISOString() });

/** Stores equal scans, a day apart. */
export async function insertScans(sql: Sql, userId: string, count: number): Promise<void> {
  await sql`
    insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
    select ${userId}, gen_random_uuid(), ${answers}, ${scoring}, 42, now() - n * interval '1 day', now()
    from generate_series(1, ${count}::int) n`;
}

/** Stores scans spread evenly over the days up to now: slow waves with noise, similar to real answers. */
export async function fillWithScans(sql: Sql, { id }: Person, count: number, days: number): Promise<void> {
  const last = Date.now() - 3_600_000;
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(last - (count - 1 - index) * ((days * 86_400_000) / count));
    const answers = [1, 2, 3, 4, 5, 6, 7].map((axis) => {
      const wave = 5.5 + 2.5 * Math.sin((index / count) * axis * 9) + ((index * 7_919 * axis) % 5) - 2;
      return Math.min(10, Math.max(1, Math.round(wave)));
    });
    return { at: at.toISOString(), answers, scoring: answers.reduce((sum, answer) => sum + 2 * answer - 10, 0) };
  });
  await sql`
    insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
    select ${id}, gen_random_uuid(), array(select jsonb_array_elements_text(scan -> 'answers')::int),
      (scan ->> 'scoring')::int, 42, (scan ->> 'at')::timestamptz, now()
    from jsonb_array_elements(${sql.json(rows)}) scan`;
}
