/**
 * The operator of the server, or a thief with all that he has, looks for what somebody with a vault has said: in a backup of
 * the database, the log, the traces, the calls on the wire, and on the devices after a lock.
 */
import type { Page } from '@playwright/test';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { administer } from '../support/administer.ts';
import { expect, test } from '../support/fixtures.ts';
import { freePort, startCollector, startWiretap } from '../support/listener.ts';
import { storeNote, unseal } from '../support/notes.ts';
import { Persona } from '../support/persona.ts';
import { takeScan } from '../support/quiz.ts';
import { findSecrets } from '../support/secrets.ts';
import { Server } from '../support/server.ts';
import { addTag, said, seesEverything, setName, writeNote } from '../support/vault-day.ts';
import { type Opener, turnVaultOn } from '../support/vault-steps.ts';

const passphrase = 'rivage lampe cerise vallon tambour neige';
/** Before the vault, and with it. */
const earlier = { answers: [10, 1, 9, 2, 8, 3, 10], text: 'Les glycines de Pampelonne', name: 'Solène' };
const answers = [1, 10, 2, 9, 3, 8, 1];
const words = [...Object.values(said), earlier.text, earlier.name, 'Pampelonne'];

/** Forms that only readable answers have, in JSON and in the arrays of PostgreSQL. */
const formsOfAnswers = (list: readonly number[]) => [JSON.stringify(list), list.join(','), list.join(', ')];
const shapes = [...formsOfAnswers(earlier.answers), ...formsOfAnswers(answers)];
const shapesIn = (text: string) => shapes.filter((shape) => text.includes(shape));

interface Slot {
  readonly id: string;
  readonly kind: string;
  readonly keyVersion: number;
  readonly wrapped: string;
}

/** The account key and all that is derived of it, as the recovery code opens them; with Node's own crypto. */
function keysOf(userId: string, code: string, slots: readonly Slot[]): readonly Buffer[] {
  const slot = slots.find(({ kind }) => kind === 'recovery');
  if (!slot) throw new Error('there is no recovery code');
  const key = hkdfSync('sha256', code.slice(0, 31), '', 'nuances/vault/1/wrap/recovery', 32);
  const wrap = Buffer.from(slot.wrapped.slice(3), 'base64').subarray(32);
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), wrap.subarray(0, 12));
  decipher.setAAD(Buffer.from(`1|${userId}|${slot.id}|recovery|${slot.keyVersion}|`));
  decipher.setAuthTag(wrap.subarray(-16));
  const accountKey = Buffer.concat([decipher.update(wrap.subarray(12, -16)), decipher.final()]);
  const labels = ['notes', 'scans', 'tags', 'profile', 'device', 'manifest'];
  const derived = labels.map((label) =>
    Buffer.from(hkdfSync('sha256', accountKey, '', `nuances/vault/1/${label}`, 32)),
  );
  return [accountKey, ...derived];
}

const encoded = (bytes: Buffer) =>
  (['hex', 'base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(0, 40));

/** All that a device stores, with every byte, and the page as it is. */
async function deviceOf(page: Page): Promise<{ readonly text: string; readonly keys: number }> {
  const stored = await page.evaluate(async () => {
    const wait = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result));
        asked.addEventListener('error', () => reject(asked.error ?? new Error('no answer')));
      });
    let keys = 0;
    const text = (value: unknown): string =>
      JSON.stringify(value, (_, part: unknown) => {
        if (part instanceof CryptoKey) keys += 1;
        if (!(part instanceof ArrayBuffer) && !ArrayBuffer.isView(part)) return part;
        const bytes = part instanceof ArrayBuffer ? new Uint8Array(part) : new Uint8Array(part.buffer);
        return [
          new TextDecoder().decode(bytes),
          Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
        ];
      });
    const found = [text(Object.entries(localStorage)), text(Object.entries(sessionStorage)), document.title];
    for (const { name } of await indexedDB.databases()) {
      const database = await wait(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames)
        found.push(text(await wait(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return { text: found.join('\n'), keys };
  });
  return {
    text: `${stored.text}\n${await page.content()}\n${await page.locator('body').ariaSnapshot()}`,
    keys: stored.keys,
  };
}

async function lock(page: Page): Promise<void> {
  await page.goto('/history');
  await page.getByRole('button', { name: 'Verrouiller', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Verrouillé' })).toBeVisible();
}

test('nothing of a vault is in the database, a backup, the log, the traces, the calls, and on a locked device', async ({
  browser,
  w,
}, info) => {
  test.setTimeout(300_000);
  const collector = await startCollector();
  const port = await freePort();
  const wire = await startWiretap(`http://127.0.0.1:${port}`);
  const server = new Server(`operator-${info.workerIndex}`, {
    LOG_LEVEL: 'trace',
    PORT: String(port),
    APP_URL: wire.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  });
  await server.start();

  /** Two accounts that say the same; only the second gets a vault. */
  const persons = [await Persona.create(wire.url, 'fr'), await Persona.create(wire.url, 'fr')] as const;
  for (const person of persons) {
    await person.saveScan(earlier.answers);
    await storeNote(person, { text: earlier.text, categoryId: 'yellow' });
    const form = { firstName: earlier.name, lastName: 'Marchand', email: person.email, dateOfBirth: '1990-02-03' };
    const token = (await person.tokens()).shortToken;
    await person.call('POST', '/trpc/profile.update', { ...form, countryOfResidency: 'FR' }, token);
  }
  const [open, closed] = persons;
  const { userKey } = await open.tokens();

  const pages: Page[] = [];
  for (const _ of persons) {
    const context = await browser.newContext({ baseURL: wire.url, locale: 'fr-FR', serviceWorkers: 'allow' });
    pages.push(await context.newPage());
  }
  const [first, second] = pages;
  if (!first || !second) throw new Error('a device is missing');
  await closed.openInNewSession(first, '/vault/on');
  const opener: Opener = await turnVaultOn(first, closed, passphrase);
  const before = wire.heard().length;
  await takeScan(first, w, answers);
  await addTag(first, w.addTag);
  await writeNote(first);
  await setName(first);
  await closed.openInNewSession(second, '/history');
  await second.getByLabel('Phrase secrète', { exact: true }).fill(passphrase);
  await second.getByRole('button', { name: 'Ouvrir', exact: true }).click();
  await second
    .getByRole('button', { name: 'Plus tard' })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await seesEverything(second);
  expect((await deviceOf(second)).keys, 'control: an open device has keys').toBeGreaterThan(5);
  for (const page of [first, second]) await lock(page);
  const devices = [await deviceOf(first), await deviceOf(second)];
  expect(devices.map(({ keys }) => keys)).toEqual([0, 0]);

  const file = join(server.dataDir, 'all.backup');
  await administer(server.dataDir, 'backup', file);
  const backup = gunzipSync(await readFile(file)).toString('utf8');
  const [openId, closedId] = [await open.id(), await closed.id()];
  const state = (await closed.call('GET', '/trpc/vault.state', undefined, (await closed.tokens()).shortToken)) as {
    readonly result: { readonly data: { readonly slots: readonly Slot[] } };
  };
  const log = await server.log();
  await server.stop();
  const places = {
    backup: backup
      .split('\n')
      .filter((line) => !line.includes(openId) && !line.includes(open.username))
      .join('\n'),
    log,
    traces: collector.heard(),
    calls: wire.heard().slice(before),
    'first device': devices[0]?.text ?? '',
    'second device': devices[1]?.text ?? '',
  };
  const code = opener.code.join('');
  const secrets = [...words, passphrase, code, opener.code.join(' '), opener.code.join('-')];
  const keys = keysOf(closedId, code, state.result.data.slots).flatMap(encoded);
  // The answers of the account without a vault are in the backup once; so are its words in its profile, and its note opens.
  expect(shapesIn(backup)).not.toEqual([]);
  expect(findSecrets(backup, [earlier.name])).toEqual([earlier.name]);
  const envelope = /[\w+/=]{40,}/g;
  const opened = (backup.match(envelope) ?? []).flatMap((text) => {
    try {
      return [unseal(userKey, text)];
    } catch {
      return [];
    }
  });
  expect(opened).toContain(earlier.text);
  expect(places.log, 'control').toContain('vault.put');
  expect(places.traces, 'control').toContain('vault.put');
  expect(places.calls, 'control').toMatch(/"sealed":"v2\./);
  expect(places['second device'], 'control').toContain(closedId);
  // Of the account with one there is nothing.
  for (const [place, text] of Object.entries(places)) {
    const found = findSecrets(text, secrets).filter((one) => one !== 'an access token');
    expect(found, place).toEqual([]);
    expect(
      keys.filter((key) => text.includes(key)),
      `keys in ${place}`,
    ).toEqual([]);
    expect(shapesIn(text), `answers in ${place}`).toEqual([]);
  }
  expect(places.calls).not.toMatch(/"(answers|scoring|duration)":[[\d]|"categoryId":"/);
  await Promise.all([collector.stop(), wire.stop(), server.discard(), ...pages.map((page) => page.context().close())]);
});
