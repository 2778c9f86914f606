/** The scripts of `examples/`, run as their README says, against a started product. */
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtClient } from './bundle.ts';
import { type HttpClient, openHttpClient } from './http-client.ts';
import { type Product, startProduct } from './product.ts';
import { startScript } from './script.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const password = 'Nights&Days-7';

let database: TestDatabase;
let product: Product;
let client: HttpClient;
let folder: string;

beforeAll(async () => {
  await builtClient();
  database = await testDatabase();
  product = await startProduct({ databaseUrl: database.url });
  client = openHttpClient(product.port);
  folder = await mkdtemp(join(tmpdir(), 'nuances-examples-'));
  const body = { username: 'ada', email: 'ada@example.org', password, language: 'fr' };
  await client.request({ method: 'POST', path: '/api/auth/signup', body });
}, 120_000);
afterAll(async () => {
  client.close();
  await product.discard();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Scripts that were run. */
const ran = new Set<string>();

async function run(script: string, ...words: string[]) {
  ran.add(script);
  const { said, ended } = startScript(['--import', 'tsx', join('examples', script), ...words], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NUANCES_URL: product.url,
      NUANCES_PASSWORD: password,
      NUANCES_PASSPHRASE: 'quatre mots au café',
      NUANCES_SESSION: join(folder, 'session.json'),
    },
  });
  return { code: await ended, ...said };
}

const session = async () => JSON.parse(await readFile(join(folder, 'session.json'), 'utf8')) as Record<string, string>;

describe('the examples', () => {
  it('require a login', async () => {
    const nobody = await run('list-history.ts');
    expect(nobody).toMatchObject({ code: 1, out: '', err: expect.stringContaining('examples/sign-in.ts') });
  });

  it('log in, and store the session with mode 600', async () => {
    expect(await run('sign-in.ts', 'ada')).toEqual({ code: 0, out: 'Signed in as ada (user, fr).\n', err: '' });
    expect((await stat(join(folder, 'session.json'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, 'session.json'), 'utf8')).not.toContain(password);
  });

  it('save a scan and list it', async () => {
    const saved = await run('save-scan.ts', '4', '6', '9', '8', '5', '7', '9');
    expect(saved).toMatchObject({ code: 0, out: expect.stringMatching(/^Saved [0-9a-f-]{36}: 26 points, 2/), err: '' });
    const listed = await run('list-history.ts');
    expect(listed.out).toMatch(/^\d{4}-\S+Z {3}26 4 6 9 8 5 7 9\n1 scans\n$/);
    // A refused call is not retried, and its message is in the account's language.
    const refused = await run('save-scan.ts', '1', '2');
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^Un scan .*7 réponses.*\n$/) });
  });

  it('write a note that the server cannot read, and export everything opened', async () => {
    const text = 'Quelle journée 🌻\nשלום';
    expect(await run('write-note.ts', 'yellow', text, 'Titre')).toMatchObject({ code: 0, err: '' });
    const file = join(folder, 'all.json');
    const exported = await run('export.ts', file);
    expect(exported).toMatchObject({ code: 0, out: `Wrote 1 scans and 1 notes to ${file}\n` });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      profile: { username: 'ada' },
      scans: [{ answers: [4, 6, 9, 8, 5, 7, 9], scoring: 26 }],
      notes: [{ title: 'Titre', text, categoryId: 'yellow' }],
    });
    const { accessToken } = await session();
    const headers = { authorization: `Bearer ${accessToken}` };
    const { json } = await client.request({ method: 'GET', path: '/api/notes/all', headers });
    expect(JSON.stringify(json)).not.toMatch(/journée|Titre/);
    expect(json).toMatchObject({ notes: [{ text: expect.stringMatching(/^[A-Za-z0-9+/]{40,}=*$/) }] });
  });

  it('unpack an export, sealed or not', async () => {
    const fixtures = join(root, 'apps/web/src/archive/fixtures');
    for (const file of ['version-1.zip', 'version-1.nuances']) {
      const to = join(folder, file);
      const unpacked = await run('open-export.ts', join(fixtures, file), to);
      expect(unpacked).toEqual({ code: 0, out: `Unpacked 4 files into ${to}\n`, err: '' });
      const content: unknown = JSON.parse(await readFile(join(to, 'nuances.json'), 'utf8'));
      expect(content).toMatchObject({ version: 1, notes: [{ title: 'Trois poires' }] });
      expect((await readdir(join(to, 'notes'))).length).toBe(1);
    }
  });

  it('open the published vectors', async () => {
    const opened = await run('open-vault.ts', 'packages/crypto');
    expect(opened).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Opened 12 envelopes and 3 wraps: /),
      err: '',
    });
  });

  it('refresh an expired token once for concurrent calls, and store the new one', async () => {
    const before = await session();
    await writeFile(
      join(folder, 'session.json'),
      JSON.stringify({ ...before, accessToken: `${before['accessToken']}x` }),
    );
    // It makes two calls at once.
    expect(await run('export.ts', join(folder, 'again.json'))).toMatchObject({ code: 0, err: '' });
    const after = await session();
    expect(after['refreshToken']).not.toBe(before['refreshToken']);
    // A second refresh would have needed the old token, or left another one.
    expect(await run('list-history.ts')).toMatchObject({ code: 0 });
    expect(await session()).toEqual(after);
  });

  it('run the aggregation as an administrator, and only so', async () => {
    expect(await run('aggregate.ts')).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/\S\n$/) });
    // Another role ends the access token, so this renews it as well.
    await product.admin('grant', 'ada');
    const counted = await run('aggregate.ts');
    expect(counted.out).toMatch(
      /^Aggregation: done, \d of \d weeks in \d+ ms\nWeek of \S+: 1 sign-ups, 1 quizzes, 1 notes\n$/,
    );
    expect(counted.code).toBe(0);
  });

  it('sign out', async () => {
    const { accessToken } = await session();
    expect(await run('sign-out.ts')).toEqual({ code: 0, out: 'Signed out.\n', err: '' });
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await client.request({ method: 'GET', path: '/api/profile', headers })).status).toBe(401);
    expect(await run('list-history.ts')).toMatchObject({ code: 1, err: expect.stringContaining('sign-in.ts') });
  });

  it('are all tested, and in their README', async () => {
    const readme = await readFile(join(root, 'examples', 'README.md'), 'utf8');
    const names = (await readdir(join(root, 'examples'))).filter((name) => name.endsWith('.ts'));
    const scripts = names.filter((name) => !['client.ts', 'export-file.ts', 'note-envelope.ts'].includes(name));
    expect([...ran].toSorted()).toEqual(scripts.toSorted());
    for (const name of names) expect(readme).toContain(name);
  });
});
