/** `npm run bench`: ratios against a reference measured in the same run. See README.md beside this file. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { aggregation } from './aggregation.ts';
import { calendarInTheBrowser } from './calendar.ts';
import { openClient } from './client.ts';
import { cost } from './cost.ts';
import { firstVisits } from './first-visit.ts';
import { interactionInTheBrowser } from './interaction.ts';
import { load, type LoadRequest } from './load.ts';
import { type Comparison, concurrency, interleave, sampling, table, throughput } from './measure.ts';
import { notesInTheBrowser } from './notes.ts';
import { type Product, type Stage, start, withProduct } from './product.ts';
import { recording } from './recording.ts';
import { restoreInTheBrowser } from './restore.ts';
import { routes } from './routes.ts';
import { answers, insertScans, newScan, scoring } from './scan-history.ts';
import { statisticsInTheBrowser } from './statistics.ts';
import { vaultMoveInTheBrowser } from './vault-move.ts';
import { vaultPriceInTheBrowser } from './vault-price.ts';

const { rounds, roundMs, warmUpMs } = sampling;
const historyLength = 500;
const loginsInFlight = 16;
/** Callers beside the logins: two without pauses, or a few more at a steady rate. */
const hurriedCallers = 2;
const steadyCallers = 4;
/** Time between the starts of two calls of a steady caller, milliseconds. */
const steadyIntervalMs = 25;
const latencyRounds = 5;
const startRounds = 10;

/** Measures the parts that have a smaller form whole. */
const wholeOption = '--whole';
const isWhole = process.argv.includes(wholeOption);

/** What is measured, in this order; each can be measured alone: `npm run bench -- notes start`. */
const parts: Readonly<Record<string, readonly [title: string, (stage: Stage) => Promise<readonly Comparison[]>]>> = {
  cost: ['Memory and storage…', cost],
  routes: ['Routes beside bare ones…', routes],
  saving: ['Saving scans…', saving],
  listing: ['Listing a history…', listing],
  logins: ['Logins beside other calls…', loginsBesideCalls],
  notes: ['Ten thousand notes in a browser…', notesInTheBrowser],
  statistics: ['Ten thousand scans in a browser…', statisticsInTheBrowser],
  calendar: ['A calendar of ten thousand scans in a browser…', calendarInTheBrowser],
  visits: ['Visits of a phone…', firstVisits],
  interaction: ['Inputs on a slow phone…', interactionInTheBrowser],
  restore: ['A large export in a browser…', restoreInTheBrowser],
  'vault-move': ['A full account into a vault, and back…', (stage) => vaultMoveInTheBrowser(stage, isWhole ? 1 : 0.1)],
  'vault-price': ['The same account with and without a vault…', vaultPriceInTheBrowser],
  recording: ['Recording events…', recording],
  usage: ['Counting the weeks of the usage statistics…', aggregation],
  // The last one: it stops the product.
  start: ['Starting again…', starting],
};

const asked = process.argv.slice(2).filter((word) => word !== wholeOption);
const unknown = asked.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are ${Object.keys(parts).join(', ')}`);

const logProgress = (text: string) => process.stderr.write(`${text}\n`);

/** A scan and its event stored directly, as two statements of one transaction. */
function insertScan(sql: Sql, userId: string): () => Promise<unknown> {
  return () =>
    sql.begin(async (transaction) => {
      await transaction`
        insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
        values (${userId}, ${randomUUID()}, ${answers}, ${scoring}, 42, ${new Date()}, now())
        on conflict (user_id, id) do nothing
        returning id, answers, scoring, created_at, duration_s, received_at`;
      await transaction`
        insert into usage_events (user_id, kind, at, duration_s) values (${userId}, 'scan', now(), 42)`;
    });
}

async function saving({ call, sql, newPerson }: Stage): Promise<Comparison[]> {
  const [rest, trpc] = [await newPerson('bench_rest'), await newPerson('bench_trpc')];
  const direct = await newPerson('bench_direct');
  const works = {
    rest: () => call('POST', '/api/results', newScan(), rest.token),
    trpc: () => call('POST', '/trpc/results.create', newScan(), trpc.token),
    direct: insertScan(sql, direct.id),
  };
  for (const work of Object.values(works)) await throughput(work, concurrency, warmUpMs);
  const at = (name: keyof typeof works) => () => throughput(works[name], concurrency, roundMs);
  const reference = 'the same two INSERTs by the driver';
  return [
    { name: 'save a scan, REST', reference, unit: '/s', rounds: await interleave(at('rest'), at('direct')) },
    { name: 'save a scan, tRPC', reference, unit: '/s', rounds: await interleave(at('trpc'), at('direct')) },
  ];
}

async function listing({ call, sql, newPerson }: Stage): Promise<Comparison[]> {
  const { id, token } = await newPerson('bench_reader');
  await insertScans(sql, id, historyLength);
  const ours = () => call('GET', '/api/results?source=history', undefined, token);
  const theirs = () => sql`
    select id, scoring, answers, created_at from scans where user_id = ${id} order by created_at desc, id`;
  await throughput(ours, concurrency, warmUpMs);
  await throughput(theirs, concurrency, warmUpMs);
  const found = await interleave(
    () => throughput(ours, concurrency, roundMs),
    () => throughput(theirs, concurrency, roundMs),
  );
  const name = `list ${historyLength} scans, REST`;
  return [{ name, reference: 'the same SELECT by the driver', unit: '/s', rounds: found }];
}

async function loginsBesideCalls({ product, origin, call, newPerson }: Stage): Promise<Comparison[]> {
  const { token } = await newPerson('bench_caller');
  // Logs in over and over; an account has few sessions, so the calls are those of another person.
  const { username, password } = await newPerson('bench_visitor');
  const logins = openClient(product.port, loginsInFlight);
  const paths = ['/api/health', '/api/results?source=history'] as const;
  let turn = 0;
  const visit = () => {
    turn += 1;
    return call('GET', paths[turn % 2] ?? paths[0], undefined, token);
  };

  const beside = async (measure: () => Promise<number>) => {
    let isLoginLoad = true;
    const login = async () => {
      while (isLoginLoad) await logins.call('POST', '/api/auth/login', { username, password });
    };
    const all = Promise.all(Array.from({ length: loginsInFlight }, login));
    // The queue of logins is full before the measurement starts.
    await sleep(150);
    const found = await measure();
    isLoginLoad = false;
    await all;
    return found;
  };

  const hurried = () => throughput(visit, hurriedCallers, roundMs);
  const steady = () => throughput(visit, steadyCallers, roundMs, steadyIntervalMs);
  await throughput(visit, hurriedCallers, warmUpMs);
  const unpaced = {
    name: `calls without pause, ${loginsInFlight} logins`,
    rounds: await interleave(() => beside(hurried), hurried),
  };
  const paced = {
    name: `calls at a pace, ${loginsInFlight} logins`,
    rounds: await interleave(() => beside(steady), steady),
  };
  const save: LoadRequest = {
    method: 'POST',
    url: `${origin}/api/results`,
    token,
    body: () => ({ answers, duration: 42 }),
  };
  const answers99 = async () => (await load(save, steadyCallers, 1)).p99Ms;
  const slowest = await interleave(() => beside(answers99), answers99, latencyRounds);
  logins.close();
  const reference = 'the same calls without logins';
  return [
    { ...paced, reference, unit: '/s', goal: '>= 0.95' },
    { ...unpaced, reference, unit: '/s', goal: '>= 0.80' },
    { name: `p99 of a save, ${loginsInFlight} logins`, reference, unit: 'ms', rounds: slowest, goal: '<= 3.00' },
  ];
}

async function starting({ product }: Stage): Promise<Comparison[]> {
  await product.stop();
  const again = async (): Promise<number> => {
    const began = performance.now();
    await product.start();
    const ms = performance.now() - began;
    const isBuilt = product.saidSinceStart().includes('Building Nuances');
    await product.stop();
    // A source was changed meanwhile, so that start was not a second one.
    return isBuilt ? again() : ms;
  };
  const node = () => {
    const began = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    return Promise.resolve(performance.now() - began);
  };
  await node();
  const found = await interleave(again, node, startRounds);
  const name = 'second start, until ready';
  return [{ name, reference: 'node -e 0', unit: 'ms', rounds: found, goal: '<= 4.50' }];
}

async function run(product: Product): Promise<Comparison[]> {
  const stage = await start(product, concurrency);
  const found: Comparison[] = [];
  for (const [name, [title, measure]] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    logProgress(title);
    try {
      found.push(...(await measure(stage)));
    } catch (error) {
      // The parts after it are still measured: a whole run takes many minutes.
      logProgress(`${name} was not measured: ${String(error)}`);
      process.exitCode = 1;
    }
  }
  await stage.close();
  return found;
}

const began = performance.now();
await withProduct(async (product) => {
  process.stdout.write(`${table(await run(product))}\n\n`);
  process.stdout.write(
    `Medians of ${rounds} interleaved rounds of ${roundMs} ms, ${concurrency} at a time (beside the logins ${hurriedCallers} without pause, ${steadyCallers} with a call every ${steadyIntervalMs} ms); ` +
      `Node ${process.versions.node}, ${availableParallelism()} cores, ${Math.round((performance.now() - began) / 1_000)} s in all.\n`,
  );
});
