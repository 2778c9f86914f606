/** `@nuances/client` as others get it: the tarball, installed into an empty folder, against a started product. */
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { exportVersion } from '@nuances/domain/export-file';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtClient } from '../apps/api/src/testing/bundle.ts';
import { type HttpClient, openHttpClient } from '../apps/api/src/testing/http-client.ts';
import { type Product, startProduct } from '../apps/api/src/testing/product.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const fixture = join(root, 'apps', 'web', 'src', 'archive', 'fixtures', 'version-1.zip');
const username = 'ada';
const password = 'Nights&Days-7';

let database: TestDatabase;
let product: Product;
let client: HttpClient;
/** Empty before the tarball is installed in it. */
let folder: string;
let scriptToken: string;

beforeAll(async () => {
  const packed = builtClient().then(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nuances-client-'));
    await execute('npm', ['pack', '-w', '@nuances/client', '--pack-destination', folder], { cwd: root });
    const [tarball = ''] = await readdir(folder);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    // No registry is there: whatever is not in the tarball would fail.
    const offline = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
    await execute('npm', ['install', ...offline, join(folder, tarball)], { cwd: folder });
  });
  database = await testDatabase();
  product = await startProduct({ databaseUrl: database.url });
  client = openHttpClient(product.port);
  const body = { username, email: 'ada@example.org', password, language: 'fr' };
  await client.request({ method: 'POST', path: '/api/auth/signup', body });
  const login = await client.request({ method: 'POST', path: '/api/auth/login', body: { username, password } });
  const headers = { authorization: `Bearer ${String(Object(login.json).shortToken)}` };
  const token = { name: 'cron', scope: 'write', days: 1, password };
  const made = await client.request({ method: 'POST', path: '/api/tokens', headers, body: token });
  scriptToken = String(Object(made.json).token);
  await packed;
}, 120_000);
afterAll(async () => {
  client.close();
  await product.discard();
  await database.drop();
  await rm(folder, { recursive: true });
});

const installed = (...path: string[]) => join(folder, 'node_modules', '@nuances', 'client', ...path);

describe('the package', () => {
  it('has one file of code, one of types and the command line, and needs nothing else', async () => {
    expect(await readdir(join(folder, 'node_modules', '@nuances'))).toEqual(['client']);
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['@nuances']);
    expect((await readdir(installed())).toSorted()).toEqual(['CHANGELOG.md', 'README.md', 'dist', 'package.json']);
    const names = ['cli.js', 'client.d.ts', 'client.js', 'licenses.txt'];
    expect((await readdir(installed('dist'))).toSorted()).toEqual(names);
    for (const name of names) {
      const { size } = await stat(installed('dist', name));
      console.warn(`@nuances/client: ${name} ${(size / 1_000).toFixed(1)} kB`);
      const text = await readFile(installed('dist', name), 'utf8');
      const imported = [...text.matchAll(/^(?:import|export)\b[^;]*?from\s*["']([^"']+)["']/gm)].map(
        ([, from]) => from,
      );
      const allowed = name === 'cli.js' ? /^(?:node:\w+(?:\/\w+)?|\.\/client\.js)$/ : /^$/;
      expect(imported.filter((from = '') => !allowed.test(from))).toEqual([]);
      expect(text).not.toContain(root);
    }
    expect(await readFile(installed('dist', 'licenses.txt'), 'utf8')).toMatch(/@trpc\/client[^]*MIT[^]*zod/);
  });
});

/** A strict script of somebody who has only the package. */
const script = `
import { createClient, memoryStore, NuancesError, openNote, openTags, sealNote, sealTags, type Session } from '@nuances/client';

const url = process.env['NUANCES_URL'] ?? '';
const store = memoryStore();
let refreshes = 0;
const nuances = createClient({
  url: \`\${url}/\`,
  store,
  language: 'en',
  fetch: (input, init) => {
    if (String(input).includes('auth.refresh')) refreshes += 1;
    return fetch(input, init);
  },
});
const refused = await nuances.login({ username: 'ada', password: 'Wrong&Wrong7' }).catch((error: unknown) => error);
if (!(refused instanceof NuancesError) || refused.code !== 'loginFailed' || refused.status !== 401) throw refused;
const { role, language } = await nuances.login({ username: 'ada', password: process.env['NUANCES_PASSWORD'] ?? '' });

const key = await nuances.noteKey();
const tags = await sealTags(key, ['marche']);
const { result } = await nuances.api.results.create.mutate({ answers: [4, 6, 9, 8, 5, 7, 9], tags });
const scan = await nuances.api.results.byId.query({ _id: result._id });
const sealed = await sealNote(key, { title: 'Titre', text: 'Quelle journée 🌻' });
const { note } = await nuances.api.notes.create.mutate({ categoryId: 'yellow', scanResultId: scan._id, ...sealed });
const opened = await openNote(key, note);
const tooLong = await sealNote(key, { title: 'x'.repeat(1_000), text: 'x' }).catch((error: unknown) => error);

// Both are refused at the same time, and share one refresh.
const session: Session | null = await store.read();
if (!session) throw new Error('no session');
await store.write({ ...session, accessToken: \`\${session.accessToken}x\` });
const [list, { notes }] = await Promise.all([
  nuances.api.results.list.query({ source: 'history' }),
  nuances.api.notes.all.query(),
]);
const score: number | null | undefined = list[0]?.scoring;
const everything = await nuances.exportEverything();
const isRotated = (await store.read())?.refreshToken !== session.refreshToken;

const reader = createClient({ url, token: process.env['NUANCES_TOKEN'] ?? '' });
const withToken = await reader.api.results.list.query({ source: 'stats', limit: 1 });
const forbidden = await reader.api.tokens.list.query().catch((error: unknown) => error);
await nuances.logout();
const over = await nuances.api.profile.get.query().catch((error: unknown) => error);
const codeOf = (error: unknown) => (error instanceof NuancesError ? \`\${error.status ?? ''} \${error.code}\`.trim() : 'none');
const silent = await createClient({ url: 'http://127.0.0.1:1' }).api.public.health.query().catch((error: unknown) => error);

console.log(JSON.stringify({
  role, language, score, refreshes, isRotated,
  sealed: note.text === 'Quelle journée 🌻', opened: opened?.text, tags: await openTags(key, scan.tags), notes: notes.length,
  exported: everything.notes[0]?.title, words: everything.scans[0]?.tags, version: everything.version,
  withToken: withToken.length, left: await store.read(),
  codes: [tooLong, forbidden, over, silent].map(codeOf), message: refused.message,
}));
`;
/** Faults that the types must find: one a line. */
const faulty = `
import { createClient } from '@nuances/client';
const { api } = createClient({ url: 'http://localhost' });
await api.results.create.mutate({ answers: 'seven' });
await api.results.nothing.query();
await api.results.list.mutate({ source: 'history' });
await api.notes.create.mutate({ categoryId: 'beige', text: '' });
const score: string = (await api.results.own.query())[0]?.scoring;
createClient({ url: 'http://localhost', token: undefined });
`;

describe('a strict script', () => {
  const compile = async (name: string, text: string) => {
    await writeFile(join(folder, `${name}.ts`), text);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      skipLibCheck: false,
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    };
    await writeFile(join(folder, `tsconfig.${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
    const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
    return execute(process.execPath, [tsc, '-p', `tsconfig.${name}.json`, '--pretty', 'false'], { cwd: folder }).then(
      () => [],
      (error: unknown) =>
        String(Object(error).stdout)
          .split('\n')
          .filter((line) => /^\S.*error TS/.test(line)),
    );
  };

  it('compiles, and its faults do not', async () => {
    expect(await compile('script', script)).toEqual([]);
    const faults = await compile('faulty', faulty);
    const lines = new Set(faults.map((line) => Number(/^faulty\.ts\((\d+),/.exec(line)?.[1])));
    expect([...lines]).toEqual([4, 5, 6, 7, 8, 9]);
  });

  it('runs', async () => {
    const env = { NUANCES_URL: product.url, NUANCES_PASSWORD: password, NUANCES_TOKEN: scriptToken };
    const { stdout, stderr } = await execute(process.execPath, ['script.js'], { cwd: folder, env });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      role: 'user',
      language: 'fr',
      score: 26,
      refreshes: 1,
      isRotated: true,
      sealed: false,
      opened: 'Quelle journée 🌻',
      tags: ['marche'],
      notes: 1,
      exported: 'Titre',
      words: ['marche'],
      version: exportVersion,
      withToken: 1,
      left: null,
      codes: ['noteTitleTooLong', '403 tokenScope', '401 sessionMissing', 'network'],
      message: 'Incorrect username or password',
    });
  });
});

/** Runs the command line; `input` is its standard input. */
async function nuances(
  words: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  const child = spawn(join(folder, 'node_modules', '.bin', 'nuances'), words, {
    cwd: folder,
    env: { PATH: process.env['PATH'], LANG: 'en_GB.UTF-8', XDG_CONFIG_HOME: join(folder, 'config'), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code]: unknown[] = await once(child, 'close');
  return { code, ...said };
}
const credentials = () => join(folder, 'config', 'nuances', 'credentials.json');
const stored = async () => JSON.parse(await readFile(credentials(), 'utf8')) as Record<string, string>;

describe('the command line', () => {
  it('explains itself in English and French', async () => {
    const help = await nuances(['--help']);
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringContaining('login [NAME]') });
    const aide = await nuances(['help'], { env: { LANG: 'fr_CA.UTF-8' } });
    expect(aide).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Code de sortie') });
    expect((await nuances(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [['dance'], 'command'],
    [[], 'command'],
    [['export'], 'usage'],
    [['scan', '1', '2'], 'answersInvalid'],
    [['scan', '4', '6', '9', '8', '5', '7', '11'], 'answersInvalid'],
    [['logout', '--title', 'x'], 'option'],
    [['scan', '--tag'], 'value'],
    [['scan', '--force'], 'option'],
    [['note', 'x', '--category', 'beige'], 'category'],
    [['scan', '4', '6', '9', '8', '5', '7', '9', '--at', 'noon'], 'moment'],
    [['scan', '4', '6', '9', '8', '5', '7', '9', '--at', '02/11/2026'], 'moment'],
    [['note', 'x', '--at', '2026-02-30T08:15'], 'moment'],
    [['note', 'x', '--at', '2026-11-02'], 'moment'],
    [['note', 'x', '--at', '1999-12-31T08:15'], 'moment'],
    [['note', 'x', '--id', 'abc'], 'id'],
    [['scan', '4', '6', '9', '8', '5', '7', '9', '--at', '2090-01-01T00:00:00Z'], 'ahead'],
    [['list', '--limit', '501'], 'limit'],
    [['show', 'xyz'], 'id'],
    [['export', 'x.json', '--to', 'x'], 'usage'],
    [['export', 'x.json', '--keep', '3'], 'keep'],
    [['restore', 'x.json', '--ahead', 'later'], 'ahead'],
    [['completion', 'fish'], 'usage'],
    [['login', 'ada', '--password', password], 'passwordArgument'],
    [['login', '--url', 'nuances'], 'url'],
    [['verify', 'nuances'], 'url'],
    [['verify', 'a', 'b'], 'usage'],
    [['vault', '--passphrase', 'quatre mots'], 'passwordArgument'],
    [['list', '--recovery-code', 'x'], 'passwordArgument'],
    [['vault', '--passphrase-fd', '-1'], 'value'],
  ])('refuses %j as %s', async (words, code) => {
    const refused = await nuances([...words, '--json'], { input: '\n' });
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(refused.err)).toMatchObject({ error: { code, message: expect.stringMatching(/\S/) } });
  });

  it('explains each command with an example, and says what may have been meant', async () => {
    const { commands } = JSON.parse((await nuances(['help', '--json'])).out) as {
      commands: { name: string; example: string }[];
    };
    expect(commands.length).toBeGreaterThan(10);
    for (const { name, example } of commands) {
      const help = await nuances([...name.split(' '), '--help']);
      expect(help).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`Usage: nuances ${name}`) });
      expect(help.out).toContain(`Example\n  ${example}\n`);
    }
    expect((await nuances(['whoam'])).err).toContain('Did you mean nuances whoami?');
    expect((await nuances(['help', 'admin', 'agregate'])).err).toContain('Did you mean nuances admin aggregate?');
    expect((await nuances(['scan', '--tga', 'x'])).err).toContain('Did you mean --tag?');
    expect((await nuances(['dance'])).err).not.toContain('Did you mean');
  });

  it('completes commands, options and their values', async () => {
    await writeFile(join(folder, 'completion.bash'), (await nuances(['completion', 'bash'])).out);
    const complete = async (...words: string[]) => {
      const script =
        'source completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _nuances; echo "${COMPREPLY[@]}"';
      return (
        await execute('bash', ['--norc', '-c', script, 'bash', 'nuances', ...words], { cwd: folder })
      ).stdout.trim();
    };
    expect(await complete('who')).toBe('whoami');
    expect(await complete('scan', '--t')).toBe('--tag');
    expect(await complete('note', '--category', 'ye')).toBe('yellow');
    expect(await complete('admin', '')).toBe('aggregate');
    expect((await nuances(['completion', 'zsh'])).out).toMatch(/^autoload -U \+X compinit[^]*_nuances nuances\n$/);
  });

  it('asks for a login first, in the language of the terminal', async () => {
    expect(await nuances(['export', 'x.json'])).toMatchObject({
      code: 3,
      err: 'Nobody is logged in. First: nuances login\n',
    });
    const fr = await nuances(['export', 'x.json'], { env: { LANG: 'fr_FR.UTF-8' } });
    expect(fr).toMatchObject({ code: 3, err: expect.stringContaining('Personne n’est connecté') });
    const wrong = await nuances(['login', 'ada', '--url', product.url], { input: 'Wrong&Wrong7\n' });
    expect(wrong).toMatchObject({ code: 1, err: 'Incorrect username or password\n' });
    await expect(stat(credentials())).rejects.toThrow('ENOENT');
  });

  it('logs in with what stands on standard input, and keeps the session for its owner alone', async () => {
    const login = await nuances(['login', '--url', product.url], { input: `ada\r\n${password}\r\n` });
    expect(login).toMatchObject({ code: 0, out: `Logged in to ${product.url} as ada.\n` });
    expect((await stat(credentials())).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'config', 'nuances'))).mode & 0o777).toBe(0o700);
    expect(await readFile(credentials(), 'utf8')).not.toContain(password);
    const { accessToken: first } = await stored();
    // Another login goes to the same address, and ends the session that it replaces.
    expect(await nuances(['login', 'ada'], { input: password })).toMatchObject({ code: 0 });
    const headers = { authorization: `Bearer ${first}` };
    expect((await client.request({ method: 'GET', path: '/api/profile', headers })).status).toBe(401);
  });

  it('stores a scan and a note, and exports them opened', async () => {
    const scan = await nuances(['scan', '4', '6', '9', '8', '5', '7', '9', '--tag', 'yoga', '--json']);
    expect(scan).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(scan.out)).toMatchObject({ scoring: 26, answers: [4, 6, 9, 8, 5, 7, 9] });
    const id = 'c0ffee00-0000-4000-8000-000000000001';
    const ones = ['scan', '1', '1', '1', '1', '1', '1', '1'];
    for (const at of ['2026-11-02T08:15:00Z', '2026-11-02T09:15+01:00'])
      expect(await nuances([...ones, '--id', id, '--at', at, '--tag', ' a '])).toMatchObject({ code: 0 });
    expect(await nuances([...ones, '--id', id, '--tag', 'b', '--json'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('"scanExists"'),
    });
    const noteId = 'decade00-0000-4000-8000-000000000001';
    const line = ['--category', 'red', '--title', 'Titre', '--id', noteId, '--json'];
    const note = await nuances(['note', 'Une', 'ligne', ...line]);
    expect(JSON.parse(note.out)).toMatchObject({ _id: noteId, revision: 1 });
    // Repeated it is found, and nothing else is written over it.
    expect(await nuances(['note', 'Une', 'ligne', ...line])).toEqual(note);
    expect(await nuances(['note', 'Autre', 'chose', ...line])).toMatchObject({
      code: 1,
      err: expect.stringContaining('"scanExists"'),
    });
    expect(await nuances(['note'], { input: 'Deux\nlignes\n' })).toMatchObject({
      code: 0,
      out: 'Note stored, sealed.\n',
    });
    expect(await nuances(['note'], { input: ' \n' })).toMatchObject({ code: 2 });

    const exported = await nuances(['export', 'all.json', '--json']);
    expect(JSON.parse(exported.out)).toEqual({ file: 'all.json', scans: 3, notes: 3, locked: 0 });
    expect((await stat(join(folder, 'all.json'))).mode & 0o777).toBe(0o600);
    const all: unknown = JSON.parse(await readFile(join(folder, 'all.json'), 'utf8'));
    expect(all).toMatchObject({ version: exportVersion, profile: { username: 'ada' } });
    expect(Object(all).notes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Titre', text: 'Une ligne', categoryId: 'red', encrypted: false }),
        expect.objectContaining({ title: '', text: 'Deux\nlignes', categoryId: 'other' }),
      ]),
    );
    expect(Object(all).scans).toEqual(expect.arrayContaining([expect.objectContaining({ tags: ['yoga'] })]));
    expect(await nuances(['export', 'all.json'])).toMatchObject({ code: 1, err: expect.stringContaining('--force') });
    expect(await nuances(['export', 'all.json', '--force'])).toMatchObject({ code: 0 });
    expect(JSON.parse((await nuances(['export', '-'])).out)).toMatchObject({ version: exportVersion });
  });

  it('reads: who, tokens, scans, notes, and one of them', async () => {
    expect(await nuances(['whoami'])).toMatchObject({
      code: 0,
      out: `ada (ada@example.org) at ${product.url}, logged in.\n`,
    });
    expect(await nuances(['tokens'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^cron {2}write {2}until 20/),
    });
    const { scans } = JSON.parse((await nuances(['list', '--json'])).out) as {
      scans: { _id: string; tags: string[] }[];
    };
    expect(scans).toHaveLength(3);
    const { out: one } = await nuances(['list', '--limit', '1']);
    expect(one).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {3}4 {2}6 {2}9 {2}8 {2}5 {2}7 {2}9 {2}.* {2}yoga\n$/);
    expect((await nuances(['notes'])).out).toMatch(/ {2}red .* {2}Titre\n/);
    const { notes } = JSON.parse((await nuances(['notes', '--json'])).out) as {
      notes: { _id: string; text: string }[];
    };
    const two = notes.find(({ text }) => text === 'Deux\nlignes');
    expect(await nuances(['show', two?._id.slice(0, 8) ?? ''])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d.* {2}other {2}.*\n\nDeux\nlignes\n$/),
    });
    const shown = await nuances(['show', 'c0ffee00', '--json']);
    expect(JSON.parse(shown.out)).toMatchObject({ scan: { answers: [1, 1, 1, 1, 1, 1, 1], tags: ['a'] } });
    expect((await nuances(['show', 'c0ffee00'])).out).toMatch(/^2026-11-02 .* {2}c0ffee00-.*\nred +1\norange +1\n/);
    expect(await nuances(['show', 'ffffffff'])).toMatchObject({ code: 1, err: expect.stringContaining('ffffffff') });
  });

  it('restores from the zip of Export, and from no other file', async () => {
    const told = await nuances(['restore', fixture, '--dry-run', '--json']);
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(told.out)).toMatchObject({ scans: expect.any(Number), notes: expect.any(Number), added: null });
    await writeFile(join(folder, 'cut.zip'), (await readFile(fixture)).subarray(0, 500));
    expect(await nuances(['restore', 'cut.zip'])).toMatchObject({ code: 1, err: expect.stringContaining('cut.zip') });
  });

  it('seals a file with a passphrase, and opens those of Export', async () => {
    const input = 'quatre mots au café\n';
    const fromInput = ['--file-passphrase-fd', '0'];
    const told = await nuances(['restore', fixture, '--dry-run', '--json']);
    const sealed = fixture.replace('.zip', '.nuances');
    const dryRun = ['restore', sealed, '--dry-run', '--json'];
    expect(await nuances([...dryRun, ...fromInput], { input })).toMatchObject({ code: 0, out: told.out });
    expect(await nuances([...dryRun, ...fromInput], { input: 'quatre mots au the\n' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('wrongPassphrase'),
    });
    expect(await nuances(dryRun)).toMatchObject({ code: 2, err: expect.stringContaining('--file-passphrase-fd') });
    const exportTo = ['export', 'mine.nuances', '--sealed', ...fromInput];
    expect(await nuances(exportTo, { input: 'short\n' })).toMatchObject({ code: 2 });
    expect(await nuances(exportTo, { input })).toMatchObject({ code: 0, err: '' });
    const bytes = await readFile(join(folder, 'mine.nuances'));
    expect(bytes.subarray(0, 13).toString('latin1')).toBe('nuances-seal\u0001');
    const back = await nuances(['restore', 'mine.nuances', '--dry-run', '--json', ...fromInput], { input });
    expect(JSON.parse(back.out)).toMatchObject({ scans: 0, notes: 0, same: 6, faults: [] });
  });

  it('restores: tells first, refuses days to come without a choice, and adds what was told', async () => {
    const all = JSON.parse((await nuances(['export', '-'])).out) as {
      scans: object[];
      notes: object[];
      profile: object;
    };
    const id = 'c0ffee00-0000-4000-8000-00000000000';
    const note = { title: '', text: 'A', categoryId: 'red', createdAt: '2026-01-01T08:00:00.000Z' };
    const file = {
      ...all,
      profile: { ...all.profile, passion: 'Les poires' },
      notes: [
        ...all.notes,
        { ...note, _id: `${id}2` },
        { ...note, _id: `${id}2`, text: 'B' },
        { ...note, _id: `${id}3`, createdAt: '2090-01-01T08:00:00.000Z' },
        { ...note, _id: `${id}4`, text: 7 },
        { ...note, _id: `${id}5`, text: 'x'.repeat(100_001) },
      ],
    };
    await writeFile(join(folder, 'more.json'), JSON.stringify(file));
    const dry = await nuances(['restore', 'more.json', '--dry-run', '--json']);
    const told = {
      scans: 0,
      notes: 2,
      same: 6,
      twice: 1,
      ahead: 1,
      faults: [
        { kind: 'note', place: 7, field: 'text' },
        { kind: 'note', place: 8, field: 'text', excess: { code: 'noteTextTooLong', length: 100_001, max: 100_000 } },
      ],
    };
    expect(JSON.parse(dry.out)).toMatchObject({ ...told, added: null });
    expect(await nuances(['restore', 'more.json'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /^Items dated in the future: 1\.[^]*Left out: note 7, whose “text” cannot be read\.\nLeft out: note 8, whose “text” has 100001 characters, 100000 at most\.\n$/,
      ),
    });
    const before = JSON.parse((await nuances(['notes', '--json'])).out) as { notes: object[] };
    expect(before.notes).toHaveLength(3);
    const skip = await nuances(['restore', 'more.json', '--ahead', 'skip', '--json']);
    expect(JSON.parse(skip.out)).toMatchObject({ added: { scans: 0, notes: 2 } });
    const again = await nuances(['restore', 'more.json', '--ahead', 'now', '--json']);
    expect(JSON.parse(again.out)).toMatchObject({ notes: 0, added: { scans: 0, notes: 1 } });
    const { notes } = JSON.parse((await nuances(['notes', '--json'])).out) as { notes: { createdAt: string }[] };
    expect(notes).toHaveLength(6);
    expect(Date.parse(notes[0]?.createdAt ?? '')).toBeLessThan(Date.now() + 300_000);
    await writeFile(join(folder, 'other.json'), '{}');
    expect(await nuances(['restore', 'other.json'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no export'),
    });
  });

  it('exports into a folder, for cron: the newest stay, and nothing else is touched', async () => {
    const to = join(folder, 'kept');
    await mkdir(to);
    for (const name of ['nuances-2026-01-01T00-00-00Z.json', 'nuances-2026-01-02T00-00-00Z.json', 'mine.json'])
      await writeFile(join(to, name), 'x');
    const made = JSON.parse((await nuances(['export', '--to', to, '--keep', '2', '--json'])).out) as { file: string };
    const newest = made.file.slice(to.length + 1);
    expect((await readdir(to)).toSorted()).toEqual(['mine.json', 'nuances-2026-01-02T00-00-00Z.json', newest]);
    expect((await stat(made.file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(made.file, 'utf8'))).toMatchObject({ version: exportVersion });
  });

  it('ends quietly when nobody reads on', async () => {
    // More than a pipe holds.
    expect(await nuances(['note'], { input: 'x'.repeat(99_000) })).toMatchObject({ code: 0 });
    const command = 'nuances export - | head -c 1; echo " ${PIPESTATUS[0]}"';
    const env = {
      PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH']}`,
      XDG_CONFIG_HOME: join(folder, 'config'),
    };
    const { stdout, stderr } = await execute('bash', ['--norc', '-c', command], { cwd: folder, env });
    expect([stdout, stderr]).toEqual(['{ 0\n', '']);
  });

  it('leaves nothing of a file for which there is no room, and says so in one line', async () => {
    const env = {
      PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH']}`,
      XDG_CONFIG_HOME: join(folder, 'config'),
    };
    const before = (await readdir(folder)).toSorted();
    for (const to of ['cut.json', 'all.json --force', '--to cut', '- > /dev/full']) {
      // In blocks of 1 KiB: the file is larger.
      const command = `mkdir -p cut; ulimit -f 1; nuances export ${to}; echo " $?" >&2; rmdir cut`;
      const { stderr } = await execute('bash', ['--norc', '-c', command], { cwd: folder, env });
      expect(stderr).toMatch(/^.*E(?:FBIG|NOSPC): .*\n 1\n$/);
    }
    expect((await readdir(folder)).toSorted()).toEqual(before);
    expect(JSON.parse(await readFile(join(folder, 'all.json'), 'utf8'))).toMatchObject({ version: exportVersion });
  });

  it('renews the session, stores it, and sends it to its own address only', async () => {
    const before = await stored();
    await writeFile(credentials(), JSON.stringify({ ...before, accessToken: `${before['accessToken']}x` }));
    expect(await nuances(['export', '-'])).toMatchObject({ code: 0 });
    const after = await stored();
    expect(after['refreshToken']).not.toBe(before['refreshToken']);
    expect((await stat(credentials())).mode & 0o777).toBe(0o600);

    const received: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      received.push(request.headers.authorization);
      response.writeHead(307, { location: `${product.url}${request.url ?? ''}` }).end();
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    expect(await nuances(['export', '-', '--url', url])).toMatchObject({
      code: 3,
      err: expect.stringContaining(product.url),
    });
    expect(received).toEqual([]);
    // Nor is a password sent on to where an answer points.
    const moved = await nuances(['login', 'ada', '--url', url], { input: password });
    expect(moved).toMatchObject({ code: 4, err: `What answers at ${url} is not Nuances.\n` });
    expect(received).toEqual([undefined]);
    expect(await stored()).toEqual(after);
    other.closeAllConnections();
    other.close();
    await once(other, 'close');
    expect(await nuances(['login', 'ada', '--url', url], { input: password })).toMatchObject({ code: 4 });
  });

  it('does not use a session that others can read', async () => {
    await chmod(credentials(), 0o644);
    expect(await nuances(['export', '-'])).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('chmod 600'),
    });
    await chmod(credentials(), 0o600);
  });

  it('takes a script token from the environment', async () => {
    const env = { NUANCES_TOKEN: scriptToken, NUANCES_URL: product.url, XDG_CONFIG_HOME: join(folder, 'nowhere') };
    expect(await nuances(['note', 'Par jeton'], { env })).toMatchObject({ code: 0 });
    expect(await nuances(['admin', 'aggregate', '--json'], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('"tokenScope"'),
    });
    expect(await nuances(['vault'], { env })).toMatchObject({ code: 0, out: 'This account has no vault.\n' });
    expect(await nuances(['login', 'ada'], { env, input: password })).toMatchObject({ code: 2 });
    expect(await nuances(['export', '-'], { env: { ...env, NUANCES_TOKEN: `nu_${'x'.repeat(43)}` } })).toMatchObject({
      code: 3,
    });
    await mkdir(join(folder, 'nowhere'), { recursive: true });
    expect(await readdir(join(folder, 'nowhere'))).toEqual([]);
  });

  it('counts the statistics for administrators only', async () => {
    expect(await nuances(['admin', 'aggregate'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/\S\n$/),
    });
    await product.admin('grant', 'ada');
    const counted = await nuances(['admin', 'aggregate', '--json']);
    expect(JSON.parse(counted.out)).toMatchObject({ success: true, outcome: 'done' });
    expect(await nuances(['admin', 'aggregate'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Counted: \d weeks\.\n$/),
    });
  });

  it('logs out, here and on the server', async () => {
    const { accessToken } = await stored();
    expect(await nuances(['logout'])).toEqual({ code: 0, out: 'Logged out.\n', err: '' });
    await expect(stat(credentials())).rejects.toThrow('ENOENT');
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await client.request({ method: 'GET', path: '/api/profile', headers })).status).toBe(401);
    expect(await nuances(['logout', '--json'])).toMatchObject({ code: 0, out: '{"loggedOut":false}\n' });
  });
});
