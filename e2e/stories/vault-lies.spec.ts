/** A server that lies about a vault: each lie is noticed by the device, told in words, and nothing is sealed for it. */
import type { Page } from '@playwright/test';
import { createCipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '../support/fixtures.ts';
import type { Persona } from '../support/persona.ts';
import { writeNote } from '../support/vault-day.ts';
import { turnVaultOn } from '../support/vault-steps.ts';
import { giveVault, openVaultOn, type StoryVault } from '../support/vault.ts';

const s = {
  older: 'Le serveur a rendu un état plus ancien que celui de cet appareil.',
  weaker: 'Le serveur a proposé une protection moindre que celle que connaît cet appareil.',
  key: 'Le serveur a présenté une clé qui n’est pas la vôtre.',
  mode: 'Le serveur dit que ce compte n’a pas de coffre',
  closedNote: 'Cette note ne s’ouvre pas avec votre clé actuelle.',
  noKey: 'La clé de vos notes n’est pas arrivée.',
  lock: 'Verrouiller',
  locked: 'Verrouillé',
  phrase: 'Phrase secrète',
  code: 'Code de récupération',
  open: 'Ouvrir',
};
const passphrase = 'rivage lampe cerise vallon tambour neige';
/** Looking at the rows after the vault was opened, and once more before a warning; milliseconds. */
const checkMs = 60_000;

type Data = Record<string, unknown>;

/** From now on, what a procedure answers is changed. */
async function lie(page: Page, procedure: string, change: (data: Data) => Data): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === `/trpc/${procedure}`,
    async (route) => {
      const response = await route.fetch();
      const { result } = (await response.json()) as { readonly result: { readonly data: Data } };
      await route.fulfill({ response, json: { result: { data: change(result.data) } } });
    },
  );
}

/** What is sent to be stored from now on. */
function recordStores(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const procedure = new URL(request.url()).pathname.replace('/trpc/', '');
    if (
      /^(vault\.(put|putClear|begin|restore|setTags)|notes\.(create|update)|results\.create|profile\.update)$/.test(
        procedure,
      )
    )
      sent.push(procedure);
  });
  return sent;
}

const manifestSaved = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/trpc/vault.saveManifest'), { timeout: checkMs });

interface Note {
  readonly _id: string;
  readonly revision: number;
  readonly sealed: string;
}

async function storeNote(persona: Persona, vault: StoryVault, text: string, former?: Note): Promise<Note> {
  const _id = former?._id ?? randomUUID();
  const content = JSON.stringify({ title: '', text, categoryId: 'red' });
  const sealed = vault.seal({ content: 'note|content', label: 'notes', itemId: _id }, content, 256);
  const { shortToken } = await persona.tokens();
  const note = { _id, isMove: false, sealed, ...(former && { revision: former.revision }) };
  await persona.call('POST', '/trpc/vault.put', { keyVersion: 2, notes: [note] }, shortToken);
  return { _id, revision: (former?.revision ?? 0) + 1, sealed };
}

const notesOf = (data: Data) => data['notes'] as readonly Note[];
const text = 'Le marché du samedi';

test.describe('with notes in the vault', () => {
  test.setTimeout(180_000);
  let persona: Persona;
  let vault: StoryVault;
  let first: Note;
  test.beforeEach(async ({ page, pageErrors, newPersona }) => {
    pageErrors.allowFailedRequests();
    persona = await newPersona();
    vault = await giveVault(persona);
    first = await storeNote(persona, vault, text);
    await storeNote(persona, vault, 'La voisine');
    const counted = manifestSaved(page);
    await openVaultOn(page, persona, vault);
    await page.goto('/note');
    await expect(page.getByText(text)).toBeVisible();
    await counted;
  });

  /** The device has read its copy already: the lists have to differ from it. */
  const otherHash = (page: Page) => lie(page, 'notes.hash', () => ({ hash: '0'.repeat(64) }));

  async function nothingIsSealed(page: Page): Promise<void> {
    const sent = recordStores(page);
    await writeNote(page);
    await page.waitForTimeout(3_000);
    expect(sent).toEqual([]);
  }

  test('envelopes that changed places do not open', async ({ page }) => {
    await lie(page, 'notes.all', (data) => {
      const notes = notesOf(data);
      const swapped = notes.map((note, at) => ({
        ...note,
        revision: note.revision + 1,
        sealed: notes[1 - at]?.sealed,
      }));
      return { ...data, notes: swapped };
    });
    await otherHash(page);
    await page.reload();
    await expect(page.getByText(s.closedNote)).toHaveCount(2);
    await expect(page.getByText(text)).toHaveCount(0);
  });

  test('a row that is missing is told', async ({ page }) => {
    await lie(page, 'notes.all', (data) => ({ ...data, notes: notesOf(data).slice(1) }));
    await otherHash(page);
    await page.reload();
    await expect(page.getByText(s.older)).toBeVisible({ timeout: checkMs });
    await nothingIsSealed(page);
  });

  test('an older row is told', async ({ page }) => {
    const counted = manifestSaved(page);
    await storeNote(persona, vault, 'Le marché du dimanche', first);
    await page.reload();
    await expect(page.getByText('Le marché du dimanche')).toBeVisible();
    await counted;
    await lie(page, 'notes.all', (data) => ({
      ...data,
      notes: notesOf(data).map((note) => (note._id === first._id ? { ...note, ...first } : note)),
    }));
    await otherHash(page);
    await page.reload();
    await expect(page.getByText(s.older)).toBeVisible({ timeout: checkMs });
    await nothingIsSealed(page);
  });

  test('an older manifest is told', async ({ page }) => {
    await lie(page, 'vault.state', (data) => ({ ...data, manifest: null }));
    await page.reload();
    await expect(page.getByText(s.older)).toBeVisible({ timeout: checkMs });
    await nothingIsSealed(page);
  });

  test('that there is no vault any more is told, and nothing is sent unsealed', async ({ page }) => {
    await lie(page, 'vault.state', (data) => ({ ...data, keyMode: 'server', keyVersion: 3, slots: [] }));
    await lie(page, 'notes.userKey', () => ({ userKey: 'ab'.repeat(32), keyMode: 'server' }));
    await page.reload();
    await expect(page.getByText(s.mode)).toBeVisible();
    await nothingIsSealed(page);
  });
});

test('weaker parameters of the passphrase, and another key, open nothing and are told', async ({
  page,
  pageErrors,
  newPersona,
}) => {
  test.setTimeout(180_000);
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await persona.openInNewSession(page, '/vault/on');
  const { code } = await turnVaultOn(page, persona, passphrase);
  await page.goto('/note');
  await page.getByRole('button', { name: s.lock, exact: true }).click();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
  const sent = recordStores(page);

  type Slot = Record<'id' | 'kind' | 'parameters' | 'wrapped', string> & { readonly keyVersion: number };
  const slotsOf = (data: Data) => data['slots'] as readonly Slot[];
  await lie(page, 'vault.state', (data) => ({
    ...data,
    slots: slotsOf(data).map((slot) => ({ ...slot, parameters: slot.parameters.replace('t=3', 't=1') })),
  }));
  await page.getByLabel(s.phrase, { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: s.open, exact: true }).click();
  await expect(page.getByText(s.weaker).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();

  // A key of the server's own, wrapped for the code as a device would: it could read all that is sealed with it.
  await page.unrouteAll();
  const owner = await persona.id();
  const secret = code.join('').slice(0, 31);
  const derived = (label: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `nuances/vault/1/${label}/recovery`, 32));
  await lie(page, 'vault.state', (data) => ({
    ...data,
    slots: slotsOf(data).map((slot) => {
      if (slot.kind !== 'recovery') return slot;
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', derived('wrap'), iv);
      cipher.setAAD(Buffer.from(`1|${owner}|${slot.id}|recovery|${slot.keyVersion}|`));
      const sealed = Buffer.concat([cipher.update(randomBytes(32)), cipher.final(), cipher.getAuthTag()]);
      return { ...slot, wrapped: `w1.${Buffer.concat([derived('commitment'), iv, sealed]).toString('base64')}` };
    }),
  }));
  await page.getByRole('button', { name: s.code, exact: true }).click();
  await page.getByLabel(s.code, { exact: true }).fill(code.join(' '));
  await page.getByRole('button', { name: s.open, exact: true }).click();
  await expect(page.getByText(s.key).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: s.open, exact: true }).click();
  await expect(page.getByRole('heading', { name: s.locked })).toBeHidden();
  expect(sent).toEqual([]);
});

test('nothing is sealed with an empty key', async ({ page, pageErrors, newPersona }) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  for (const procedure of ['notes.userKey', 'auth.login'])
    await lie(page, procedure, (data) => ({ ...data, userKey: '' }));
  await persona.openInNewSession(page, '/note');
  const sent = recordStores(page);
  await page.goto('/note?new=yellow');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Texte', exact: true }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText(s.noKey)).toBeVisible();
  expect(sent).toEqual([]);
});
