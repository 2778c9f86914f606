/**
 * The operator of a server has its database and backups with the master key, its log and spans, what it mails and what goes over
 * the wire: nothing of a person with a vault and two devices is in it, and neither in a browser whose vault is locked.
 */
import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { administer, backupText } from '../support/administer.ts';
import { asOperator, databaseText } from '../support/database.ts';
import { cachedTexts, deviceContents, waitUntilMemberFilesAreFetched } from '../support/device.ts';
import { exportAll, exportedJson } from '../support/exported.ts';
import { expect, ownServerTest } from '../support/fixtures.ts';
import { Mailbox } from '../support/mailbox.ts';
import { daylioBackup } from '../support/moods.ts';
import { storeNote } from '../support/notes.ts';
import { loginDialog, logIn } from '../support/auth.ts';
import { startCollector } from '../support/operator/collector.ts';
import { openedByMasterKey } from '../support/operator/master-key.ts';
import { takeScan } from '../support/quiz.ts';
import type { Persona } from '../support/persona.ts';
import { foundIn } from '../support/secrets.ts';
import { derivedKey, recordWire, unwrap } from '../support/vault.ts';
import { addTag, another, passphrase, said, seesEverything, setName, writeNote } from '../support/vault-day.ts';
import { changePassphrase, newVaultOwner, openBy, prove, renewVault, turnVaultOn } from '../support/vault-steps.ts';

const s = {
  section: 'Apporter un autre journal',
  add: 'Ajouter',
  phrase: 'Phrase secrète',
  changed: 'Phrase secrète changée.',
  open: 'Ouvrir',
  same: 'Ce sont les mêmes',
  lock: 'Verrouiller',
  locked: 'Verrouillé',
  done: 'Terminé',
  opening: 'Ouvrez votre coffre',
  olderKey: 'Le serveur a rendu la clé d’avant votre dernier renouvellement.',
  olderKeep: 'Garder l’ancienne clé',
  former: 'Le serveur a rendu une phrase secrète',
  putBack: 'Remettre les miens',
  putBackConfirm: 'Remettre',
  wrapped: '"w1.',
  wrong: 'Cette phrase n’ouvre pas le coffre.',
};

const answers = [3, 8, 10, 1, 9, 2, 7];
const later = [9, 1, 8, 2, 7, 3, 10];
/** What a server without a vault stores readable. */
const readable = [answers.join(), 'Quillefeu', 'rayonnant'];

async function bringMoodsIn(page: Page): Promise<void> {
  await page.goto('/profile/import');
  const section = page.getByRole('region', { name: s.section });
  const file = { name: 'backup.daylio', mimeType: 'text/csv', buffer: Buffer.from(daylioBackup()) };
  await section.locator('input[type=file]').setInputFiles(file);
  await section.getByRole('button', { name: s.add, exact: true }).click();
  await expect(section.getByText(/^C’est fait/)).toBeVisible();
}

/** A person who keeps what the same server can read. @returns their words, which a search of all that it has must find */
async function liveWithoutVault(persona: Persona): Promise<readonly string[]> {
  const { shortToken } = await persona.tokens();
  const profile = { firstName: 'Aubin', lastName: 'Bergeronnet', countryOfResidency: 'FR', dateOfBirth: '1988-05-06' };
  await persona.call('PUT', '/api/profile', { ...profile, email: persona.email }, shortToken);
  await persona.saveScan([2, 9, 4, 7, 3, 6, 5]);
  await storeNote(persona, { title: 'Le héron du canal', text: 'Debout dans la brume.' });
  return ['Bergeronnet', '2,9,4,7,3,6,5', 'Le héron du canal', 'Debout dans la brume.'];
}

async function lock(page: Page): Promise<void> {
  await page.goto('/note');
  await page.getByRole('button', { name: s.lock, exact: true }).click();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
}

/** All that a browser has of an account: stored, cached, and in the page. */
const browserText = async (page: Page) =>
  [await deviceContents(page), await cachedTexts(page), await page.content()].join('\n');

ownServerTest.use({ serviceWorkers: 'allow' });

ownServerTest(
  'nothing of a person is in database, backup, log, spans, mails and traffic, nor in locked browsers',
  async ({ page, browser, server, w, pageErrors, newPersona }) => {
    ownServerTest.setTimeout(300_000);
    pageErrors.allowFailedRequests();
    const collector = await startCollector();
    await server.stop();
    const planted = 'Un héron planté';
    const named = `service.namespace=${encodeURIComponent(planted)}`;
    await server.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_RESOURCE_ATTRIBUTES: named });
    const neighbour = await newPersona();
    const seen = await liveWithoutVault(neighbour);
    const words = [...Object.values(said), answers.join(), later.join(), 'Quillefeu', 'rayonnant', 'Trois poires'];
    // Control: none of the others, who are of other stories, says the same.
    const others = await openedByMasterKey(server.dataDir, await databaseText(server.dataDir));
    expect(foundIn(others, words)).toEqual([]);
    const persona = await newPersona();
    const { email } = persona;
    const { shortToken, userKey } = await persona.tokens();
    const born = { countryOfResidency: 'FR', dateOfBirth: '1990-02-03' };
    const profile = { ...born, firstName: 'Solène', lastName: 'Quillefeu', email };
    await persona.call('PUT', '/api/profile', profile, shortToken);
    const whole = recordWire(page);
    await persona.openInNewSession(page, '/profile');
    await expect(page.getByLabel('Prénom')).toHaveValue('Solène');
    await takeScan(page, w, answers);
    await addTag(page, w.addTag);
    await bringMoodsIn(page);

    // Control: before, the operator reads it, and the search finds it.
    expect(foundIn(await databaseText(server.dataDir), readable)).toEqual(readable);
    expect(foundIn(await whole(), readable)).toEqual(readable);

    await page.goto('/vault/on');
    const { code } = await turnVaultOn(page, persona, passphrase);
    const sealed = recordWire(page);
    await takeScan(page, w, later);
    await addTag(page, w.addTag);
    await writeNote(page);
    await setName(page);
    await waitUntilMemberFilesAreFetched(page);
    expect(await deviceContents(page)).toContain('CryptoKey');
    await lock(page);

    const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR', timezoneId: 'Europe/Paris' });
    const other = await context.newPage();
    const there = recordWire(other);
    await persona.openInNewSession(other, '/history');
    await other.getByLabel(s.phrase, { exact: true }).fill(passphrase);
    await other.getByRole('button', { name: s.open, exact: true }).click();
    await other.getByRole('button', { name: s.same }).click();
    await seesEverything(other);
    await other.goto('/vault/passphrase');
    await changePassphrase(other, persona, passphrase, another);
    await expect(other.getByText(s.changed)).toBeVisible();
    expect(foundIn(await exportedJson(await exportAll(other)), words)).toEqual(words);
    await lock(other);

    const [account, slot] = await asOperator(server.dataDir, async (sql) => {
      const [user] = await sql<{ id: string; user_key_sealed: string | null }[]>`
      select id, user_key_sealed from users where username = ${persona.username}`;
      const [recovery] = await sql<{ id: string; key_version: number; wrapped: string }[]>`
      select id, key_version, wrapped from vault_slots where user_id = ${user?.id ?? ''} and kind = 'recovery'`;
      return [user, recovery];
    });
    // The master key opens nothing of it.
    expect(account?.user_key_sealed).toBeNull();
    if (!account || !slot) throw new Error('there is no vault');
    const accountKey = unwrap(code, account.id, slot);
    const labels = ['notes', 'scans', 'tags', 'profile', 'device', 'manifest'];
    const keys = [accountKey, ...labels.map((label) => derivedKey(accountKey, label))];
    const secrets = [
      ...[passphrase, another, ...['', ' ', '-'].map((between) => code.join(between))],
      ...(['hex', 'base64', 'base64url'] as const).flatMap((form) => keys.map((key) => key.toString(form))),
    ];
    const [database, backup, log, mails, first, second] = await Promise.all([
      databaseText(server.dataDir),
      backupText(server.dataDir),
      server.log(),
      new Mailbox(server.outbox).to(email),
      browserText(page),
      browserText(other),
    ]);
    // It sends what is left of the spans.
    await server.stop();
    collector.stop();
    const texts = {
      database: await openedByMasterKey(server.dataDir, database),
      backup: await openedByMasterKey(server.dataDir, backup),
      log,
      spans: collector.text(),
      mails: JSON.stringify(mails),
      traffic: `${await sealed()}\n${await there()}`,
      first,
      second,
    };
    // Control: a text in a span is found, and the calls that made, filled, ended and changed the vault have theirs.
    const traced = [planted, 'vault.begin', 'vault.put', 'vault.finish', 'vault.replaceSlot'];
    expect(foundIn(texts.spans, traced), 'spans').toEqual(traced);
    for (const name of ['database', 'backup'] as const) expect(foundIn(texts[name], seen), name).toEqual(seen);
    for (const [name, text] of Object.entries(texts)) {
      // Control: it is about this person, or their calls.
      expect(text, name).toMatch(/vault\.state|Philomène|vault_moved|sealed|coffre|Nuances/);
      const found = foundIn(text, [...words, ...secrets, userKey]);
      // Which rows or calls have it: a database of a story is gone with it.
      const lines = found.length > 0 ? text.split('\n').filter((line) => foundIn(line, found).length > 0) : [];
      expect(found, [name, ...lines.map((line) => line.slice(0, 900))].join('\n')).toEqual([]);
    }
    expect(foundIn(await whole(), secrets), 'while the vault was made').toEqual([]);
    for (const locked of [page, other]) expect(await deviceContents(locked)).not.toContain('CryptoKey');
    await context.close();
  },
);

ownServerTest(
  'a device goes on with its former key after a backup from before a renewal was restored',
  async ({ page, server, w, pageErrors, newPersona }) => {
    ownServerTest.slow();
    pageErrors.allowFailedRequests();
    const persona = await newVaultOwner(page, newPersona, passphrase);
    const file = join(server.dataDir, 'former.backup');
    await administer(server.dataDir, 'backup', file);
    await renewVault(page, persona, another);
    await page.getByRole('button', { name: s.done }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await administer(server.dataDir, 'restore', file, '--replace');
    // Sessions are not restored.
    await page.goto('/history');
    await expect(loginDialog(page, w)).toBeVisible();
    await logIn(page, w, persona);
    await expect(page.getByRole('heading', { name: s.opening })).toBeVisible();
    const warning = page.getByRole('alert').filter({ hasText: s.olderKey });
    await expect(warning).toBeVisible();
    await warning.getByRole('button', { name: s.olderKeep }).click();
    await expect(warning).toBeHidden();
    await openBy(page, another);
    await expect(page.getByRole('alert').filter({ hasText: s.wrong })).toBeAttached();
    await openBy(page, passphrase);
    await page.getByRole('button', { name: s.same }).click();
    await page.goto('/history');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('status').filter({ hasText: 'serveur' })).toHaveCount(0);
  },
);

ownServerTest(
  'a device puts its newer passphrase back after a backup from before its change was restored',
  async ({ page, browser, server, w, pageErrors, newPersona }) => {
    ownServerTest.slow();
    pageErrors.allowFailedRequests();
    const persona = await newVaultOwner(page, newPersona, passphrase);
    const file = join(server.dataDir, 'former.backup');
    await administer(server.dataDir, 'backup', file);
    await page.goto('/vault/passphrase');
    await changePassphrase(page, persona, passphrase, another);
    await expect(page.getByText(s.changed)).toBeVisible();

    await administer(server.dataDir, 'restore', file, '--replace');
    await page.goto('/history');
    await logIn(page, w, persona);
    const warning = page.getByRole('status').filter({ hasText: s.former });
    await openBy(page, another);
    await warning.getByRole('button', { name: s.putBack }).click();
    await page.getByRole('button', { name: s.putBackConfirm, exact: true }).click();
    await prove(page, persona);
    await expect(warning).toBeHidden();

    const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR' });
    const elsewhere = await context.newPage();
    await persona.openInNewSession(elsewhere, '/history');
    await openBy(elsewhere, passphrase);
    await expect(elsewhere.getByRole('alert').filter({ hasText: s.wrong })).toBeAttached();
    await openBy(elsewhere, another);
    await elsewhere.getByRole('button', { name: s.same }).click();
    await expect(elsewhere.getByRole('article')).toHaveCount(1);
    await context.close();

    // A chosen logout leaves no way in here, also where a session ended before it and something keeps the device from being cleared.
    await page.evaluate(() => localStorage.setItem('quizRun', 'a quiz under way'));
    await page.getByRole('button', { name: s.lock, exact: true }).click();
    expect(await deviceContents(page)).toContain(s.wrapped);
    await page.getByRole('button', { name: 'Se déconnecter', exact: true }).click();
    await expect.poll(() => deviceContents(page)).not.toContain(s.wrapped);
  },
);
