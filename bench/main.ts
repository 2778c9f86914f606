/** `npm run bench`: ratios against a reference measured in the same run. See README.md beside this file. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { aggregation, eventCount } from './aggregation.ts';
import { calendarInTheBrowser } from './calendar.ts';
import { type Call, newPerson, openClient, type Person } from './client.ts';
import { cost } from './cost.ts';
import { firstVisits } from './first-visit.ts';
import { interactionInTheBrowser } from './interaction.ts';
import { load, type LoadRequest } from './load.ts';
import { type Comparison, interleave, sampling, table, throughput } from './measure.ts';
import { notesInTheBrowser } from './notes.ts';
import { openSql } from './open-sql.ts';
import { Product } from './product.ts';
import { recording } from './recording.ts';
import { restoreInTheBrowser } from './restore.ts';
import { routes } from './routes.ts';
import { statisticsInTheBrowser } from './statistics.ts';
import { vaultMoveInTheBrowser } from './vault-move.ts';
import { vaultPriceInTheBrowser } from './vault-price.ts';

/** Parallel calls, and connections of the reference: the size of the product's pool. */
const concurrency = 10;
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

const answers = [3, 6, 9, 7, 5, 8, 10];
const scoring = 26;

/** Parts that can be measured alone: `npm run bench -- notes start`. */
const parts = [
  'cost',
  'routes',
  'saving',
  'listing',
  'logins',
  'notes',
  'statistics',
  'calendar',
  'visits',
  'interaction',
  'restore',
  'vault-move',
  'vault-price',
  'recording',
  'usage',
  'start',
] as const;
type Part = (typeof parts)[number];
/** Measures the parts that have a smaller form whole. */
const wholeOption = '--whole';
const requestedParts = process.argv.slice(2).filter((word) => word !== wholeOption);
const isWhole = process.argv.includes(wholeOption);
const unknown = requestedParts.find((name) => !parts.some((part) => part === name));
if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are ${parts.join(', ')}`);
const selectedParts: ReadonlySet<Part> = new Set(
  requestedParts.length === 0 ? parts : parts.filter((part) => requestedParts.includes(part)),
);

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

async function saving(call: Call, sql: Sql, people: readonly [Person, Person, Person]): Promise<Comparison[]> {
  const [rest, trpc, direct] = people;
  const scan = () => ({ _id: randomUUID(), answers, duration: 42, createdAt: new Date().toISOString() });
  const works = {
    rest: () => call('POST', '/api/results', scan(), rest.token),
    trpc: () => call('POST', '/trpc/results.create', scan(), trpc.token),
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

async function listing(call: Call, sql: Sql, { id, token }: Person): Promise<Comparison> {
  await sql`
    insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
    select ${id}, gen_random_uuid(), ${answers}, ${scoring}, 42, now() - n * interval '1 day', now()
    from generate_series(1, ${historyLength}::int) n`;
  const ours = () => call('GET', '/api/results?source=history', undefined, token);
  const theirs = () => sql`
    select id, scoring, answers, created_at from scans where user_id = ${id} order by created_at desc, id`;
  await throughput(ours, concurrency, warmUpMs);
  await throughput(theirs, concurrency, warmUpMs);
  const found = await interleave(
    () => throughput(ours, concurrency, roundMs),
    () => throughput(theirs, concurrency, roundMs),
  );
  return {
    name: `list ${historyLength} scans, REST`,
    reference: 'the same SELECT by the driver',
    unit: '/s',
    rounds: found,
  };
}

/** @param visitor logs in over and over; an account has few sessions, so the calls are those of another person */
async function loginsBesideCalls(port: number, call: Call, caller: Person, visitor: Person): Promise<Comparison[]> {
  const { token } = caller;
  const { username, password } = visitor;
  const logins = openClient(port, loginsInFlight);
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
    url: `http://127.0.0.1:${port}/api/results`,
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

async function starting(product: Product): Promise<Comparison> {
  const again = async (): Promise<number> => {
    const { ms, built } = await product.start();
    await product.stop();
    // A source was changed meanwhile, so that start was not a second one.
    return built ? again() : ms;
  };
  const node = () => {
    const began = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    return Promise.resolve(performance.now() - began);
  };
  await node();
  return {
    name: 'second start, until ready',
    reference: 'node -e 0',
    unit: 'ms',
    rounds: await interleave(again, node, startRounds),
    goal: '<= 5.00',
  };
}

async function run(product: Product): Promise<Comparison[]> {
  logProgress('Starting the product (the first time it is built)…');
  await product.start();
  const { call, close } = openClient(product.port, concurrency);
  const sql = openSql(product.databaseUrl(), concurrency);
  const names = ['bench_rest', 'bench_trpc', 'bench_direct', 'bench_reader', 'bench_caller', 'bench_writer'];
  const people: Person[] = [];
  // One after the other: a busy machine answers six at once with 503.
  for (const name of names) people.push(await newPerson(call, name));
  const [rest, trpc, direct, reader, caller, writer] = people;
  if (!rest || !trpc || !direct || !reader || !caller || !writer) throw new Error('somebody is missing');

  const origin = `http://localhost:${product.port}`;
  const found: Comparison[] = [];
  const measure = async (name: Part, title: string, work: () => Promise<Comparison | readonly Comparison[]>) => {
    if (!selectedParts.has(name)) return;
    logProgress(title);
    found.push(...[await work()].flat());
  };
  await measure('cost', 'Memory and storage…', async () =>
    cost(product, call, sql, await newPerson(call, 'bench_cost')),
  );
  await measure('routes', 'Routes beside bare ones…', () =>
    routes(origin, product.pid, product.databaseUrl(), call, sql, concurrency),
  );
  await measure('saving', 'Saving scans…', () => saving(call, sql, [rest, trpc, direct]));
  await measure('listing', 'Listing a history…', () => listing(call, sql, reader));
  await measure('logins', 'Logins beside other calls…', async () =>
    loginsBesideCalls(product.port, call, caller, await newPerson(call, 'bench_visitor')),
  );
  await measure('notes', 'Ten thousand notes in a browser…', () => notesInTheBrowser(origin, call, sql, writer));
  await measure('statistics', 'Ten thousand scans in a browser…', async () => {
    const [few, many] = [await newPerson(call, 'bench_few'), await newPerson(call, 'bench_many')];
    return statisticsInTheBrowser(origin, call, sql, { few, many });
  });
  await measure('calendar', 'A calendar of ten thousand scans in a browser…', async () => {
    const [few, many] = [await newPerson(call, 'bench_year'), await newPerson(call, 'bench_years')];
    return calendarInTheBrowser(origin, call, sql, { few, many });
  });
  await measure('visits', 'Visits of a phone…', async () =>
    firstVisits(origin, call, sql, await newPerson(call, 'bench_visits')),
  );
  await measure('interaction', 'Inputs on a slow phone…', async () =>
    interactionInTheBrowser(origin, call, sql, await newPerson(call, 'bench_inputs')),
  );
  await measure('restore', 'A large export in a browser…', async () =>
    restoreInTheBrowser(origin, call, await newPerson(call, 'bench_restore')),
  );
  await measure('vault-move', 'A full account into a vault, and back…', async () =>
    vaultMoveInTheBrowser(origin, call, sql, await newPerson(call, 'bench_vault'), isWhole ? 1 : 0.1),
  );
  await measure('vault-price', 'The same account with and without a vault…', () =>
    vaultPriceInTheBrowser(origin, call, sql, (name) => newPerson(call, name)),
  );
  await measure('recording', 'Recording events…', () => recording(call, sql, direct, concurrency));
  await measure('usage', 'Counting the weeks of the usage statistics…', () =>
    aggregation(product, sql, eventCount, logProgress),
  );

  close();
  await sql.end({ timeout: 5 });
  await product.stop();

  if (!selectedParts.has('start')) return found;
  logProgress('Starting again…');
  found.push(await starting(product));
  return found;
}

const product = new Product();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void product.discard().then(() => process.exit(130)));

const began = performance.now();
try {
  const found = await run(product);
  process.stdout.write(`${table(found)}\n\n`);
  process.stdout.write(
    `Medians of ${rounds} interleaved rounds of ${roundMs} ms, ${concurrency} at a time (beside the logins ${hurriedCallers} without pause, ${steadyCallers} with a call every ${steadyIntervalMs} ms); ` +
      `Node ${process.versions.node}, ${availableParallelism()} cores, ${Math.round((performance.now() - began) / 1_000)} s in all.\n`,
  );
} finally {
  await product.discard();
}
