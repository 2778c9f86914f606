/**
 * `npm run profile -- saving`: what the server's processor time goes to while one kind of call is made without pause. See
 * README.md beside this file.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Call, newPerson, openClient, type Person, textIn } from './client.ts';
import { readProfile, readSourceMap, sourceFinder, summarise, type Summary } from './cpu-profile.ts';
import { insertNotes } from './notes-data.ts';
import { load, type LoadRequest } from './load.ts';
import { openSql } from './open-sql.ts';
import { Product } from './product.ts';

const root = dirname(import.meta.dirname);
const folder = join(root, '.data', 'profiles');
/** Of `CPU.date.time.process.thread.number.cpuprofile`. */
const mainThread = /\.0\.\d+\.cpuprofile$/;
const concurrency = 10;
const warmUpS = 2;
const measuredS = 8;
/** People who share the load, so that none reaches a quota. */
const accountCount = 16;
const answers = [3, 6, 9, 7, 5, 8, 10];
const historyLength = 500;
const shownFunctions = 25;
const shownOwners = 8;

/** What a load is made from. */
interface Stage {
  readonly origin: string;
  readonly people: readonly [Person, ...Person[]];
  readonly call: Call;
  readonly sql: ReturnType<typeof openSql>;
}

/** Something different for each request, in turn. */
function inTurn<Item>(items: readonly [Item, ...Item[]]): () => Item {
  let turn = 0;
  return () => {
    turn += 1;
    return items[turn % items.length] ?? items[0];
  };
}

/** The kinds of calls, by the name in the command. */
const loads: Readonly<Record<string, (stage: Stage) => Promise<LoadRequest>>> = {
  async saving({ origin, people }) {
    const body = () => ({ _id: randomUUID(), answers, duration: 42, createdAt: new Date().toISOString() });
    const next = inTurn(people);
    return { method: 'POST', url: `${origin}/api/results`, token: () => next().token, body };
  },
  async listing({ origin, people: [{ id, token }], sql }) {
    await sql`
      insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
      select ${id}, gen_random_uuid(), ${answers}, 26, 42, now() - n * interval '1 day', now()
      from generate_series(1, ${historyLength}::int) n`;
    return { method: 'GET', url: `${origin}/api/results?source=history`, token };
  },
  async notes({ origin, people }) {
    const text = randomBytes(28 + 1_000).toString('base64');
    const next = inTurn(people);
    const body = () => ({ title: '', text, categoryId: 'other' });
    return { method: 'POST', url: `${origin}/api/notes`, token: () => next().token, body };
  },
  async reading({ origin, people: [{ id, token }], sql }) {
    await insertNotes(sql, id, randomBytes(32), historyLength);
    return { method: 'GET', url: `${origin}/api/notes/all`, token };
  },
  async refresh({ origin, people, call }) {
    const tokens: string[] = [];
    for (const { username, password } of people)
      tokens.push(textIn(await call('POST', '/api/auth/login', { username, password }), 'refreshToken'));
    const [first = '', ...others] = tokens;
    const next = inTurn([first, ...others]);
    return { method: 'POST', url: `${origin}/api/auth/refresh`, body: () => ({ refreshToken: next() }) };
  },
  async logins({ origin, people }) {
    const next = inTurn(people);
    const body = () => {
      const { username, password } = next();
      return { username, password };
    };
    return { method: 'POST', url: `${origin}/api/auth/login`, body };
  },
};

/** Microseconds of the clock that profiles have. */
const clockUs = () => Number(process.hrtime.bigint() / 1_000n);

const percent = (part: number) => `${(100 * part).toFixed(1)} %`.padStart(7);

function tableOf({ owners, functions }: Summary): string {
  const rows = functions
    .slice(0, shownFunctions)
    .map(
      ({ name, place, self, total }) =>
        `${percent(self)} ${percent(total)}  ${name}${place === '' ? '' : `  ${place}`}`,
    );
  return [
    'Of the busy time, by owner:',
    ...owners.slice(0, shownOwners).map(({ name, self }) => `${percent(self)}  ${name}`),
    '',
    '   self   total  function',
    ...rows,
  ].join('\n');
}

/** The map beside a bundle. */
function mapOf(url: string): SourceMap | null {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return null;
  const path = `${fileURLToPath(url)}.map`;
  return existsSync(path) ? readSourceMap(readFileSync(path, 'utf8')) : null;
}

async function profile(name: string, makeLoad: (stage: Stage) => Promise<LoadRequest>): Promise<void> {
  // Each thread writes a file of its own.
  const written = join(folder, `${name}-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}`);
  const product = new Product(['--cpu-prof', '--cpu-prof-dir', written]);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void product.discard().then(() => process.exit(130)));
  try {
    process.stderr.write('Starting the product (the first time it is built)…\n');
    await product.start();
    const { call, close } = openClient(product.port, concurrency);
    const sql = openSql(product.databaseUrl(), concurrency);
    const first = await newPerson(call, 'profile_0');
    const others: Person[] = [];
    // One after the other: a server that has just started takes few logins at a time.
    while (others.length < accountCount - 1) others.push(await newPerson(call, `profile_${others.length + 1}`));
    const request = await makeLoad({
      origin: `http://127.0.0.1:${product.port}`,
      people: [first, ...others],
      call,
      sql,
    });
    process.stderr.write(`Making calls for ${warmUpS} + ${measuredS} seconds…\n`);
    await load(request, concurrency, warmUpS);
    const from = clockUs();
    const { perSecond, p99Ms } = await load(request, concurrency, measuredS);
    const to = clockUs();
    close();
    await sql.end({ timeout: 5 });
    // The profile is written when the process ends by itself.
    await product.stop();
    const file = readdirSync(written).find((thread) => mainThread.test(thread));
    if (file === undefined) throw new Error('The server wrote no profile');
    const path = join(written, file);
    const summary = summarise(readProfile(readFileSync(path, 'utf8')), from, to, sourceFinder(mapOf));
    process.stdout.write(
      `${name}: ${Math.round(perSecond)} calls per second (${concurrency} at a time), 99 % within ${p99Ms} ms; ` +
        `the thread was busy for ${percent(summary.busy).trim()} of the time\n\n${tableOf(summary)}\n\n` +
        `Profile of the whole run: ${path}\nIt opens in the performance panel of Chromium's developer tools, and in VS Code.\n`,
    );
  } finally {
    await product.discard();
  }
}

const [name = ''] = process.argv.slice(2);
const makeLoad = Object.hasOwn(loads, name) ? loads[name] : undefined;
if (makeLoad) await profile(name, makeLoad);
else {
  process.stderr.write(`npm run profile -- NAME, with one of: ${Object.keys(loads).join(', ')}\n`);
  process.exitCode = 2;
}
