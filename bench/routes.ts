import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import type { Sql } from 'postgres';
import { type Call, newPerson, type Person, textIn } from './client.ts';
import { load, type LoadRequest } from './load.ts';
import { type Comparison, interleave } from './measure.ts';
import { processorMs } from './process-cost.ts';

const rounds = 5;
const roundS = 1;
const answers = [3, 6, 9, 7, 5, 8, 10];
/** A text with the form of an envelope: base64 of IV, tag and this many bytes. The server never opens one. */
const envelope = (bytes: number) => randomBytes(28 + bytes).toString('base64');
const note = { title: envelope(30), text: envelope(1_000), categoryId: 'other' };

/** One call in three forms. */
interface Route {
  readonly name: string;
  readonly rest: LoadRequest;
  readonly trpc: LoadRequest;
  readonly bare: LoadRequest;
  readonly goals: { readonly rest: string; readonly trpc?: string };
}

async function startBareServer(databaseUrl: string, tokenKey: string, pool: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'bare-server.ts')], {
    env: { ...process.env, BENCH_DATABASE_URL: databaseUrl, BENCH_TOKEN_KEY: tokenKey, BENCH_POOL: String(pool) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: unknown[] = await once(child.stdout, 'data');
  if (child.pid === undefined) throw new Error('the bare server did not start');
  return { origin: `http://127.0.0.1:${String(printed[0]).trim()}`, pid: child.pid, stop: () => child.kill() };
}

async function insertScans(sql: Sql, userId: string, count: number): Promise<void> {
  await sql`
    insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
    select ${userId}, gen_random_uuid(), ${answers}, 26, 42, now() - n * interval '1 day', now()
    from generate_series(1, ${count}::int) n`;
}

interface Sides {
  /** Origins of both servers. */
  readonly product: string;
  readonly bare: string;
  /** The key of the bare server's tokens. */
  readonly tokenKey: string;
  readonly writer: Person;
  /** With 50 scans. */
  readonly few: Person;
  /** With 500 scans. */
  readonly many: Person;
  /** Of the writer. */
  readonly refreshToken: string;
}

/** The measured calls of both servers. */
function comparedRoutes({ product, bare, tokenKey, writer, few, many, refreshToken }: Sides): readonly Route[] {
  const sign = createSigner({ key: tokenKey, algorithm: 'HS256', expiresIn: 3_600_000 });
  /** The token of the same session, signed for the bare server. */
  const bareToken = ({ token, id }: Person) => {
    const claims = Buffer.from(String(token.split('.')[1]), 'base64url').toString();
    return sign({ sub: id, sid: textIn(claims, 'sid') });
  };
  const scan = () => ({ _id: randomUUID(), answers, duration: 42, createdAt: new Date().toISOString() });
  const refresh = () => ({ refreshToken });
  const historyInput = encodeURIComponent(JSON.stringify({ source: 'history' }));
  const listOf = (name: string, person: Person, goals: Route['goals']): Route => ({
    name,
    rest: { method: 'GET', url: `${product}/api/results?source=history`, token: person.token },
    trpc: { method: 'GET', url: `${product}/trpc/results.list?input=${historyInput}`, token: person.token },
    bare: { method: 'GET', url: `${bare}/results`, token: bareToken(person) },
    goals,
  });
  return [
    {
      name: 'save a scan',
      rest: { method: 'POST', url: `${product}/api/results`, token: writer.token, body: scan },
      trpc: { method: 'POST', url: `${product}/trpc/results.create`, token: writer.token, body: scan },
      bare: { method: 'POST', url: `${bare}/results`, token: bareToken(writer), body: scan },
      goals: { rest: '>= 0.80', trpc: '>= 0.65' },
    },
    listOf('list 50 scans', few, { rest: '>= 0.80' }),
    listOf('list 500 scans', many, { rest: '>= 0.90' }),
    {
      name: 'create a note',
      rest: { method: 'POST', url: `${product}/api/notes`, token: writer.token, body: () => note },
      trpc: { method: 'POST', url: `${product}/trpc/notes.create`, token: writer.token, body: () => note },
      bare: { method: 'POST', url: `${bare}/notes`, token: bareToken(writer), body: () => note },
      goals: { rest: '>= 0.70' },
    },
    {
      name: 'read the profile',
      rest: { method: 'GET', url: `${product}/api/profile`, token: writer.token },
      trpc: { method: 'GET', url: `${product}/trpc/profile.get`, token: writer.token },
      bare: { method: 'GET', url: `${bare}/profile`, token: bareToken(writer) },
      goals: { rest: '' },
    },
    {
      name: 'refresh',
      rest: { method: 'POST', url: `${product}/api/auth/refresh`, body: refresh },
      trpc: { method: 'POST', url: `${product}/trpc/auth.refresh`, body: refresh },
      bare: { method: 'POST', url: `${bare}/refresh`, body: refresh },
      goals: { rest: '>= 0.70' },
    },
  ];
}

/**
 * Measures the most frequent calls, through REST and through tRPC, against a bare route that does the same work (see
 * bare-server.ts), in alternating rounds.
 * @param productPid process id of the server
 * @param pool connections to the database of either side, and parallel requests
 */
export async function routes(
  origin: string,
  productPid: number,
  databaseUrl: string,
  call: Call,
  sql: Sql,
  pool: number,
): Promise<Comparison[]> {
  const [writer, few, many] = [
    await newPerson(call, 'bench_routes'),
    await newPerson(call, 'bench_routes_50'),
    await newPerson(call, 'bench_routes_500'),
  ];
  await insertScans(sql, few.id, 50);
  await insertScans(sql, many.id, 500);
  // As the database itself does within a minute.
  await sql`analyze`;
  const login = await call('POST', '/api/auth/login', { username: writer.username, password: writer.password });
  const refreshToken = textIn(login, 'refreshToken');

  const tokenKey = randomBytes(32).toString('hex');
  const bare = await startBareServer(databaseUrl, tokenKey, pool);
  const compared = comparedRoutes({ product: origin, bare: bare.origin, tokenKey, writer, few, many, refreshToken });

  /** Removes what earlier rounds have stored, so that each has the same work and no quota is reached. */
  const empty = async () => {
    await sql`delete from notes where user_id = ${writer.id}`;
    await sql`delete from scans where user_id = ${writer.id}`;
  };
  const processorTimes = new Map<LoadRequest, number[]>();
  const measure = (request: LoadRequest, pid: number) => async () => {
    await empty();
    const before = processorMs(pid);
    const { perSecond } = await load(request, pool, roundS);
    const after = processorMs(pid);
    const times = processorTimes.get(request) ?? [];
    processorTimes.set(request, times);
    if (before !== null && after !== null) times.push((after - before) / (perSecond * roundS));
    return perSecond;
  };
  const found: Comparison[] = [];
  try {
    for (const route of compared) {
      const theirs = measure(route.bare, bare.pid);
      for (const work of [measure(route.rest, productPid), measure(route.trpc, productPid), theirs]) await work();
      for (const kind of ['rest', 'trpc'] as const) {
        processorTimes.clear();
        const name = `${route.name}, ${kind === 'rest' ? 'REST' : 'tRPC'}`;
        const rates = await interleave(measure(route[kind], productPid), theirs, rounds);
        const reference = 'a bare Fastify route';
        found.push({ name, reference, unit: '/s', rounds: rates, goal: route.goals[kind] ?? '' });
        const [own = [], others = []] = [route[kind], route.bare].map((request) => processorTimes.get(request));
        const perProcessorS = own.flatMap((ms, index) => {
          const other = others[index];
          return other === undefined ? [] : { ours: 1_000 / ms, theirs: 1_000 / other };
        });
        if (perProcessorS.length > 0)
          found.push({ name: `${name}, server only`, reference, unit: '/cpu s', rounds: perProcessorS });
      }
    }
  } finally {
    bare.stop();
  }
  return found;
}
