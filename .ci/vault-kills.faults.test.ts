/// <reference lib="dom" />
/**
 * The product or its database is killed at each step of a move of a vault, while the code of a device makes it: into the vault,
 * to a new key, and back. Afterwards it goes on, and everything is as it was, byte for byte. With the code of a device and a
 * process of the whole product, which no room may import together.
 */
import { importNoteKey, sealText } from '@nuances/crypto/note-envelope';
import { textOfTags } from '@nuances/domain/scan/tags';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isWhole } from '../apps/api/src/faults/env.ts';
import { type Product, startProduct } from '../apps/api/src/testing/product.ts';
import { openVaultPage } from '../apps/web/src/vault/vault-testing.ts';
import { createClient } from '../packages/client/src/client.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const password = 'Nights&Days-7';
const passphrase = 'lamp river quiet stone amber window';
/** Of each kind: the second call of a move has the notes. */
const items = 20;
/** Where the browser would send a call is a path only. */
const send = globalThis.fetch;

let dataDir: string;
let product: Product;
/** Resolves when what was killed is back. */
let back: Promise<unknown> = Promise.resolve();
let userId: string;
let client: ReturnType<typeof createClient>;
let tokens: ReadonlyMap<string, string>;
/** What the person has said, as it must be in the end. */
let said: Awaited<ReturnType<typeof contents>>;

const start = (port: number) => startProduct({ dataDir, env: { PORT: String(port) } });
const isHealthy = () =>
  send(`${product.url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );

const strikes = {
  async product() {
    const ended = once(product.child, 'exit');
    product.child.kill('SIGKILL');
    await ended;
    back = start(product.port).then((again) => (product = again));
  },
  async database() {
    const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    back = vi.waitFor(async () => expect(await isHealthy()).toBe(true), { timeout: 60_000, interval: 50 });
  },
};

interface Fault {
  readonly at: string;
  /** Calls of that name that go through first. */
  readonly after: number;
  readonly when: 'before' | 'during' | 'after';
  readonly strike: () => Promise<void>;
}
let fault: Fault | null = null;
let seen = 0;

/** What a device sends; one call meets the fault. */
async function deviceFetch(url: unknown, init?: RequestInit): Promise<Response> {
  const address = new URL(String(url), product.url);
  const procedure = address.pathname.split('/').at(-1) ?? '';
  const met = fault;
  if (met?.at !== procedure || (seen += 1) <= met.after) return send(address, init);
  fault = null;
  if (met.when === 'before') {
    await met.strike();
    return send(address, init);
  }
  const answer = send(address, init);
  answer.catch(() => undefined);
  if (met.when === 'after') await answer;
  else await sleep(2);
  await met.strike();
  if (met.when === 'after') throw new TypeError('its answer was lost');
  return answer;
}

const openPage = () => openVaultPage({ fetch: deviceFetch }, tokens, userId);
type Page = Awaited<ReturnType<typeof openPage>>;

/** Everything, opened with the keys of a device, or with that of the server. */
async function contents(page: Page) {
  const { openNoteRow, openProfileRow, openScanRow, openTagsOf } = await import('../packages/crypto/src/vault/rows.ts');
  const [{ userKey }, { notes }, scans, profile, state] = await Promise.all([
    client.api.notes.userKey.query(),
    client.api.notes.all.query(),
    client.api.results.own.query(),
    client.api.profile.get.query(),
    client.api.vault.state.query(),
  ]);
  const noteKey = userKey === '' ? null : await importNoteKey(userKey);
  const keys = { owner: userId, versions: page.vaultKeys(userId)?.versions ?? new Map(), writes: null, noteKey };
  const { sealed } = state.profile;
  const opened = sealed === null ? profile : await openProfileRow(keys, { sealed, keyVersion: state.keyVersion });
  return {
    notes: await Promise.all(
      notes.map(async ({ keyVersion = 1, sealed: envelope = null, ...note }) => {
        const { _id, createdAt, revision, scanResultId } = note;
        return {
          _id,
          createdAt,
          revision,
          scanResultId,
          ...(await openNoteRow(keys, { ...note, keyVersion, sealed: envelope })),
        };
      }),
    ),
    scans: await Promise.all(
      scans.map(async ({ keyVersion = 1, sealed: envelope = null, ...scan }) => ({
        _id: scan._id,
        createdAt: scan.createdAt,
        tags: scan.tags && (await openTagsOf(keys, { _id: scan._id, keyVersion }, scan.tags)),
        ...(await openScanRow(keys, { ...scan, keyVersion, sealed: envelope })),
      })),
    ),
    profile: { firstName: opened?.firstName, passion: opened?.passion, dateOfBirth: String(opened?.dateOfBirth) },
  };
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nuances-vault-kills-'));
  // Started as root, the database runs under another account, which has to pass through.
  await chmod(dataDir, 0o711);
  product = await start(0);
});

/** Somebody who has said something, without a vault. */
async function signUp(username: string): Promise<void> {
  const body = { username, email: `${username}@example.org`, password, language: 'en', consent: true };
  const headers = { 'content-type': 'application/json' };
  await send(`${product.url}/api/auth/signup`, { method: 'POST', headers, body: JSON.stringify(body) });
  client = createClient({ url: product.url, fetch: send });
  await client.login({ username, password });
  userId = (await client.userId()) ?? '';
  const login = await (
    await send(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ username, password }),
    })
  ).json();
  tokens = new Map([
    ['token', String(Object(login).shortToken)],
    ['refreshToken', String(Object(login).refreshToken)],
  ]);
  const { userKey } = await client.api.notes.userKey.query();
  const key = await importNoteKey(userKey);
  for (let index = 0; index < items; index += 1) {
    const tags = index % 2 === 0 ? await sealText(key, textOfTags([`word ${index}`]) ?? '') : null;
    const answers = [1, 2, 3, 4, 5, 6, 7].map((answer) => ((answer + index) % 10) + 1);
    const { _id } = await client.api.results.create.mutate({ answers, duration: index, tags });
    const [title, text] = await Promise.all([
      sealText(key, `title ${index}`),
      sealText(key, `é\u{1F33C}${'x'.repeat(index * 9)}`),
    ]);
    await client.api.notes.create.mutate({
      title,
      text,
      categoryId: 'red',
      ...(index % 3 === 0 && { scanResultId: _id }),
    });
  }
  await client.api.profile.update.mutate({
    ...{ firstName: 'Orchidea', lastName: 'Fenouil', email: `${username}@example.org`, passion: 'marguerites' },
    ...{ dateOfBirth: '1947-12-03', countryOfResidency: 'France' },
  });
  said = await contents(await openPage());
  expect(said.notes[0]).toMatchObject({ title: `title ${items - 1}` });
}

afterAll(async () => {
  await back;
  const ended = once(product.child, 'exit');
  product.child.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
});

/** Makes a move that meets a fault, goes on as a person who waits does, and looks at all that there is. */
async function move(page: Page, name: 'on' | 'renewed' | 'off', met: Fault): Promise<void> {
  const { keyVersion } = await client.api.vault.state.query();
  const isEnded = () => {
    const { mode, keyVersion: reached } = page.vaultState();
    return mode === (name === 'off' ? 'none' : 'vault') && (name === 'off' || reached === keyVersion + 1);
  };
  seen = 0;
  fault = met;
  const begin = async () => {
    await proveHere();
    if (name === 'off') return page.turnOff();
    const draft = await page.draftVault();
    return (name === 'on' ? page.turnOn : page.renew)(draft, passphrase);
  };
  await begin().catch(() => undefined);
  await vi.waitFor(
    async () => {
      await back;
      const { keyMode, keyVersion: reached } = await client.api.vault.state.query();
      // It had not begun: the person tries again.
      if (reached === keyVersion && fault === null) await begin();
      // The first call had begun it after all, with other keys.
      if (!page.vaultState().isOpen) await page.openByPassphrase(passphrase);
      page.continueMove(userId);
      expect({ keyMode, isEnded: isEnded() }).toEqual({ keyMode: name === 'off' ? 'server' : 'vault', isEnded: true });
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(fault, 'the fault was met').toBeNull();
  expect(page.vaultState().warning).toBeNull();
  // Some calls find connections of the database that was killed.
  expect(await vi.waitFor(() => contents(page), { timeout: 20_000, interval: 200 })).toEqual(said);
}

/** Proves the password in the session of the page. */
async function proveHere(): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.get('token') ?? ''}` };
  const proof = { method: 'POST', headers, body: JSON.stringify({ password }) };
  expect((await send(`${product.url}/trpc/security.prove`, proof)).ok).toBe(true);
}

const whens = isWhole ? (['before', 'during', 'after'] as const) : (['after'] as const);
const steps = [
  { step: 'begin', after: 0 },
  { step: 'put', after: 1 },
  { step: 'finish', after: 0 },
] as const;
const cases = (['product', 'database'] as const).flatMap((victim) =>
  steps.flatMap((step) => whens.map((when) => ({ victim, when, ...step }))),
);

it.each(cases)(
  'the $victim is killed $when $step: on, renewed and off again, byte for byte',
  async ({ victim, when, step, after }) => {
    const strike = strikes[victim];
    await signUp(`${victim}_${when}_${step}`);
    const page = await openPage();
    await move(page, 'on', { at: `vault.${step}`, after, when, strike });
    await move(page, 'renewed', { at: `vault.${step}`, after, when, strike });
    await move(page, 'off', { at: step === 'put' ? 'vault.putClear' : `vault.${step}`, after, when, strike });
  },
);
