import { expect, test } from '../support/fixtures.ts';
import { overflowX, placeOf } from '../support/page.ts';

/** The names of the rows, typed by hand. */
const names = [
  ...['Langue', 'Quiz', 'Aujourd’hui', 'Rappel', 'Sécurité'],
  ...['Exporter mes données', 'Restaurer un export', 'Apporter un autre journal', 'Vos accords'],
  ...['Ce que sait le serveur', 'Supprimer mon compte'],
];

test('@phone-only settings are rows with what is set, and each page has its head, its address and a way back', async ({
  page,
  w,
  newPersona,
}) => {
  const persona = await newPersona();
  const endpoint = 'https://push.example/1';
  const reminder = { days: [7, 2, 4], time: '21:00', zone: 'Europe/Paris', endpoint };
  await persona.callAsUser('PUT', '/api/reminder', reminder);
  await persona.openInNewSession(page, '/profile?tab=config');
  const rows = page.getByRole('navigation', { name: 'Réglages' }).getByRole('link');
  await expect(rows).toHaveText(names.map((name) => new RegExp(`^${name}`)));
  const row = (name: string) => rows.filter({ hasText: new RegExp(`^${name}`) });
  await expect(row('Langue')).toHaveText(/Français$/);
  await expect(row('Quiz')).toHaveText(/attend Suivant$/);
  await expect(row('Aujourd’hui')).toHaveText(/souvenir$/);
  await expect(row('Rappel')).toHaveText(/mar\., jeu\., dim\. à 21\u202fh\u202f00$/);
  await expect(row('Sécurité')).toHaveText(/\d sessions$/);
  await expect(row('Vos accords')).toHaveText(/\d$/);

  // All of them are in sight above the bar.
  const [last, bar] = [
    await placeOf(rows.last()),
    await placeOf(page.getByRole('navigation', { name: w.mainNavigation })),
  ];
  expect(last.bottom).toBeLessThanOrEqual(bar.top + 1);

  const head = page.getByRole('heading', { level: 1 });
  await row('Quiz').click();
  await expect(page).toHaveURL(/\/profile\/quiz$/);
  await expect(page).toHaveTitle(/^Quiz/);
  await expect(head).toHaveText('Quiz');
  await expect(head).toBeFocused();
  await expect(page.getByRole('tablist')).toHaveCount(0);
  await page.getByRole('switch', { name: /^Passer à la question suivante/ }).check();
  await page.getByRole('link', { name: 'Retour', exact: true }).click();
  await expect(page).toHaveURL(/\/profile\?tab=config$/);
  await expect(row('Quiz')).toHaveText(/avance tout seul$/);

  // The browser's Back leads to the list as well.
  await row('Sécurité').click();
  await expect(page).toHaveURL(/\/profile\/security$/);
  await page
    .getByRole('list', { name: 'Votre accès' })
    .getByRole('link', { name: /^Sessions ouvertes/ })
    .click();
  await expect(head).toHaveText('Sessions ouvertes');
  await expect(page.getByText('Cet appareil', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(head).toHaveText('Sécurité');
  await page.goBack();
  await expect(rows).toHaveCount(names.length);

  // Opened by its address, a page leads to the list too.
  const addresses = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [index, address] of addresses.entries()) {
    await page.goto(address);
    await expect(head).toHaveText(names[index] ?? '');
    expect(await overflowX(page), address).toBe(0);
  }
  await page.goto('/profile/security/tokens');
  await page.getByRole('link', { name: 'Retour', exact: true }).click();
  await expect(page).toHaveURL(/\/profile\/security$/);
  await page.getByRole('link', { name: 'Retour', exact: true }).click();
  await expect(rows).toHaveCount(names.length);
});

test('on the desk the list stays beside its page, and says which is open', async ({ page, openAsNew }) => {
  await openAsNew('/profile?tab=config');
  const rows = page.getByRole('navigation', { name: 'Réglages' }).getByRole('link');
  const current = rows.and(page.locator('[aria-current="page"]'));
  await expect(current).toHaveText(/^Langue/);
  await expect(page.getByRole('combobox', { name: 'Langue' })).toBeVisible();

  await rows.filter({ hasText: /^Sécurité/ }).press('Enter');
  await expect(current).toHaveText(/^Sécurité/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sécurité' })).toBeFocused();
  for (const name of ['Mot de passe', 'Sessions ouvertes', 'Jetons pour scripts'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  await page.goto('/profile/security/tokens');
  await expect(current).toHaveText(/^Sécurité/);
  await expect(page.getByRole('region', { name: 'Mot de passe', exact: true })).toBeVisible();
  // The address of a part leads to it among the others.
  for (const [part, name] of [
    ['codes', 'Codes à usage unique'],
    ['tokens', 'Jetons pour scripts'],
  ] as const) {
    await page.goto(`/profile/security/${part}`);
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
  }
  await page.goto('/profile/security');
  await expect(page.getByRole('heading', { name: 'Jetons pour scripts' })).not.toBeInViewport();

  // The tabs keep the focus of the keyboard.
  await page.getByRole('tab', { name: 'Réglages' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('tab', { name: 'Profil' })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible();
});
