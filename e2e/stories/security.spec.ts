import { Secret, TOTP } from 'otpauth';
import { logIn, loginButton, logInFromBar, logOut } from '../support/auth.ts';
import { deviceContents, waitUntilAnswered } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { blockCalls, holdRequests, open } from '../support/page.ts';
import { paperText } from '../support/paper.ts';

const s = {
  codes: 'Codes à usage unique',
  turnOn: 'Activer les codes',
  password: 'Votre mot de passe',
  wrongPassword: 'Ce n’est pas le mot de passe de ce compte.',
  confirm: 'Confirmer',
  square: 'Carré à lire par une application de codes. Le même secret est écrit dessous.',
  first: 'Le code qu’elle affiche',
  wrongFirst: 'Ce n’est pas le code attendu. L’heure de votre téléphone est peut-être décalée.',
  backup: 'Dix codes de secours',
  kept: 'C’est gardé',
  renew: 'Dix nouveaux codes',
  former: 'Les anciens cessent de servir.',
  left: (count: number) => `Activés · ${count} codes de secours`,
  yourCode: 'Votre code',
  sixDigits: 'Code à six chiffres',
  wrong: 'Ce code n’a pas été accepté. Le suivant arrive dans l’application.',
  used: 'Ce code a déjà servi. Attendez le suivant.',
  backupCode: 'Code de secours',
  backupWrong: 'Ce code de secours n’a pas été accepté, ou il a déjà servi.',
  otherAccount: 'Autre compte',
  expired: 'Cette étape a duré plus de cinq minutes. Entrez de nouveau votre mot de passe.',
  remove: 'Retirer les codes',
  removed: 'Les codes sont retirés.',
  unreachable: 'Erreur réseau. Veuillez réessayer.',
  offline: 'Hors connexion, cette page se lit. Les changements attendent le retour de la connexion.',
  copy: /^Copie gardée sur cet appareil, du \d+(?:er)? \S+\.$/,
  unanswered: 'Une erreur inattendue est survenue.',
};

/** The code of so many periods from now; the server takes those of one before and after. */
const codeOf = (secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });

// Wrong passwords and codes are answered with 400 and 401.
test.beforeEach(({ pageErrors }) => pageErrors.allowFailedRequests());

test('one-time codes: turned on, asked for, stood in for, removed', async ({ page, w, openAsNew }) => {
  const persona = await openAsNew('/profile/security/codes');
  const section = page.getByRole('main');
  await section.getByRole('button', { name: s.turnOn }).click();

  const proof = page.getByRole('dialog', { name: s.password });
  await proof.getByLabel(w.password, { exact: true }).fill('Faux&Mot7');
  await proof.getByRole('button', { name: s.confirm }).click();
  await expect(proof.getByText(s.wrongPassword)).toBeVisible();
  await proof.getByLabel(w.password, { exact: true }).fill(persona.password);
  await proof.getByRole('button', { name: s.confirm }).click();

  const setup = page.getByRole('dialog', { name: s.codes });
  await expect(setup.getByRole('img', { name: s.square })).toBeVisible();
  const secret = (await setup.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '');
  const field = setup.getByRole('textbox', { name: s.first });
  await field.fill(codeOf(secret, 9));
  await expect(setup.getByText(s.wrongFirst)).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  const firstCode = codeOf(secret);
  await page.keyboard.type(firstCode);

  const shown = page.getByRole('dialog', { name: s.backup });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  await expect(shown.getByText(s.former)).toBeHidden();
  const codes = await shown.getByRole('listitem').allInnerTexts();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: 'Enregistrer' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('nuances-codes.txt');
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  // Paper is narrower than the window; the codes are on it, and stay on the screen.
  const paper = await paperText(await page.pdf());
  for (const code of codes) expect(paper.replaceAll(' ', '')).toContain(code.replaceAll(/\s/g, ''));
  expect(paper).toContain('Rangée à');
  expect(paper).not.toContain(s.renew);
  await shown.getByRole('button', { name: s.kept }).click();
  await expect(section.getByRole('button', { name: s.renew })).toBeFocused();
  await expect(section.getByText(s.left(10))).toBeVisible();
  expect(await page.content()).not.toContain(codes[0]);
  const device = JSON.stringify(await deviceContents(page));
  for (const text of [secret, ...codes]) expect(device).not.toContain(text);

  await open(page, '/help');
  await logOut(page, w);
  const second = page.getByRole('dialog', { name: s.yourCode });
  const digits = second.getByRole('textbox', { name: s.sixDigits });
  await logInFromBar(page, w, persona);
  await expect(digits).toBeFocused();
  await expect(digits).toHaveAttribute('autocomplete', 'one-time-code');
  await digits.fill(firstCode);
  await expect(second.getByText(s.used)).toBeVisible();
  await digits.fill(codeOf(secret, 9));
  await expect(second.getByText(s.wrong)).toBeVisible();
  await expect(digits).toBeFocused();

  await second.getByRole('button', { name: s.backupCode }).click();
  const spare = second.getByRole('textbox', { name: s.backupCode });
  await spare.fill('0000 0000');
  await page.keyboard.press('Enter');
  await expect(second.getByText(s.backupWrong)).toBeVisible();
  await spare.fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(second).toBeHidden();
  await expect(loginButton(page, w)).toBeHidden();

  await logOut(page, w);
  await logInFromBar(page, w, persona);
  // As pasted from an app that shows it in two groups.
  const next = codeOf(secret, 1);
  await digits.fill(`${next.slice(0, 3)} ${next.slice(3)}`);
  await expect(second).toBeHidden();

  await open(page, '/profile/security/codes');
  await expect(section.getByText(s.left(9))).toBeVisible();
  await section.getByRole('button', { name: s.renew }).click();
  await proof.getByLabel(w.password, { exact: true }).fill(persona.password);
  await proof.getByRole('button', { name: s.confirm }).click();
  await expect(shown.getByText(s.former)).toBeVisible();
  const [anew = ''] = await shown.getByRole('listitem').allInnerTexts();
  await shown.getByRole('button', { name: s.kept }).click();
  await section.getByRole('button', { name: s.remove }).click();
  const remove = page.getByRole('dialog', { name: s.remove });
  await remove.getByRole('textbox', { name: s.sixDigits }).fill(anew);
  await remove.getByRole('button', { name: s.remove }).click();
  await expect(page.getByText(s.removed)).toBeVisible();
  await expect(section.getByRole('button', { name: s.turnOn })).toBeVisible();
});

test('a second step that lasts five minutes asks for the password again @phone', async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  await persona.callAsUser('POST', '/api/security/proof', { password: persona.password });
  const { secret } = (await persona.callAsUser('POST', '/api/security/codes', {})) as { secret: string };
  await persona.callAsUser('POST', '/api/security/codes/confirm', { code: codeOf(secret) });
  await page.clock.install();
  await open(page, '/help');
  await logInFromBar(page, w, persona);
  const second = page.getByRole('dialog', { name: s.yourCode });
  await expect(second).toBeVisible();
  await page.clock.fastForward('05:01');
  await second.getByRole('textbox', { name: s.sixDigits }).fill(codeOf(secret, 1));
  await expect(page.getByText(s.expired)).toBeVisible();
  await logIn(page, w, persona);
  await second.getByRole('button', { name: s.otherAccount }).click();
  await expect(second).toBeHidden();
  await logIn(page, w, persona);
  await second.getByRole('textbox', { name: s.sixDigits }).fill(codeOf(secret, 1));
  await expect(second).toBeHidden();
});

test('the page of security says offline that changes wait', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await persona.openInSharedSession(page, '/profile/security');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The next section begins with a line of its own.
  const session = page.getByRole('list', { name: 'Sessions ouvertes' }).getByRole('listitem').last();
  await expect(session).toHaveCSS('border-bottom-width', '0px');
  const newToken = page.getByRole('button', { name: 'Nouveau jeton' });
  await newToken.click();
  const dialog = page.getByRole('dialog', { name: 'Nouveau jeton' });
  const name = dialog.getByRole('textbox', { name: 'Nom' });
  await name.fill('sauvegarde');
  await page.context().setOffline(true);
  await expect(page.getByText(s.offline).first()).toBeVisible();
  await expect(name).toHaveValue('sauvegarde');
  await page.keyboard.press('Escape');
  await expect(newToken).toBeFocused();
  for (const change of ['Nouveau jeton', s.turnOn, 'Changer', 'Ajouter une clé']) {
    const button = page.getByRole('main').getByRole('button', { name: change, exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(s.offline);
  }
  await newToken.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: s.unreachable })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.context().setOffline(false);
  await expect(newToken).not.toHaveAttribute('aria-disabled');
  await newToken.press('Enter');
  await expect(dialog).toBeVisible();
});

test('a row whose state does not come says so, and asks again @phone', async ({ page, newPersona }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const persona = await newPersona();
  const isCall = /\/trpc\/[^?]*security\.passkeys/;
  await page.route(isCall, (route) => route.abort());
  await persona.openInSharedSession(page, '/profile/security');
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Clés d’accès/ }) });
  await expect(row.getByRole('link')).toContainText('Erreur réseau. Veuillez réessayer.');
  await page.unroute(isCall);
  const { hold, release } = holdRequests();
  await page.route(isCall, hold);
  const retry = row.getByRole('button', { name: 'Réessayer · Clés d’accès' });
  await retry.press('Enter');
  await expect(retry).toBeFocused();
  await expect(retry).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(row.getByRole('link')).toContainText('Aucune');
  await expect(row.getByRole('link')).toBeFocused();
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('who has access is read without a server, on a device that never showed it; a change says that none answers', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  const { password } = persona;
  await persona.callAsUser('POST', '/api/tokens', { name: 'sauvegarde', scope: 'read', days: 365, password });
  await persona.callAsUser('POST', '/api/security/proof', { password });
  const { secret } = (await persona.callAsUser('POST', '/api/security/codes', {})) as { secret: string };
  await persona.callAsUser('POST', '/api/security/codes/confirm', { code: codeOf(secret) });
  await persona.openInSharedSession(page, '/dashboard');
  await waitUntilAnswered(page, 'tokens.list');
  await blockCalls(page);
  await page.clock.setSystemTime(Date.now() + 2 * 86_400_000);
  await page.goto('/profile/security');
  const main = page.getByRole('main');
  await expect(main.getByText('sauvegarde', { exact: true })).toBeVisible();
  await expect(main.getByText(s.left(10))).toBeVisible();
  await expect(main.getByText('Aucune clé d’accès.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sessions ouvertes' }).getByRole('listitem')).not.toHaveCount(0);
  await expect(main.getByText(s.copy)).toBeVisible();
  await main.getByRole('button', { name: 'Supprimer ce jeton' }).click();
  await expect(page.getByText('Erreur réseau. Veuillez réessayer.')).toBeVisible();
  await expect(main.getByText('sauvegarde', { exact: true })).toBeVisible();
  const device = await deviceContents(page);
  for (const word of ['sauvegarde', 'backupCodesLeft', 'lastSeenAt']) expect(device).not.toContain(word);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile/security/sessions');
  await expect(page.getByRole('list', { name: 'Sessions ouvertes' }).getByRole('listitem')).not.toHaveCount(0);
});

test('the focus is in a list that was asked for again once it is there, and on the button while it is not', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  const isCall = /\/trpc\/profile\.sessions/;
  const app = { code: 'badRequest', message: 'Refusé.' };
  await page.route(isCall, (route) =>
    route.fulfill({ status: 400, json: { error: { message: 'Refusé.', code: -32_600, data: { app } } } }),
  );
  await persona.openInSharedSession(page, '/profile/security');
  const retry = page.getByRole('alert').getByRole('button', { name: 'Réessayer' });
  const answered = page.waitForResponse(isCall);
  await retry.press('Enter');
  await answered;
  await expect(retry).toBeFocused();
  await page.unroute(isCall);
  await retry.press('Enter');
  await expect(page.getByRole('list', { name: 'Sessions ouvertes' })).toBeFocused();
});

test('who has access that the server refuses to tell says so beside the copy, and of which day it is', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await persona.openInSharedSession(page, '/dashboard');
  await waitUntilAnswered(page, 'tokens.list');
  const isCall = /\/trpc\/profile\.sessions/;
  await page.route(isCall, (route) => route.fulfill({ status: 503, json: {} }));
  await page.clock.setSystemTime(Date.now() + 2 * 86_400_000);
  await page.goto('/profile/security');
  const main = page.getByRole('main');
  const sessions = page.getByRole('list', { name: 'Sessions ouvertes' }).getByRole('listitem');
  await expect(sessions).not.toHaveCount(0);
  const said = main.getByRole('alert').filter({ hasText: s.unanswered });
  await expect(said).toHaveCount(1);
  await expect(main.getByText(s.copy)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Sessions ouvertes/ }) });
  await expect(row.getByRole('link')).toContainText(/appareils? · Une erreur inattendue/);
  await expect(main.getByText(s.copy)).toBeVisible();
  const retry = row.getByRole('button', { name: 'Réessayer · Sessions ouvertes' });
  await expect(retry).not.toHaveAttribute('aria-busy', { timeout: 15_000 });
  await page.unroute(isCall);
  await retry.click();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(row.getByRole('link')).not.toContainText('erreur');
  await expect(main.getByText(s.copy)).toHaveCount(0);

  // A refused part that the open page does not show has no day there.
  const isOther = /\/trpc\/tokens\.list/;
  await page.route(isOther, (route) => route.fulfill({ status: 503, json: {} }));
  await page.clock.setSystemTime(Date.now() + 3 * 86_400_000);
  await page.reload();
  await expect(main.getByText(s.copy)).toBeVisible({ timeout: 15_000 });
  await row.getByRole('link').click();
  await expect(sessions).not.toHaveCount(0);
  await expect(main.getByText(s.copy)).toHaveCount(0);
});
