/** Memory of the server, and storage of what people save. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Sql } from 'postgres';
import { type Comparison, concurrency, throughput } from './measure.ts';
import { residentMb } from './process-cost.ts';
import type { Stage } from './product.ts';
import { insertScans } from './scan-history.ts';

const requestCount = 10_000;
const idleConnections = 1_000;
const rowCount = 10_000;
const note = randomBytes(28 + 1_000).toString('base64');

/** Bytes that a table and its indexes take, for each of the rows that `insert` adds. */
async function bytesPerRow(sql: Sql, table: string, insert: () => Promise<unknown>): Promise<number> {
  const size = async () => {
    // A table in partitions is empty itself; any other has no partitions.
    const [row] = await sql<{ bytes: number }[]>`
      select (pg_total_relation_size(${table}::regclass) + coalesce(sum(pg_total_relation_size(relid)), 0))::float8 as bytes
      from pg_partition_tree(${table}::regclass) where relid <> ${table}::regclass`;
    return row?.bytes ?? Number.NaN;
  };
  const before = await size();
  await insert();
  return ((await size()) - before) / rowCount;
}

async function openOne(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // The server may close it at its own end, which resets it.
  socket.on('error', () => undefined);
  socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

/** A few at a time, so that none overflows the listener's queue. */
async function openIdle(port: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < idleConnections)
    sockets.push(...(await Promise.all(Array.from({ length: 20 }, () => openOne(port)))));
  return sockets;
}

/** The first of all parts: the product has just been started, so that its memory is that of a start. */
export async function cost({ product, call, sql, newPerson }: Stage): Promise<Comparison[]> {
  const { id, token } = await newPerson('bench_cost');
  const memory = () => residentMb(product.pid) ?? Number.NaN;
  const atStart = memory();
  let sent = 0;
  const read = async () => {
    sent += 1;
    await call('GET', sent % 2 === 0 ? '/api/profile' : '/api/results?source=history', undefined, token);
  };
  while (sent < requestCount) await throughput(read, concurrency, 1_000);
  const afterRequests = memory();
  const sockets = await openIdle(product.port);
  const withIdle = memory();
  for (const socket of sockets) socket.destroy();

  const bytes = {
    scan: await bytesPerRow(sql, 'scans', () => insertScans(sql, id, rowCount)),
    note: await bytesPerRow(
      sql,
      'notes',
      () => sql`
        insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
        select ${id}, gen_random_uuid(), '', ${note}, 'other', 1, now() - n * interval '1 minute', now()
        from generate_series(1, ${rowCount}::int) n`,
    ),
    event: await bytesPerRow(
      sql,
      'usage_events',
      () => sql`
        insert into usage_events (user_id, kind, at, duration_s)
        select ${id}, 'scan', now(), 42 from generate_series(1, ${rowCount}::int)`,
    ),
  };
  const line = (name: string, reference: string, unit: string, ours: number, theirs: number): Comparison => ({
    name,
    reference,
    unit,
    rounds: [{ ours, theirs }],
  });
  const before = 'its memory before';
  return [
    line(`memory after ${requestCount.toLocaleString('en')} requests`, before, 'MB', afterRequests, atStart),
    line(`memory with ${idleConnections.toLocaleString('en')} idle connections`, before, 'MB', withIdle, afterRequests),
    line('stored per scan', '7 answers of 2 bytes', 'B', bytes.scan, 14),
    line('stored per note of 1 kB', 'its envelope', 'B', bytes.note, note.length),
    line('stored per event', 'the budget of 64 B', 'B', bytes.event, 64),
  ];
}
