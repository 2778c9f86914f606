/** A server that lies about a vault: each lie is noticed by the device, and told on the screen. */
import type { Page, Response } from '@playwright/test';
import { createCipheriv, randomBytes } from 'node:crypto';
import { sharedDataDir } from '../support/administer.ts';
import { asOperator, OwnRows } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { open, placeOf } from '../support/page.ts';
import { derivedKey, keyVersion, secretOf } from '../support/vault.ts';
import { another, passphrase, writeNote } from '../support/vault-day.ts';
import { changePassphrase, newVaultOwner, openBy, turnVaultOn } from '../support/vault-steps.ts';

const s = {
  older: 'Le serveur a rendu un état plus ancien que celui de cet appareil.',
  former: 'Le serveur a rendu une phrase secrète ou un code de récupération que vous aviez remplacé.',
  putBack: 'Remettre les miens',
  putBackConfirm: 'Remettre',
  missing: 'Des notes ou des scans que vos appareils connaissaient manquent',
  weaker: 'Le serveur a proposé une protection moindre que celle que connaît cet appareil.',
  otherKey: 'Le serveur a présenté une clé qui n’est pas la vôtre.',
  noVault: 'Le serveur dit que ce compte n’a pas de coffre',
  closed: '2 éléments ne s’ouvrent pas avec votre clé actuelle.',
  moved: 'Cette enveloppe n’est pas à sa place\u00A0: elle ne s’ouvre pas.',
  check: 'Vérifier',
  lock: 'Verrouiller',
  code: 'Code de récupération',
  open: 'Ouvrir',
  changed: 'Phrase secrète changée.',
};

const answers = [1, 6, 9, 7, 5, 8, 7];

interface Slot {
  readonly id: string;
  readonly kind: string;
  readonly parameters: string;
  readonly wrapped: string;
}
interface State {
  readonly slots: readonly Slot[];
}
interface Scan {
  readonly _id: string;
  readonly sealed: string;
}

interface Answers {
  readonly 'vault.state': State;
  readonly 'results.own': readonly Scan[];
}

/** Answers a call otherwise than the server would, one call at a time. @returns what ends the lie, after answers under way */
async function lie<Procedure extends keyof Answers>(
  page: Page,
  procedure: Procedure,
  change: (data: Answers[Procedure]) => unknown,
): Promise<() => Promise<void>> {
  const isCall = ({ pathname }: URL) => pathname === `/trpc/${procedure}`;
  await page.route(isCall, async (route) => {
    // Whole, whatever the page has: so the lie gets the validator of the truth.
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const { result } = (await response.json()) as { readonly result: { readonly data: Answers[Procedure] } };
    await route.fulfill({ response, json: { result: { data: change(result.data) } } });
  });
  return () => page.unrouteAll({ behavior: 'wait' });
}

/** Another account key, wrapped with a recovery code as docs/vault.md says. */
function wrapOfAnotherKey(code: readonly string[], userId: string, { id, kind }: Slot): string {
  const derived = (label: string) => derivedKey(secretOf(code), `${label}/${kind}`);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derived('wrap'), iv);
  cipher.setAAD(Buffer.from(`1|${userId}|${id}|${kind}|${keyVersion}|`));
  const sealed = [cipher.update(randomBytes(32)), cipher.final(), cipher.getAuthTag()];
  return `w1.${Buffer.concat([derived('commitment'), iv, ...sealed]).toString('base64')}`;
}

/**
 * Moves the clock on until then. The app checks the rows 15 seconds after its start, and waits as long for other devices before
 * it says that some are gone.
 */
async function untilChecked(page: Page, isSeen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(16_000);
    await isSeen();
  }).toPass({ intervals: [500], timeout: 60_000 });
}

/** Waits until the device has signed what the server has now. */
async function untilSigned(page: Page): Promise<void> {
  let isSigned = false;
  const listen = (response: Response) => {
    isSigned ||= response.ok() && response.url().includes('vault.saveManifest');
  };
  page.on('response', listen);
  await untilChecked(page, async () => expect(isSigned).toBe(true));
  page.off('response', listen);
}

test.slow();
test.beforeEach(({ pageErrors }) => pageErrors.allowFailedRequests());

test('a server that takes the vault back, gives a former key, less protection or another key is told', async ({
  page,
  openAsNew,
}) => {
  const persona = await openAsNew('/vault/on', (fresh) => fresh.saveScan(answers));
  const { code } = await turnVaultOn(page, persona, passphrase);
  const told = (text: string) => page.getByRole('status').filter({ hasText: text });
  const refused = (text: string) => page.getByRole('alert').filter({ hasText: text });

  const noVault = { keyMode: 'server', keyTarget: null, since: null, slots: [] };
  for (const [text, said] of [
    [s.noVault, noVault],
    [s.noVault, { keyMode: 'moving', keyTarget: 'server', keyVersion: keyVersion + 1 }],
    [s.older, { keyVersion: keyVersion - 1 }],
  ] as const) {
    const end = await lie(page, 'vault.state', (state) => ({ ...state, ...said }));
    await open(page, '/history');
    await expect(told(text)).toBeVisible();
    // The device goes on with what it knows.
    await expect(page.getByRole('article')).toHaveCount(1);
    await end();
  }
  await open(page, '/history');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'serveur' })).toHaveCount(0);

  await page.getByRole('button', { name: s.lock, exact: true }).click();
  const userId = await persona.id();
  const offered = (change: (slot: Slot) => Slot) =>
    lie(page, 'vault.state', (state) => ({ ...state, slots: state.slots.map(change) }));
  const endLess = await offered((slot) => ({ ...slot, parameters: slot.parameters.replace('t=3', 't=2') }));
  await openBy(page, passphrase);
  await expect(refused(s.weaker)).toBeAttached();
  await endLess();
  const endKey = await offered((slot) =>
    slot.kind === 'recovery' ? { ...slot, wrapped: wrapOfAnotherKey(code, userId, slot) } : slot,
  );
  await page.getByRole('button', { name: s.code, exact: true }).click();
  await page.getByLabel(s.code, { exact: true }).fill(code.join(' '));
  await page.getByRole('button', { name: s.open, exact: true }).click();
  await expect(refused(s.otherKey)).toBeAttached();
  await expect(page.getByRole('article')).toHaveCount(0);
  // Who renewed the key after a restore may compare the words.
  await expect(page.getByRole('alert').getByRole('button', { name: s.check, exact: true })).toBeVisible();
  await endKey();
  await page.reload();
  await openBy(page, passphrase);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a server that exchanges rows, leaves some out or withholds what a device signed is told', async ({
  page,
  newPersona,
}) => {
  await page.clock.install();
  await newVaultOwner(page, newPersona, passphrase, 2);
  await open(page, '/history');
  await expect(page.getByRole('article')).toHaveCount(2);
  await untilSigned(page);
  const missing = page.getByRole('status').filter({ hasText: s.missing });

  const endExchange = await lie(page, 'results.own', (scans) =>
    scans.map((scan, index) => ({ ...scan, sealed: scans[1 - index]?.sealed })),
  );
  await open(page, '/history');
  await expect(page.getByText(s.closed)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await endExchange();

  const lies = [
    () => lie(page, 'vault.state', (state) => ({ ...state, manifest: null })),
    () => lie(page, 'results.own', (scans) => scans.slice(1)),
  ];
  for (const begin of lies) {
    const end = await begin();
    await open(page, '/history');
    await untilChecked(page, () => expect(missing).toBeVisible({ timeout: 500 }));
    await end();
    await open(page, '/history');
    // It stays until a check has found the rows.
    await expect(missing).toBeVisible();
    await untilChecked(page, () => expect(missing).toBeHidden({ timeout: 500 }));
    await expect(page.getByRole('article')).toHaveCount(2);
  }
});

test('a database that somebody changed between two pages is told: rows, a way in and the mode', async ({
  page,
  newPersona,
}) => {
  await page.clock.install();
  const persona = await newVaultOwner(page, newPersona, passphrase, 2);
  const userId = await persona.id();
  const rowsOf = (table: 'scans' | 'notes' | 'vault_slots') => new OwnRows(sharedDataDir(), table, userId);
  const told = (text: string) => page.getByRole('status').filter({ hasText: text });
  const missing = told(s.missing);
  await writeNote(page);
  await untilSigned(page);
  const notes = rowsOf('notes');
  const written = await notes.read();
  await open(page, `/note?edit=${String(written[0]?.['id'])}`);
  const dialog = page.getByRole('dialog', { name: 'Modifier la note', exact: true });
  await dialog.getByRole('textbox', { name: 'Texte', exact: true }).fill('Autre chose.');
  await dialog.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(dialog).toBeHidden();
  await untilSigned(page);
  const scans = rowsOf('scans');
  const [edited, kept] = [await notes.read(), await scans.read()];

  const changes = [
    { make: () => scans.replace(kept.slice(1)), undo: () => scans.replace(kept) },
    { make: () => notes.replace(written), undo: () => notes.replace(edited) },
  ];
  for (const { make, undo } of changes) {
    await make();
    await open(page, '/history');
    await untilChecked(page, () => expect(missing).toBeVisible({ timeout: 500 }));
    await undo();
    await open(page, '/history');
    await untilChecked(page, () => expect(missing).toBeHidden({ timeout: 500 }));
    await expect(page.getByRole('article')).toHaveCount(2);
  }

  // An envelope from elsewhere.
  await notes.replace(edited.map((note) => ({ ...note, revision: 3, sealed: kept[0]?.['sealed'] })));
  await open(page, '/note');
  await expect(page.getByText(s.moved)).toBeVisible();
  await notes.replace(edited);

  const slots = rowsOf('vault_slots');
  const former = await slots.read();
  await open(page, '/vault/passphrase');
  await changePassphrase(page, persona, passphrase, another);
  await expect(page.getByText(s.changed)).toBeVisible();
  const changed = await slots.read();
  const setMode = (mode: string, key: string | null) =>
    asOperator(
      sharedDataDir(),
      (sql) => sql`update users set key_mode = ${mode}, user_key_sealed = ${key} where id = ${userId}`,
    );
  /** The person puts the changed passphrase back, as after the restore of a backup. */
  const putBack = async () => {
    await page.getByRole('button', { name: s.putBack, exact: true }).click();
    await page.getByRole('button', { name: s.putBackConfirm, exact: true }).click();
    await expect(told(s.former)).toBeHidden();
    expect((await slots.read()).map(({ id }) => id).toSorted()).toEqual(changed.map(({ id }) => id).toSorted());
  };
  for (const [text, make, undo] of [
    [s.former, () => slots.replace(former), putBack],
    [s.noVault, () => setMode('server', 'v1.made.up'), () => setMode('vault', null)],
  ] as const) {
    await make();
    await open(page, '/history');
    await expect(told(text)).toBeVisible();
    // On the narrowest phone the cross stands beside the link.
    await page.setViewportSize({ width: 320, height: 568 });
    const see = await placeOf(told(text).getByRole('link'));
    expect((await placeOf(told(text).getByRole('button').last())).top).toBeLessThan(see.bottom);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('article')).toHaveCount(2);
    await undo();
    await open(page, '/history');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(told(text)).toBeHidden();
  }
});
