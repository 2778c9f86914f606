/**
 * `npm run profile -- saving`: what the server's processor time goes to while one kind of call is made without pause. See
 * README.md beside this file.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Person, tokensOf } from './client.ts';
import { readProfile, readSourceMap, sourceFinder, summarise, type Summary } from './cpu-profile.ts';
import { insertNotes } from './notes-data.ts';
import { load, type LoadRequest } from './load.ts';
import { concurrency } from './measure.ts';
import { type Product, type Stage as AnyStage, start, withProduct } from './product.ts';
import { insertScans, newScan } from './scan-history.ts';

const root = dirname(import.meta.dirname);
const folder = join(root, '.data', 'profiles');
/** Of `CPU.date.time.process.thread.number.cpuprofile`. */
const mainThread = /\.0\.\d+\.cpuprofile$/;
const warmUpS = 2;
const measuredS = 8;
/** People who share the load, so that none reaches a quota. */
const accountCount = 16;
const historyLength = 500;
const shownFunctions = 25;
const shownOwners = 8;

/** What a load is made from. */
interface Stage extends AnyStage {
  readonly people: readonly [Person, ...Person[]];
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
    const next = inTurn(people);
    return { method: 'POST', url: `${origin}/api/results`, token: () => next().token, body: newScan };
  },
  async listing({ origin, people: [{ id, token }], sql }) {
    await insertScans(sql, id, historyLength);
    return { method: 'GET', url: `${origin}/api/results?source=history`, token };
  },
  async notes({ origin, people }) {
    const text = randomBytes(28 + 1_000).toString('base64');
    const next = inTurn(people);
    const body = () => ({ title: '', text, categoryId: 'other' });
    return { method: 'POST', url: `${origin}/api/notes`, token: () => next().token, body };
  },
  async reading({ origin, people: [{ id, token }], sql }) {
    await insertNotes(sql, id, randomBytes(32).toString('hex'), historyLength);
    return { method: 'GET', url: `${origin}/api/notes/all`, token };
  },
  async refresh({ origin, people, call }) {
    const tokens: string[] = [];
    for (const person of people) tokens.push((await tokensOf(call, person)).refreshToken);
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

function profile(name: string, makeLoad: (stage: Stage) => Promise<LoadRequest>): Promise<void> {
  // Each thread writes a file of its own.
  const written = join(folder, `${name}-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}`);
  const work = async (product: Product) => {
    const stage = await start(product, concurrency);
    const first = await stage.newPerson('profile_0');
    const others: Person[] = [];
    while (others.length < accountCount - 1) others.push(await stage.newPerson(`profile_${others.length + 1}`));
    const request = await makeLoad({ ...stage, people: [first, ...others] });
    process.stderr.write(`Making calls for ${warmUpS} + ${measuredS} seconds…\n`);
    await load(request, concurrency, warmUpS);
    const from = clockUs();
    const { perSecond, p99Ms } = await load(request, concurrency, measuredS);
    const to = clockUs();
    await stage.close();
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
  };
  return withProduct(work, ['--cpu-prof', '--cpu-prof-dir', written]);
}

const [name = ''] = process.argv.slice(2);
const makeLoad = Object.hasOwn(loads, name) ? loads[name] : undefined;
if (makeLoad) await profile(name, makeLoad);
else {
  process.stderr.write(`npm run profile -- NAME, with one of: ${Object.keys(loads).join(', ')}\n`);
  process.exitCode = 2;
}
