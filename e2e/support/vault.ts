import { expect, type Page } from '@playwright/test';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import type { Persona } from './persona.ts';

/** The first key of a vault: that of the server was number 1. */
export const keyVersion = 2;

type Label = 'notes' | 'scans' | 'tags' | 'profile';
type Content = 'note|content' | 'scan|content' | 'scan|tags' | 'profile|content';

interface Place {
  readonly content: Content;
  readonly label: Label;
  readonly itemId: string;
}

/** Opens and seals with Node's own crypto, as docs/vault.md says; independent of the product's code. */
export class StoryVault {
  readonly userId: string;
  readonly accountKey = randomBytes(32);

  constructor(userId: string) {
    this.userId = userId;
  }

  #keyOf(label: Label): Buffer {
    return derivedKey(this.accountKey, label);
  }

  #placeOf({ content, itemId }: Place): Buffer {
    const [kind, field] = content.split('|');
    return Buffer.from(`2|${this.userId}|${kind}|${itemId}|${field}|${keyVersion}`);
  }

  /** The text of an envelope; throws for one that is not of its place. */
  open(place: Place, envelope: string): string {
    if (!envelope.startsWith('v2.')) throw new Error(`no envelope of a vault: ${envelope.slice(0, 20)}`);
    const bytes = Buffer.from(envelope.slice(3), 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.#keyOf(place.label), bytes.subarray(0, 12));
    decipher.setAAD(this.#placeOf(place));
    decipher.setAuthTag(bytes.subarray(-16));
    const padded = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(0x80)).toString('utf8');
  }

  /** An envelope of one of the sizes of its content. */
  seal(place: Place, text: string, size: number): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#keyOf(place.label), iv);
    cipher.setAAD(this.#placeOf(place));
    const padded = Buffer.alloc(size);
    padded[padded.write(text)] = 0x80;
    return `v2.${Buffer.concat([iv, cipher.update(padded), cipher.final(), cipher.getAuthTag()]).toString('base64')}`;
  }
}

/** A slot as the database has it. */
interface WrapRow {
  readonly id: string;
  readonly key_version: number;
  readonly wrapped: string;
}

type Answer<Data> = { readonly result: { readonly data: Data } };

interface Lists {
  readonly notes: readonly { readonly _id: string; readonly sealed: string | null; readonly revision: number }[];
  readonly scans: readonly {
    readonly _id: string;
    readonly sealed: string | null;
    readonly tags: string | null;
    readonly answers: readonly number[] | null;
    readonly arrivedClear: boolean;
  }[];
  readonly profile: { readonly profileSealed: string | null; readonly firstName: string };
}

/** What the server has of a person, as it answers it. */
export async function storedRows(persona: Persona): Promise<Lists> {
  const { shortToken } = await persona.tokens();
  const ask = async <Data>(procedure: string) =>
    ((await persona.call('GET', `/trpc/${procedure}`, undefined, shortToken)) as Answer<Data>).result.data;
  const [{ notes }, scans, profile] = await Promise.all([
    ask<Pick<Lists, 'notes'>>('notes.all'),
    ask<Lists['scans']>('results.own'),
    ask<Lists['profile']>('profile.get'),
  ]);
  return { notes, scans, profile };
}

const profileFields = [
  ...['firstName', 'lastName', 'countryOfResidency', 'gender', 'passion', 'mission', 'vocation', 'profession'],
  ...['birthTime', 'birthPlace'],
];

/** Turns the vault of an account without content on. */
export async function giveVault(persona: Persona): Promise<StoryVault> {
  const { shortToken } = await persona.tokens();
  const vault = new StoryVault(await persona.id());
  const call = (procedure: string, input: object) => persona.call('POST', `/trpc/${procedure}`, input, shortToken);
  await call('security.prove', { password: persona.password });
  const slot = (kind: string, parameters: string) => ({
    ...{ id: randomUUID(), kind, parameters },
    // The stories plant the keys, so nothing ever opens it.
    wrapped: `w1.${randomBytes(92).toString('base64')}`,
  });
  const salt = randomBytes(16).toString('base64').slice(0, 22);
  const slots = [slot('passphrase', `$argon2id$v=19$m=65536,t=3,p=1$${salt}`), slot('recovery', '')];
  await call('vault.begin', { to: 'vault', keyVersion: keyVersion - 1, slots });
  const profile = JSON.stringify({
    ...Object.fromEntries(profileFields.map((name) => [name, ''])),
    ...{ firstName: 'Solène', lastName: 'Marchand', countryOfResidency: 'FR', dateOfBirth: '1990-02-03T00:00:00.000Z' },
  });
  const place = { content: 'profile|content', label: 'profile', itemId: vault.userId } as const;
  await call('vault.put', { keyVersion, profile: { sealed: vault.seal(place, profile, 16_384) } });
  await call('vault.finish', { keyVersion });
  return vault;
}

/** Opens the vault on the device of a page, as if its passphrase had been typed there. */
export async function plantKeys(page: Page, { userId, accountKey }: StoryVault): Promise<void> {
  await page.evaluate(
    async ({ owner, version, bytes }) => {
      const secret = await crypto.subtle.importKey('raw', new Uint8Array(bytes), 'HKDF', false, ['deriveKey']);
      const derived = (label: string, type: object, uses: KeyUsage[]) =>
        crypto.subtle.deriveKey(
          {
            ...{ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array() },
            info: new TextEncoder().encode(`nuances/vault/1/${label}`),
          },
          secret,
          { name: 'AES-GCM', length: 256, ...type },
          false,
          uses,
        );
      const keys: Record<string, CryptoKey> = {
        manifest: await derived('manifest', { name: 'HMAC', hash: 'SHA-256' }, ['sign', 'verify']),
      };
      for (const label of ['notes', 'scans', 'tags', 'profile', 'device'])
        keys[label] = await derived(label, {}, ['encrypt', 'decrypt']);
      const fingerprint = ['un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit'];
      const kept = {
        ...{ owner, mode: 'vault', target: null, keyVersion: version, since: new Date().toISOString(), slots: [] },
        ...{ opened: [{ keyVersion: version, keys, fingerprint }], begun: null, counted: null },
      };
      localStorage.setItem('nuances.vault', owner);
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('nuances');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('vaults', 'readwrite');
          writing.objectStore('vaults').put(kept);
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      });
    },
    { owner: userId, version: keyVersion, bytes: [...accountKey] },
  );
}

/** Logs a person in on the device of a page, and opens the vault there. */
export async function openVaultOn(page: Page, persona: Persona, vault: StoryVault): Promise<void> {
  await persona.openInNewSession(page, '/help');
  const version = () =>
    page.evaluate(async () => (await indexedDB.databases()).find(({ name }) => name === 'nuances')?.version ?? 0);
  await page.goto('/dashboard');
  await expect.poll(version).toBeGreaterThan(3);
  await plantKeys(page, vault);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The secret of a recovery code's slot. */
export const secretOf = (code: readonly string[]) => code.join('').slice(0, 31);

/** What HKDF makes of a secret or an account key, under a label of docs/vault.md. */
export const derivedKey = (secret: string | Buffer, label: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `nuances/vault/1/${label}`, 32));

/** The account key in a wrap of the recovery code, opened as docs/vault.md says. */
export function unwrap(
  code: readonly string[],
  userId: string,
  { id, key_version: version, wrapped }: WrapRow,
): Buffer {
  const bytes = Buffer.from(wrapped.slice('w1.'.length), 'base64').subarray(32);
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(secretOf(code), 'wrap/recovery'), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(`1|${userId}|${id}|recovery|${version}|`));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

/** Listens to what a page sends and is answered. */
export function recordWire(page: Page): () => Promise<string> {
  const texts: Promise<string>[] = [];
  page.on('request', (request) => texts.push(Promise.resolve(`${request.url()} ${request.postData() ?? ''}`)));
  page.on('response', (response) => {
    if (/\/(trpc|api)\//.test(response.url())) texts.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(texts)).join('\n');
}
