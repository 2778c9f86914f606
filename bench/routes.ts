import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import { type Person, textIn, tokensOf } from './client.ts';
import { load, type LoadRequest } from './load.ts';
import { type Comparison, concurrency, interleave } from './measure.ts';
import { processorMs } from './process-cost.ts';
import type { Stage } from './product.ts';
import { insertScans, newScan } from './scan-history.ts';

const rounds = 5;
const roundS = 1;
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

async function startBareServer(databaseUrl: string, tokenKey: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'bare-server.ts')], {
    env: {
      ...process.env,
      BENCH_DATABASE_URL: databaseUrl,
      BENCH_TOKEN_KEY: tokenKey,
      BENCH_POOL: String(concurrency),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: unknown[] = await once(child.stdout, 'data');
  if (child.pid === undefined) throw new Error('the bare server did not start');
  return { origin: `http://127.0.0.1:${String(printed[0]).trim()}`, pid: child.pid, stop: () => child.kill() };
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
      rest: { method: 'POST', url: `${product}/api/results`, token: writer.token, body: newScan },
      trpc: { method: 'POST', url: `${product}/trpc/results.create`, token: writer.token, body: newScan },
      bare: { method: 'POST', url: `${bare}/results`, token: bareToken(writer), body: newScan },
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
 */
export async function routes({ product, origin, call, sql, newPerson }: Stage): Promise<Comparison[]> {
  const [writer, few, many] = [
    await newPerson('bench_routes'),
    await newPerson('bench_routes_50'),
    await newPerson('bench_routes_500'),
  ];
  await insertScans(sql, few.id, 50);
  await insertScans(sql, many.id, 500);
  // As the database itself does within a minute.
  await sql`analyze`;
  const { refreshToken } = await tokensOf(call, writer);

  const tokenKey = randomBytes(32).toString('hex');
  const bare = await startBareServer(product.databaseUrl(), tokenKey);
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
    const { perSecond } = await load(request, concurrency, roundS);
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
      for (const work of [measure(route.rest, product.pid), measure(route.trpc, product.pid), theirs]) await work();
      for (const kind of ['rest', 'trpc'] as const) {
        processorTimes.clear();
        const name = `${route.name}, ${kind === 'rest' ? 'REST' : 'tRPC'}`;
        const rates = await interleave(measure(route[kind], product.pid), theirs, rounds);
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
