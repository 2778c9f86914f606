/** `npm run bench:usage -w @nuances/bench`: only the lines of the usage statistics. See README.md beside this file. */
import { availableParallelism, loadavg } from 'node:os';
import postgres from 'postgres';
import { aggregation, eventCount } from './aggregation.ts';
import { newPerson, openClient } from './client.ts';
import { table } from './measure.ts';
import { Product } from './product.ts';
import { recording } from './recording.ts';

const events = Number(process.argv[2] ?? eventCount);
const concurrency = 10;

const say = (text: string) => process.stderr.write(`${text}\n`);

const product = new Product();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void product.discard().then(() => process.exit(130)));

try {
  say('Starting the product (the first time it is built)…');
  await product.start();
  const { call, close } = openClient(product.port, concurrency);
  const sql = postgres(product.databaseUrl(), { max: concurrency, onnotice: () => undefined });
  say('Recording events…');
  const recorded = await recording(call, sql, await newPerson(call, 'bench_recorder'), concurrency);
  close();
  say('Counting weeks…');
  const counted = await aggregation(product, sql, events, say);
  await sql.end({ timeout: 5 });
  process.stdout.write(`${table([...recorded, ...counted])}\n\n`);
  process.stdout.write(
    `Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1) ?? '?'}.\n`,
  );
} finally {
  await product.discard();
}
