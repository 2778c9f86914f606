/** A vault on the command line: the built one, against a started product. */
import { deriveVaultKeys, newAccountKey } from '@nuances/crypto/vault/account-key';
import { keyFingerprint } from '@nuances/crypto/vault/fingerprint';
import { newPassphraseParameters, readPassphraseParameters } from '@nuances/crypto/vault/passphrase-parameters';
import { stretchPassphrase } from '@nuances/crypto/vault/passphrase-secret';
import { newRecoveryCode, recoverySecret } from '@nuances/crypto/vault/recovery-code';
import { wrapAccountKey } from '@nuances/crypto/vault/slot';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { builtClient } from '../apps/api/src/testing/bundle.ts';
import { type Product, startProduct } from '../apps/api/src/testing/product.ts';
import { createClient } from '../packages/client/src/client.ts';
import { VaultRows } from '../packages/client/src/vault/rows.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const password = 'Nights&Days-7';
const passphrase = 'quatre mots au café';
const code = newRecoveryCode();
const accountKey = newAccountKey();

let database: TestDatabase;
let product: Product;
let cli: string;
let folder: string;
let token: string;

async function signUp(username: string) {
  const body = { username, email: `${username}@example.org`, password, language: 'en' };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${product.url}/api/auth/signup`, { method: 'POST', headers, body: JSON.stringify(body) });
  const client = createClient({ url: product.url });
  await client.login({ username, password });
  return client;
}

/** Turns the vault of an empty account on, as a browser would. */
async function turnOn(client: ReturnType<typeof createClient>): Promise<void> {
  const userId = (await client.userId()) ?? '';
  await client.api.security.prove.mutate({ password });
  const parameters = newPassphraseParameters();
  const secrets = [
    {
      kind: 'passphrase',
      parameters,
      secret: await stretchPassphrase(passphrase, readPassphraseParameters(parameters)),
    },
    { kind: 'recovery', parameters: '', secret: recoverySecret(code) },
  ] as const;
  const slots = await Promise.all(
    secrets.map(async ({ kind, parameters: its, secret }) => {
      const place = { userId, slotId: randomUUID(), kind, keyVersion: 2, parameters: its };
      return { id: place.slotId, kind, parameters: its, wrapped: await wrapAccountKey(secret, place, accountKey) };
    }),
  );
  await client.api.vault.begin.mutate({ to: 'vault', keyVersion: 1, slots });
  const rows = new VaultRows(userId, new Map([[2, await deriveVaultKeys(accountKey)]]), 2);
  await client.api.vault.put.mutate({ keyVersion: 2, profile: { sealed: await rows.sealProfile({}) } });
  expect(await client.api.vault.finish.mutate({ keyVersion: 2 })).toMatchObject({ isFinished: true });
}

beforeAll(async () => {
  cli = join(await builtClient(), 'dist', 'cli.js');
  folder = await mkdtemp(join(tmpdir(), 'nuances-vault-'));
  database = await testDatabase();
  product = await startProduct({ databaseUrl: database.url });
  const ada = await signUp('ada');
  await turnOn(ada);
  ({ token } = await ada.api.tokens.create.mutate({ name: 'cron', scope: 'write', days: 1, password }));
  await signUp('lea');
});
afterAll(async () => {
  await product.discard();
  await database.drop();
  await rm(folder, { recursive: true });
});

interface Given {
  readonly secret?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command; the secret is on file descriptor 3. */
async function nuances(words: readonly string[], { secret, input = '', env = {} }: Given = {}) {
  const child = spawn(process.execPath, [cli, ...words, ...(secret === undefined ? [] : ['--passphrase-fd', '3'])], {
    cwd: folder,
    env: { LANG: 'en_GB.UTF-8', XDG_CONFIG_HOME: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout?.on('data', (piece) => (said.out += String(piece)));
  child.stderr?.on('data', (piece) => (said.err += String(piece)));
  for (const [stream, text] of [
    [child.stdin, input],
    [child.stdio[3] as Writable | null, `${secret ?? ''}\n`],
  ] as const) {
    stream?.on('error', () => undefined);
    stream?.end(text);
  }
  const [status]: unknown[] = await once(child, 'close');
  return { status, ...said };
}
const json = async (words: readonly string[], given: Given = {}) =>
  JSON.parse((await nuances([...words, '--json'], given)).out) as Record<string, Record<string, unknown>[]>;
const vaultsFile = () => join(folder, 'nuances', 'vaults.json');

it('stores, lists, shows, exports and restores what only its secrets open', async () => {
  expect(await nuances(['login', 'ada', '--url', product.url], { input: password })).toMatchObject({ status: 0 });
  const words = (await keyFingerprint(accountKey)).join(' ');
  const vault = await nuances(['vault'], { secret: passphrase });
  expect(vault).toMatchObject({ status: 0, out: expect.stringContaining(words), err: expect.stringContaining(words) });
  expect((await nuances(['vault'], { secret: code })).err).toBe('');

  const scan = ['scan', '4', '6', '9', '8', '5', '7', '9', '--tag', 'orchidea', '--id', randomUUID()];
  for (const _ of [1, 2]) expect(await nuances(scan, { secret: passphrase })).toMatchObject({ status: 0 });
  expect(await nuances(scan.with(1, '5'), { secret: passphrase })).toMatchObject({ status: 1 });
  const note = ['note', '--category', 'yellow', '--title', 'Marguerites'];
  expect(await nuances(note, { secret: code, input: 'Trois lavandes\n' })).toMatchObject({ status: 0, err: '' });

  expect((await nuances(['list'], { secret: passphrase })).out).toMatch(
    / 4 {2}6 {2}9 {2}8 {2}5 {2}7 {2}9 .* orchidea\n$/,
  );
  const { notes } = await json(['notes'], { secret: passphrase });
  expect(notes).toMatchObject([{ title: 'Marguerites', text: 'Trois lavandes', categoryId: 'yellow' }]);
  expect((await nuances(['show', String(notes?.[0]?.['_id'])], { secret: code })).out).toContain('Trois lavandes');
  expect(await nuances(['export', 'all.json'], { secret: passphrase })).toMatchObject({ status: 0 });
  const file = JSON.parse(await readFile(join(folder, 'all.json'), 'utf8')) as {
    readonly profile: object;
    readonly scans: readonly object[];
    readonly notes: readonly object[];
  };
  expect(file).toMatchObject({
    scans: [{ answers: [4, 6, 9, 8, 5, 7, 9], scoring: 26, tags: ['orchidea'] }],
    notes: [{ title: 'Marguerites', text: 'Trois lavandes', encrypted: false }],
  });

  const whole = {
    ...{ firstName: 'Ada', lastName: 'Quillfeather', countryOfResidency: 'France' },
    dateOfBirth: '1990-12-10T00:00:00.000Z',
  };
  // The server could check it only when the vault is turned off, and would refuse it then.
  const wrong = { ...file, profile: { ...file.profile, ...whole, countryOfResidency: 'X' } };
  await writeFile(join(folder, 'wrong.json'), JSON.stringify(wrong));
  expect(await json(['restore', 'wrong.json'], { secret: passphrase })).toMatchObject({ added: { fields: 0 } });
  const more = {
    ...file,
    profile: { ...file.profile, ...whole, passion: 'Les tulipes' },
    scans: file.scans.map((one) => ({ ...one, _id: randomUUID() })),
    notes: file.notes.map((one) => ({ ...one, _id: randomUUID(), text: 'Deux tulipes' })),
  };
  await writeFile(join(folder, 'more.json'), JSON.stringify(more));
  for (const added of [
    { scans: 1, notes: 1, fields: 5 },
    { scans: 0, notes: 0, fields: 0 },
  ])
    expect(await json(['restore', 'more.json'], { secret: passphrase })).toMatchObject({ added });
  // What the file has sealed by a key that nobody has: told, and the answers are kept.
  const [scanOf, noteOf] = [file.scans[0], file.notes[0]];
  const sealed = Buffer.alloc(40).toString('base64');
  const closed = {
    ...file,
    scans: [sealed, `v2.${sealed}`].map((tags) => ({ ...scanOf, _id: randomUUID(), tags, tagsEncrypted: true })),
    notes: [{ ...noteOf, _id: randomUUID(), title: '', text: sealed, encrypted: true }],
  };
  await writeFile(join(folder, 'closed.json'), JSON.stringify(closed));
  expect((await nuances(['restore', 'closed.json', '--dry-run'], { secret: passphrase })).out).toContain(
    'Left out: the words of scan 1, which cannot be read; the scan is kept.',
  );
  expect(await json(['restore', 'closed.json'], { secret: passphrase })).toMatchObject({
    ...{ scans: 2, notes: 0 },
    faults: [
      { kind: 'tags', place: 1 },
      { kind: 'tags', place: 2 },
      { kind: 'note', place: 1, field: 'text' },
    ],
    added: { scans: 2, notes: 0 },
  });
  const again = JSON.parse((await nuances(['export', '-'], { secret: passphrase })).out) as Record<string, object[]>;
  expect(again).toMatchObject({ profile: { ...whole, passion: 'Les tulipes' } });
  expect([again['scans']?.length, again['notes']?.length]).toEqual([4, 2]);

  // What the product has of it.
  const headers = { authorization: `Bearer ${token}` };
  const raw = await (await fetch(`${product.url}/api/profile/export`, { headers })).text();
  expect(raw).toContain('"v2.');
  for (const word of ['orchidea', 'Marguerites', 'lavandes', 'tulipes', '"answers":[4'])
    expect(raw).not.toContain(word);
});

it('opens with nothing else, and takes no secret from an argument or from standard input', async () => {
  for (const secret of ['quatre mots au thé', newRecoveryCode()])
    expect(await nuances(['list'], { secret })).toMatchObject({ status: 1, out: '' });
  expect(await nuances(['list'], { secret: '' })).toMatchObject({ status: 2 });
  expect(await nuances(['list'], { input: passphrase })).toMatchObject({ status: 2, out: '' });
  expect(await nuances(['list', '--passphrase-fd', '9'])).toMatchObject({ status: 2, out: '' });
});

it('gives a script token ciphertext, says so, and stores nothing for it', async () => {
  const env = { NUANCES_TOKEN: token, NUANCES_URL: product.url };
  const list = await nuances(['list'], { env });
  expect(list).toMatchObject({ status: 0, err: expect.stringContaining('only sealed') });
  expect(list.out).toContain('(does not open)');
  const { scans } = await json(['list'], { env });
  expect(scans?.[0]).toMatchObject({ answers: null, scoring: null, sealed: expect.stringMatching(/^v2\./) });
  // A file that nothing opens takes no other's place.
  for (const words of [
    ['export', '--to', 'nightly', '--keep', '1'],
    ['export', '-'],
  ])
    expect(await nuances(words, { env })).toMatchObject({
      ...{ status: 1, out: '' },
      err: expect.stringContaining('nuances login'),
    });
  await expect(readdir(join(folder, 'nightly'))).rejects.toThrow('ENOENT');
  for (const words of [['scan', '4', '6', '9', '8', '5', '7', '9'], ['note', 'x'], ['vault']])
    expect(await nuances(words, { env })).toMatchObject({ status: 1, out: '' });
  expect((await json(['list'], { env }))['scans']).toHaveLength(scans?.length ?? 0);
});

it('refuses a server that offers less than it remembers, until that is forgotten', async () => {
  const known = JSON.parse(await readFile(vaultsFile(), 'utf8')) as Record<string, Record<string, unknown>>;
  const [[name, entry] = ['', {}]] = Object.entries(known);
  const remember = (change: object) => writeFile(vaultsFile(), JSON.stringify({ [name]: { ...entry, ...change } }));
  for (const [change, said] of [
    [{ keyVersion: 3 }, 'older key'],
    [{ fingerprint: Array(8).fill('piano') }, 'not yours'],
    [{ cost: { memoryKib: 65_536, passes: 4, lanes: 1 } }, 'weaker protection'],
  ] as const) {
    await remember(change);
    const refused = await nuances(['note', 'x'], { secret: passphrase });
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining(said) });
  }
  // Another account, which has no vault: as if the server denied it.
  expect(await nuances(['login', 'lea', '--url', product.url], { input: password })).toMatchObject({ status: 0 });
  const { accessToken } = JSON.parse(await readFile(join(folder, 'nuances', 'credentials.json'), 'utf8')) as {
    accessToken: string;
  };
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  await writeFile(vaultsFile(), JSON.stringify({ [`${product.url} ${claims.sub}`]: entry }));
  const denied = await nuances(['note', 'x']);
  expect(denied).toMatchObject({ status: 1, err: expect.stringContaining('nuances vault --forget') });
  expect(await nuances(['vault', '--forget'])).toMatchObject({ status: 0 });
  expect(await nuances(['note', 'x'])).toMatchObject({ status: 0 });
});
