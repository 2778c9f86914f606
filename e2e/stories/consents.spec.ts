import { randomUUID } from 'node:crypto';
import { loginButton, loginDialog, logInFromBar } from '../support/auth.ts';
import { expect, test } from '../support/fixtures.ts';
import { blockCalls, open, restoreCalls } from '../support/page.ts';
import { goodPassword, Persona } from '../support/persona.ts';
import { takeScan } from '../support/quiz.ts';

test('an account made by a program is asked at its first login, before the scans of the device are sent @journey', async ({
  page,
  w,
  pageErrors,
  baseURL,
  origin,
}) => {
  pageErrors.allowFailedRequests();
  const username = `program_${randomUUID().slice(0, 8)}`;
  const persona = Persona.of(origin, 'fr', username, goodPassword);
  await persona.call('POST', '/api/auth/signup', {
    username,
    email: persona.email,
    password: goodPassword,
    language: 'fr',
  });
  await takeScan(page, w, [7, 4, 9, 6, 3, 8, 7]);
  await logInFromBar(page, w, persona);
  const ask = page.getByRole('dialog', { name: 'Votre accord' });
  await expect(ask).toBeVisible();
  expect(await persona.scans()).toEqual([]);

  await ask.getByRole('button', { name: 'Continuer' }).click();
  await expect(ask).toContainText('Sans cet accord, on ne peut pas continuer.');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(ask).toBeVisible();

  // Whoever does not agree still reaches their data.
  await ask.getByRole('button', { name: 'Exporter ou supprimer mes données' }).click();
  await expect(page).toHaveURL(`${baseURL}/profile?tab=config`);
  await expect(ask).toBeHidden();
  await page.getByRole('link', { name: /^Vos accords/ }).click();
  const agreements = page.getByRole('region', { name: 'Vos accords' });
  await expect(agreements.getByRole('listitem').filter({ hasText: 'Garder mes scans' })).toContainText('non donné');
  await open(page, '/history');

  await ask.getByRole('checkbox', { name: w.consent }).check();
  await blockCalls(page);
  await ask.getByRole('button', { name: 'Continuer' }).click();
  await expect(ask).toContainText(w.network);
  await restoreCalls(page);
  await ask.getByRole('button', { name: 'Continuer' }).click();
  await expect(ask).toBeHidden();
  await expect.poll(async () => (await persona.scans()).length).toBe(1);
  await page.reload();
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: w.history })).toBeVisible();
  await expect(ask).toBeHidden();
});

test('agreements are listed, and a withdrawal says before what it means', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await persona.saveScans(2);
  const endpoint = 'https://push.example/1';
  const reminder = { days: [1], time: '08:00', zone: 'Europe/Paris', endpoint };
  await persona.callAsUser('PUT', '/api/reminder', reminder);
  const events = async () =>
    ((await persona.callAsUser('GET', '/api/profile/export')) as { events: unknown[] }).events.length;
  expect(await events()).toBeGreaterThan(0);
  await persona.openInNewSession(page, '/profile/consents');
  const section = page.getByRole('region', { name: 'Vos accords' });
  const row = (name: string) => section.getByRole('listitem').filter({ hasText: name });
  const ask = page.getByRole('alertdialog');
  await expect(row('Garder mes scans')).toContainText(/donné le .*texte du/);

  const usage = row('Compter mon usage');
  await usage.getByRole('button', { name: 'Retirer' }).click();
  await expect(ask).toContainText(/plus rien de votre usage n’est compté.*\d+ traces d’usage/s);
  await expect(ask.getByRole('button', { name: 'Exporter', exact: true })).toBeVisible();
  await ask.getByRole('button', { name: 'Annuler', exact: true }).click();
  await expect(usage.getByRole('button', { name: 'Retirer' })).toBeFocused();
  expect(await events()).toBeGreaterThan(0);
  await blockCalls(page);
  await usage.getByRole('button', { name: 'Retirer' }).click();
  await ask.getByRole('button', { name: 'Retirer', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: w.network })).toBeVisible();
  await expect(usage).toContainText('compté depuis votre inscription');
  await restoreCalls(page);
  await usage.getByRole('button', { name: 'Retirer' }).click();
  await ask.getByRole('button', { name: 'Retirer', exact: true }).click();
  await expect(usage).toContainText('Accord retiré le');
  expect(await events()).toBe(0);

  const reminders = row('M’envoyer un rappel');
  await reminders.getByRole('button', { name: 'Retirer' }).click();
  await expect(ask).toContainText('l’adresse d’envoi est effacée');
  await ask.getByRole('button', { name: 'Retirer', exact: true }).click();
  await expect(reminders).toContainText('Accord retiré le');
  expect(await persona.callAsUser('GET', '/api/reminder')).toMatchObject({ reminder: null });

  await row('Garder mes scans').getByRole('button', { name: 'Retirer' }).click();
  await expect(ask).toContainText('votre compte sera supprimé');
  await expect(ask).toContainText('2 scans et 0 note.');
  await ask.getByLabel(w.password, { exact: true }).fill(persona.password);
  await ask.getByRole('button', { name: 'Supprimer le compte' }).click();
  await expect(page.getByText('Votre compte est supprimé.')).toBeVisible();
  await open(page, '/help');
  await logInFromBar(page, w, persona);
  await expect(loginDialog(page, w)).toContainText(w.loginFailed);
});

test('new words that a person does not agree to end the counting of visits on the device, too', async ({
  page,
  w,
  newPersona,
}) => {
  const persona = await newPersona();
  await open(page, '/help');
  await logInFromBar(page, w, persona);
  await expect(loginButton(page, w)).toBeHidden();
  // What the browser keeps when the words of an agreement that was given before are others now.
  await page.evaluate(() => {
    const key = 'nuances.consents';
    localStorage.setItem(key, `${localStorage.getItem(key)?.trimEnd() ?? ''} usage+`);
  });
  await open(page, '/history');
  const ask = page.getByRole('dialog', { name: 'Votre accord' });
  await expect(ask.getByRole('checkbox', { name: 'Compter mon usage' })).not.toBeChecked();
  await ask.getByRole('button', { name: 'Continuer' }).click();
  await expect(ask).toBeHidden();
  const ledger = await persona.callAsUser('GET', '/api/consents');
  expect(ledger).toContainEqual(expect.objectContaining({ purpose: 'usage', given: false }));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nuances.countsVisits'))).toBe('off');
});
