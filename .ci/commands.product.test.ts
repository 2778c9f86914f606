/**
 * What the documents show is typed, as it stands, into a clean clone. A line that nobody classified in `documented.ts` is run to its
 * end and must succeed, so a new one is run or fails here. Only what stands for something of the reader's is replaced:
 * addresses, ports, folders, names.
 */
import { freePort } from '@nuances/db/free-port';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../apps/api/src/testing/one-time-codes.ts';
import { cloneInto } from './clone.ts';
import { blocks, type Command, commands, elsewhere, notTyped, operatorCommands } from './documented.ts';

const root = dirname(import.meta.dirname);
const ada = { username: 'ada', email: 'ada@example.org', password: 'Nights&Days-7', language: 'fr' };
/** An account with one-time codes. */
const withCodes = { ...ada, username: 'coded', email: 'coded@example.org' };
const lea = { username: 'lea', password: 'Lavande7!' };
const sol = { username: 'sol', password: 'Tournesol7!' };

/** Holds the clone and everything that the lines write outside of it. */
let home: string;
let clone: string;
let port: number;
let developmentPort: number;
const url = () => `http://localhost:${port}`;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'nuances-documents-'));
  // Started as root, PostgreSQL runs under another account.
  chmodSync(home, 0o755);
  clone = join(home, 'nuances');
  cloneInto(clone);
  mkdirSync(join(home, 'safe'));
  port = await freePort();
  developmentPort = await freePort();
}, 120_000);

const running = new Set<ChildProcess>();
const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Ctrl-C: a terminal sends it to all processes of a line. */
async function interrupt(child: ChildProcess): Promise<void> {
  if (isOver(child) || child.pid === undefined) return;
  const ended = once(child, 'close');
  process.kill(-child.pid, 'SIGINT');
  await ended;
}

afterAll(async () => {
  for (const child of running)
    if (!isOver(child) && child.pid !== undefined) {
      const ended = once(child, 'close');
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
  rmSync(home, { recursive: true, force: true });
});

/** A folder of data for a restore: another database, and the key that the backup was made with. */
function otherData(): string {
  const folder = mkdtempSync(join(home, 'data-'));
  copyFileSync(join(clone, '.data', 'master.key'), join(folder, 'master.key'));
  chmodSync(folder, 0o755);
  return folder;
}

/** What a document shows for something of the reader's, and what it is here. */
const replaced = (): readonly (readonly [RegExp, string])[] => [
  [/localhost:3000|127\.0\.0\.1:3000/g, `localhost:${port}`],
  [/\bPORT=\d+/g, `PORT=${port}`],
  [/\/safe\b/g, join(home, 'safe')],
  [/\/opt\/nuances\b/g, clone],
  [/age1…/g, readAgeKey()],
  [/\bFOLDER\b/g, join(home, 'image')],
  [/(?<=second-factor end )USER\b/g, withCodes.username],
  [/\bUSER\b/g, ada.username],
  [/\bFILE\b/g, join(home, 'safe', 'file.backup')],
];

function readAgeKey(): string {
  const file = join(clone, 'key.txt');
  return (existsSync(file) ? /age1\w+/.exec(readFileSync(file, 'utf8'))?.[0] : undefined) ?? 'age1…';
}

interface Line {
  readonly text: string;
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function type({ text, cwd = clone, input = '', env = {} }: Line) {
  const line = replaced().reduce((typed, [shown, here]) => typed.replaceAll(shown, here), text);
  const child = spawn('bash', ['-c', line], {
    cwd,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      CHROMIUM_PATH: process.env['CHROMIUM_PATH'],
      XDG_CONFIG_HOME: join(home, 'config'),
      NUANCES_SESSION: join(home, 'session.json'),
      // Nothing here needs a registry.
      npm_config_offline: 'true',
      PORT: String(port),
      // Many log in within the same minute.
      AUTH_RATE_LIMIT: '1000',
      NUANCES_URL: url(),
      NUANCES_PASSPHRASE: 'quatre mots au café',
      ...env,
    },
  });
  running.add(child);
  const said = { out: '', all: '' };
  child.stdout.on('data', (chunk) => {
    said.out += String(chunk);
    said.all += String(chunk);
  });
  child.stderr.on('data', (chunk) => (said.all += String(chunk)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return { child, said };
}

async function typeToEnd(line: Line): Promise<string> {
  const { child, said } = type(line);
  const [code]: unknown[] = await once(child, 'close');
  expect(code, `${line.text}\n${said.all.slice(-3_000)}`).toBe(0);
  return said.out;
}

/** Types a line that serves until Ctrl-C, and resolves once it has said where. */
async function serve(line: Line, ready: RegExp) {
  const { child, said } = type(line);
  const address = await new Promise<string>((resolve, reject) => {
    const read = () => {
      const found = ready.exec(said.all)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => reject(new Error(`${line.text} ended: ${said.all.slice(-3_000)}`)));
  });
  return { child, address };
}

async function post(path: string, body: object, token?: string) {
  const answer = await fetch(`${url()}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'fr',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, json: Object(await answer.json()) as Record<string, unknown> };
}
const tokenOf = async (person: object) => String((await post('/auth/login', person)).json['shortToken']);
async function turnCodesOn(token: string): Promise<void> {
  await post('/security/proof', { password: withCodes.password }, token);
  const { secret } = (await post('/security/codes', {}, token)).json;
  const on = await post('/security/codes/confirm', { code: codeOf(String(secret)) }, token);
  expect(on).toMatchObject({ status: 200 });
}
const canLogIn = async (person: { readonly username: string; readonly password: string }) =>
  expect(await post('/auth/login', person)).toMatchObject({ status: 200, json: { shortToken: expect.any(String) } });

const ready = /^Nuances is ready: (\S+)$/m;
const viteReady = /Local:\s+(http:\/\/\S+)/;

/** A line that needs more than to be typed. */
interface Special {
  readonly input?: string;
  readonly env?: () => Readonly<Record<string, string>>;
  /** It serves until Ctrl-C: what a path below the printed address shows. */
  readonly serves?: { readonly path: string; readonly shows: string };
  readonly before?: () => unknown;
  readonly after?: (out: string) => unknown;
  /** What is typed instead, where the whole would take too long. */
  readonly shortened?: string;
}

const unchanged = () =>
  expect(
    execFileSync('git', ['status', '--porcelain', '-uno', '--', ':!*.png'], { cwd: clone, encoding: 'utf8' }),
  ).toBe('');
const openedExport = async () => {
  const file = join(clone, 'nuances-2026-11-22.zip');
  copyFileSync(join(root, 'apps/web/src/archive/fixtures/version-1.zip'), file);
};
const withOtherData = () => ({ DATA_DIR: otherData() });

const special: ReadonlyMap<string, Special> = new Map<string, Special>([
  [
    'npm run dev',
    {
      env: () => ({ DATA_DIR: join(home, 'dev'), PORT: String(developmentPort) }),
      serves: { path: 'api/health', shows: '"ok"' },
    },
  ],
  ['npm run gallery', { serves: { path: '', shows: '<script type="module"' } }],
  ['npm run demo', { after: async () => [await canLogIn(lea), await canLogIn(sol)] }],
  ['npm run demo -- --people 1000', { after: () => canLogIn({ username: 'demo_01000', password: 'Coquelicot7!' }) }],
  // CI has run the whole of it.
  [
    'npm run test:unit -- packages/domain',
    { shortened: 'npm run test:unit -- packages/domain/src/scan/scoring.test.ts' },
  ],
  ['npm run test:unit -- -t BAND-1', { shortened: 'npm run test:unit -- packages/domain -t BAND-1' }],
  ['npm run format', { after: unchanged }],
  ['npm run generate -w @nuances/db', { after: unchanged }],
  [
    'npm run admin',
    { after: (out) => expect(operatorCommands.filter((name) => !out.includes(name.split(' ')[0] ?? ''))).toEqual([]) },
  ],
  ['npx nuances login ada --url http://localhost:3000', { input: `${ada.password}\n` }],
  [
    'npx nuances export everything.json',
    { before: () => rmSync(join(home, 'mine', 'everything.json'), { force: true }) },
  ],
  // At a terminal the passphrase of the file is asked for.
  [
    'npx nuances export --sealed mine.nuances',
    { shortened: "npx nuances export --sealed mine.nuances --file-passphrase-fd 0 <<< 'quatre mots au café'" },
  ],
  ['npx tsx examples/sign-in.ts lea', { input: `${lea.password}\n` }],
  ['npx tsx examples/sign-in.ts sol', { input: `${sol.password}\n` }],
  ['npx tsx examples/open-export.ts nuances-2026-11-22.zip folder', { before: openedExport }],
  ['npm run admin -- restore /safe/nuances-2026-11-20.backup', { env: withOtherData }],
  ['npm run admin -- restore /safe/today.backup --identity key.txt', { env: withOtherData }],
  [
    'npm run admin -- restore /safe/nuances-2026-11-20.backup --ledger /safe/erased-accounts.log',
    { env: withOtherData },
  ],
]);

/** Programs that are not ours, and the lines that need them. CI installs both where it may. */
const foreign = [
  { program: 'psql', needs: /\bpsql\b/ },
  { program: 'age-keygen', needs: /\bage-keygen\b|age1…|\bkey\.txt\b/ },
].filter(({ program }) => spawnSync('bash', ['-c', `command -v ${program}`]).status !== 0);
const isPossible = (text: string) => !foreign.some(({ needs }) => needs.test(text));

let typed = 0;
const typedBlocks = new Set<string>();
const ours = commands.filter(
  ({ text, notRun }) =>
    notRun === null &&
    !elsewhere.has(text) &&
    !notTyped.has(text) &&
    !/^(?:npm ci && npm start|PORT=\d+ npm start)$/.test(text),
);
const toType = ours.filter(({ text }) => isPossible(text));

describe('the documents, typed into a clean clone', () => {
  it('npm ci && npm start, of which CI has run the first', { timeout: 600_000 }, async () => {
    expect(commands.map(({ text }) => text)).toContain('npm ci && npm start');
    const { child, address } = await serve({ text: 'npm start' }, ready);
    expect(address).toBe(url());
    expect(await (await fetch(address)).text()).toContain('<title>');
    expect((await post('/auth/signup', ada)).status).toBe(201);
    // Somebody is erased, so that the ledger of the pages about backups is there when the product has ended.
    const gone = { username: 'gone', email: 'gone@example.org', password: ada.password };
    await post('/auth/signup', { ...gone, language: 'en' });
    const erased = await post('/profile/erase', { password: gone.password }, await tokenOf(gone));
    expect(erased).toMatchObject({ status: 200 });
    // What a supervisor does: it knows npm only.
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
    typed += 1;
  });

  it('PORT=8080 npm start, which the other lines use', { timeout: 120_000 }, async () => {
    await serve({ text: 'PORT=8080 npm start' }, ready);
    await canLogIn(ada);
    await post('/auth/signup', withCodes);
    await turnCodesOn(await tokenOf(withCodes));
    await typeToEnd({ text: 'npm run admin -- grant USER' });
    typed += 1;
  });

  it('npm run demo -- --people 100', { timeout: 300_000 }, async () => {
    await typeToEnd({ text: 'npm run demo -- --people 100' });
    for (const person of [lea, sol, { username: 'demo_00100', password: 'Coquelicot7!' }]) await canLogIn(person);
  });

  it.each(toType)('$place: $text', { timeout: 600_000 }, async ({ text, block }: Command) => {
    const { input, env, serves, before, after, shortened } = special.get(text) ?? {};
    before?.();
    const line: Line = {
      text: shortened ?? text,
      // The command line is used where it was installed.
      cwd: text.startsWith('npx nuances ') ? join(home, 'mine') : clone,
      ...(input !== undefined && { input }),
      ...(env && { env: env() }),
    };
    if (serves) {
      const { child, address } = await serve(line, viteReady);
      const shown = () => fetch(address + serves.path).then((answer) => answer.text());
      await expect.poll(shown, { timeout: 60_000 }).toContain(serves.shows);
      await interrupt(child);
    } else {
      const out = await typeToEnd(line);
      await after?.(out);
    }
    typed += 1;
    typedBlocks.add(block);
  });

  it.each(operatorCommands.filter((name) => !elsewhere.has(name)))(
    'npm run admin -- %s',
    { timeout: 120_000 },
    async (name) => {
      const isRestore = name.startsWith('restore');
      await typeToEnd({ text: `npm run admin -- ${name}`, ...(isRestore && { env: { DATA_DIR: otherData() } }) });
      expect(await typeToEnd({ text: `npm run admin -- ${name} --help` })).toContain(name.split(' ')[0]);
      typed += 2;
    },
  );
});

/** Blocks of one kind: `http` for requests, `crontab` for a line of it; the others are named so in the document. */
const blocksOf = (language: string) => blocks.filter((block) => block.language === language && block.notRun === null);

describe('the other blocks', { timeout: 120_000 }, () => {
  it.each(blocksOf('http'))('$place: requests', async ({ place, text }) => {
    const token = await tokenOf(lea);
    for (const line of text.trim().split('\n')) {
      const [method = '', path = ''] = line.split(' ');
      const answer = await fetch(url() + path, { method, headers: { authorization: `Bearer ${token}` } });
      expect(answer.status, line).toBe(200);
    }
    typedBlocks.add(place);
  });

  it.each(blocksOf('json'))('$place: a failure', async ({ place, text }) => {
    expect((await post('/auth/signup', { ...ada, email: 'other@example.org' })).json).toEqual(JSON.parse(text));
    typedBlocks.add(place);
  });

  it.each(blocksOf('ts'))('$place: a script', async ({ place, text }) => {
    const file = join(home, 'mine', 'script.mts');
    const script = text
      .replace('https://nuances.example', url())
      .replace('password })', `password: '${ada.password}' })`);
    writeFileSync(
      file,
      `${script}\nconsole.log(result.scoring, scans.length > 0, opened.at(0)?.text, NuancesError.name);\n`,
    );
    const out = await typeToEnd({
      text: `${join(clone, 'node_modules', '.bin', 'tsx')} script.mts`,
      cwd: join(home, 'mine'),
    });
    expect(out).toBe('26 true What a day NuancesError\n');
    typedBlocks.add(place);
  });

  it.each(blocksOf('sql').filter(() => isPossible('psql')))('$place: a query', async ({ place, text }) => {
    const shell = commands.find(({ text: line }) => line.includes('psql -h'))?.text ?? '';
    await typeToEnd({ text: `${shell} -v ON_ERROR_STOP=1`, input: text });
    typedBlocks.add(place);
  });

  it.each(blocksOf('crontab'))('$place: what cron runs', async ({ place, text }) => {
    const [, line = ''] = /^(?:\S+ +){5}(.*)$/m.exec(text) ?? [];
    await typeToEnd({ text: line.replaceAll(String.raw`\%`, '%') });
    typedBlocks.add(place);
  });
});

it('counts', () => {
  const excused = blocks.filter(({ notRun }) => notRun !== null).length;
  const others = commands.filter(({ text }) => elsewhere.has(text)).length;
  const left = ours.length - toType.length;
  console.warn(
    `Documents: ${typed} command lines typed, in ${typedBlocks.size} blocks, table cells and sentences; ${others} lines are run by other suites; ${excused} blocks say why they are not run${left === 0 ? '' : `; ${left} lines left out, without ${foreign.map(({ program }) => program).join(' and ')}`}.`,
  );
  expect(typed).toBeGreaterThanOrEqual(toType.length);
});
