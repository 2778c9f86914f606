import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { AccountKind } from './accounts.ts';
import { loginButton, loginDialog, logIn, signupDialog } from './auth.ts';
import { openConsultation } from './consultation.ts';
import { openInsights } from './insights.ts';
import { linkIn, type Mail, sharedMailbox } from './mailbox.ts';
import { storeMoods } from './moods.ts';
import { storeNote } from './notes.ts';
import { open, waitUntilReady } from './page.ts';
import type { Persona } from './persona.ts';
import { answer, countOf, fillIn, takeScan } from './quiz.ts';
import type { PageErrors } from './page-errors.ts';
import { openManyStatistics, openStatistics } from './statistics.ts';
import { openDashboard } from './usage.ts';
import { giveVault, openVaultOn } from './vault.ts';
import { type Words, words } from './words.ts';

const sampleAnswers = [7, 4, 9, 6, 3, 8, 7];

export interface ScreenContext {
  readonly page: Page;
  readonly w: Words;
  readonly pageErrors: PageErrors;
  readonly newPersona: () => Promise<Persona>;
  readonly account: (kind: AccountKind) => Promise<Persona>;
}

async function lookAs({ page, account }: ScreenContext, kind: AccountKind, path: string): Promise<void> {
  const persona = await account(kind);
  await persona.openInSharedSession(page, path);
}

async function openLogin({ page, w }: ScreenContext): Promise<void> {
  await open(page, '/');
  await loginButton(page, w).click();
  await expect(loginDialog(page, w)).toBeVisible();
}

async function openForgot(screen: ScreenContext): Promise<Locator> {
  const { page, w } = screen;
  await openLogin(screen);
  const forgot = w === words.fr ? /^Mot de passe oublié/ : /^Forgot password/;
  await loginDialog(page, w).getByRole('button', { name: forgot }).click();
  const dialog = page.getByRole('dialog', { name: forgot });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The newest mail to a person who just signed up and, on request, asked for a reset link. */
async function mailOf({ w, newPersona }: ScreenContext, kind: 'verify' | 'reset'): Promise<Mail> {
  const persona = await newPersona();
  if (kind === 'reset') await persona.call('POST', '/api/auth/resetpassword', { email: persona.email });
  const subjects = {
    verify: w === words.fr ? 'Confirmez votre adresse' : 'Confirm your address',
    reset: w === words.fr ? 'Choisir un nouveau mot de passe' : 'Choose a new password',
  };
  return sharedMailbox().next(persona.email, subjects[kind]);
}

/** Outcomes disappear after 2 or 3 s; a check of the screen takes longer. */
async function keepOutcome(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.setTimeout.bind(window);
    const patient = (work: () => void, time?: number) => real(work, time === 2_000 || time === 3_000 ? 600_000 : time);
    Object.assign(window, { setTimeout: patient });
  });
}

async function openProfile(screen: ScreenContext, path = '/profile'): Promise<void> {
  await lookAs(screen, 'empty', path);
  await expect(screen.page.getByRole('tabpanel')).toBeVisible();
  if (path === '/profile') await expect(screen.page.locator('input[name="firstName"]')).toBeVisible();
}

/** A page of the settings, once it shows what it is about. */
async function openSettings(screen: ScreenContext, page: string, shown: RegExp): Promise<void> {
  await lookAs(screen, 'empty', `/profile/${page}`);
  await expect(screen.page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible();
}

function saveProfile({ page }: ScreenContext): Promise<void> {
  return page.getByRole('button', { name: /^(?:Enregistrer|Save)$/ }).click();
}

async function openJournal(screen: ScreenContext): Promise<void> {
  await lookAs(screen, 'writer', '/note');
  await expect(screen.page.getByRole('main').getByRole('article').first()).toBeVisible();
}

/** Every screen in every state that a person can meet; each entry opens one in a new page. */
export const screens: Readonly<Record<string, (screen: ScreenContext) => Promise<void>>> = {
  home: ({ page }) => open(page, '/'),
  'home, logged in': async (screen) => {
    await lookAs(screen, 'empty', '/');
    await waitUntilReady(screen.page);
  },
  'quiz, first question': async ({ page, w }) => {
    await open(page, '/bodyscan');
    await expect(countOf(page)).toHaveText(w.count(1));
  },
  'quiz, answered': async ({ page, w }) => {
    await open(page, '/bodyscan');
    await answer(page, w, 8);
  },
  'quiz, resumed': async ({ page, w }) => {
    await open(page, '/bodyscan');
    await fillIn(page, w, [3, 9, 5]);
    await page.reload();
    await expect(page.getByText(w.resumed)).toBeVisible();
  },
  'quiz, last question': async ({ page, w }) => {
    await open(page, '/bodyscan');
    await fillIn(page, w, sampleAnswers);
  },
  'result, logged out': ({ page, w }) => takeScan(page, w, sampleAnswers),
  'result, logged in': async (screen) => {
    const persona = await screen.newPersona();
    await persona.openInNewSession(screen.page, '/bodyscan');
    await fillIn(screen.page, screen.w, sampleAnswers);
    await screen.page.getByRole('button', { name: screen.w.finish, exact: true }).click();
    await expect(screen.page.getByText(screen.w.saved)).toBeVisible();
  },
  'words about a scan': async (screen) => {
    const { page, w } = screen;
    const persona = await screen.newPersona();
    await persona.saveScan(sampleAnswers);
    await persona.openInNewSession(page, '/bodyscan');
    await fillIn(page, w, sampleAnswers);
    await page.getByRole('button', { name: w.finish, exact: true }).click();
    await page.getByRole('button', { name: w.addTag, exact: true }).click();
    await page.getByRole('main').getByRole('textbox').fill('x'.repeat(25));
  },
  'reflection, positive': async ({ page, w }) => {
    await takeScan(page, w, sampleAnswers);
    await page.getByRole('region', { name: w.scales }).getByRole('button').nth(2).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'reflection, near the middle': async ({ page, w }) => {
    await takeScan(page, w, [5, 4, 9, 6, 3, 8, 7]);
    await page.getByRole('region', { name: w.scales }).getByRole('button').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'info modal': async ({ page, w }) => {
    await takeScan(page, w, sampleAnswers);
    await page.getByRole('button', { name: w.reflection, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'login, empty': openLogin,
  'login, errors': async (screen) => {
    await openLogin(screen);
    const send = loginDialog(screen.page, screen.w).getByRole('button', { name: screen.w.submitLogin, exact: true });
    await send.click();
    await expect(screen.page.locator('[aria-invalid="true"]')).toHaveCount(2);
  },
  'login, refused': async (screen) => {
    screen.pageErrors.allowFailedRequests();
    await openLogin(screen);
    await logIn(screen.page, screen.w, { username: 'nobody_here', password: 'wrong' });
    await expect(screen.page.getByText(screen.w.loginFailed)).toBeVisible();
  },
  'sign-up, empty': async (screen) => {
    await openLogin(screen);
    await loginDialog(screen.page, screen.w).getByRole('button', { name: screen.w.createAccount }).click();
    await expect(signupDialog(screen.page, screen.w)).toBeVisible();
  },
  'sign-up, errors': async (screen) => {
    await openLogin(screen);
    await loginDialog(screen.page, screen.w).getByRole('button', { name: screen.w.createAccount }).click();
    const dialog = signupDialog(screen.page, screen.w);
    await dialog.getByRole('button', { name: screen.w.submitSignup, exact: true }).click();
    await expect(dialog.getByText(screen.w.consentRequired)).toBeVisible();
  },
  forgot: async (screen) => {
    await openForgot(screen);
  },
  'forgot, sent': async (screen) => {
    const dialog = await openForgot(screen);
    await dialog.getByLabel(screen.w.email, { exact: true }).fill('nobody@example.org');
    await dialog.getByRole('button', { name: /^(?:Envoyer|Send)$/ }).click();
    await expect(dialog.locator('form').getByRole('alert')).not.toHaveText('');
  },
  'reset, errors': async (screen) => {
    const { page } = screen;
    await page.goto(linkIn(await mailOf(screen, 'reset')));
    const dialog = page.getByRole('dialog', { name: /^(?:Nouveau mot de passe|New password)$/ });
    await dialog.locator('input').first().fill('abc');
    await dialog.locator('input').last().fill('abcd');
    await dialog.getByRole('button', { name: /^(?:Enregistrer|Save)$/ }).click();
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(2);
  },
  'reset, invalid link': async ({ page, pageErrors }) => {
    pageErrors.allowFailedRequests();
    await page.goto('/auth/resetpassword/no-such-link');
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'verify, success': async (screen) => {
    await keepOutcome(screen.page);
    await screen.page.goto(linkIn(await mailOf(screen, 'verify')));
    await expect(screen.page.getByRole('main').getByRole('status').getByRole('heading')).toBeVisible();
  },
  'verify, failed': async ({ page, pageErrors }) => {
    pageErrors.allowFailedRequests();
    await keepOutcome(page);
    await page.goto('/auth/verify/no-such-link');
    await expect(page.getByRole('main').getByRole('alert').getByRole('heading')).toBeVisible();
  },
  'profile, empty': (screen) => openProfile(screen),
  'profile, errors': async (screen) => {
    await openProfile(screen);
    await saveProfile(screen);
    await expect(screen.page.locator('[aria-invalid="true"]')).toHaveCount(4);
  },
  'profile, saved': async (screen) => {
    const { page } = screen;
    const persona = await screen.newPersona();
    await persona.openInNewSession(page, '/profile');
    await expect(page.locator('input[name="firstName"]')).toBeVisible();
    for (const [name, value] of [
      ['firstName', 'Léa'],
      ['lastName', 'N’Diaye-Morel'],
      ['dateOfBirth', '1990-02-28'],
      ['countryOfResidency', 'France'],
      ['birthTime', '07:45'],
    ] as const)
      await page.locator(`input[name="${name}"]`).fill(value);
    await saveProfile(screen);
    await expect(page.getByText(/^(?:Profil enregistré|Profile saved)\.$/)).toBeVisible();
  },
  config: async (screen) => {
    await openProfile(screen, '/profile?tab=config');
    await expect(screen.page.getByRole('link').filter({ hasText: /\d sessions?$/ })).toBeVisible();
  },
  'settings, quiz': (screen) => openSettings(screen, 'quiz', /^(?:Répondre avec|Answer with)/),
  'settings, reminder': (screen) => openSettings(screen, 'reminder', /^(?:Me rappeler|Remind me)$/),
  'settings, security': (screen) =>
    openSettings(screen, 'security', /^(?:1 appareil|1 device|Cet appareil|This device)/),
  'settings, passkeys': (screen) => openSettings(screen, 'security/passkeys', /^(?:Aucune clé d’accès|No passkey)/),
  'settings, sessions': (screen) => openSettings(screen, 'security/sessions', /^(?:Cet appareil|This device)$/),
  'settings, vault': (screen) => openSettings(screen, 'security/vault', /^(?:Elle est faite|It is made)/),
  'settings, check': (screen) => openSettings(screen, 'security/check', /^(?:La liste est celle|The list is the one)/),
  'vault, explanation': async (screen) => {
    await lookAs(screen, 'empty', '/vault/on');
    await expect(screen.page.getByRole('button', { name: /^(?:Continuer|Continue)$/ })).toBeVisible();
  },
  'vault, locked': async ({ page, newPersona }) => {
    const persona = await newPersona();
    await openVaultOn(page, persona, await giveVault(persona));
    await page.getByRole('button', { name: /^(?:Verrouiller|Lock now)$/ }).click();
    await expect(page.getByRole('heading', { name: /^(?:Verrouillé|Locked)$/ })).toBeVisible();
  },
  'vault, open': async ({ page, newPersona }) => {
    const persona = await newPersona();
    await openVaultOn(page, persona, await giveVault(persona));
    await page.goto('/profile/security/vault');
    await expect(page.locator('ol[translate=no] li')).toHaveCount(8);
  },
  'settings, export': (screen) => openSettings(screen, 'export', /^(?:Sceller avec|Seal with)/),
  'settings, agreements': (screen) => openSettings(screen, 'consents', /^(?:Garder mes scans|Keep my scans)/),
  'erase dialog': async (screen) => {
    await lookAs(screen, 'empty', '/profile/erase');
    await screen.page.getByRole('button', { name: /^(?:Supprimer mon compte|Delete my account)$/ }).click();
    await expect(screen.page.getByRole('alertdialog')).toBeVisible();
  },
  'logout tab': (screen) => openProfile(screen, '/profile?tab=logout'),
  'month, looked back on': async (screen) => {
    const month = new Date(Date.now() - 86_400_000).toISOString().slice(0, 7);
    await lookAs(screen, 'writer', `/history/month/${month}`);
    await expect(screen.page.getByRole('heading', { level: 1, name: /^(?:Votre mois|Your month)/ })).toBeVisible();
  },
  'week, looked back on': async (screen) => {
    await lookAs(screen, 'writer', '/history?view=month');
    await screen.page
      .getByRole('main')
      .getByRole('link', { name: /^(?:Voir la semaine|See the week)$/ })
      .first()
      .click();
    await expect(screen.page.getByRole('heading', { level: 1, name: /^(?:Votre semaine|Your week)/ })).toBeVisible();
  },
  'another day, its moments': async (screen) => {
    await lookAs(screen, 'writer', '/history?view=month');
    await expect(screen.page.getByRole('grid')).toBeVisible();
    const inParis = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });
    const yesterday = screen.page.locator(`[data-day="${inParis.format(Date.now() - 86_400_000)}"]`);
    // On the first day of a month it is in the one before.
    if (!(await yesterday.isVisible()))
      await screen.page
        .getByRole('button', { name: /^(?:Mois précédent|Previous month)$/ })
        .first()
        .click();
    await yesterday.click();
    await screen.page.getByRole('button', { name: /^(?:Ajouter un scan|Add a scan)$/ }).click();
    await expect(screen.page.getByRole('dialog').getByRole('radio')).toHaveCount(6);
  },
  'quick scan, petal': async (screen) => {
    await lookAs(screen, 'writer', '/bodyscan/again');
    await screen.page.getByRole('button', { name: /^(?:Tristesse – Joie|Sadness – Joy), / }).click();
    await expect(screen.page.getByRole('radio')).toHaveCount(10);
  },
  'quiz, as last time': async (screen) => {
    await lookAs(screen, 'writer', '/bodyscan/again');
    await expect(screen.page.getByText(/^(?:Touchez un pétale|Touch a petal)/)).toBeVisible();
  },
  'today, empty': async (screen) => {
    await lookAs(screen, 'empty', '/dashboard');
    await expect(
      screen.page.getByText(/^(?:Votre premier scan apparaîtra ici|Your first scan will appear here)\.$/),
    ).toBeVisible();
  },
  'today, full': async (screen) => {
    await lookAs(screen, 'writer', '/dashboard');
    await expect(screen.page.getByRole('main').getByRole('listitem')).toHaveCount(7);
  },
  'today, offline': async (screen) => {
    const { page, pageErrors, w } = screen;
    pageErrors.allowFailedRequests();
    await lookAs(screen, 'writer', '/dashboard');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(7);
    await page.context().setOffline(true);
    await expect(page.getByText(w.offline)).toBeVisible();
  },
  'scan, linked note': async (screen) => {
    await lookAs(screen, 'writer', '/history');
    await screen.page.getByRole('article').getByRole('link').first().click();
    await expect(screen.page.getByRole('region', { name: screen.w.scales })).toBeVisible();
    await expect(screen.page.getByRole('article')).toBeVisible();
  },
  'history, empty': async (screen) => {
    await lookAs(screen, 'empty', '/history');
    await expect(screen.page.getByText(screen.w.historyEmpty)).toBeVisible();
  },
  'history, full': async (screen) => {
    await lookAs(screen, 'writer', '/history');
    await expect(screen.page.getByRole('article')).toHaveCount(2);
  },
  'history, error': async (screen) => {
    screen.pageErrors.allowFailedRequests();
    await screen.page.route(/results\.own/, (route) => route.fulfill({ status: 500, json: {} }));
    await lookAs(screen, 'empty', '/history');
    await expect(screen.page.getByText(screen.w.historyError)).toBeVisible({ timeout: 20_000 });
  },
  'history, menu': async (screen) => {
    await lookAs(screen, 'writer', '/history');
    await screen.page.getByRole('button', { name: screen.w.scanOptions }).first().click();
    await expect(screen.page.getByRole('menuitem', { name: screen.w.delete })).toBeVisible();
  },
  'calendar, month': async (screen) => {
    await lookAs(screen, 'writer', '/history?view=month');
    await expect(screen.page.getByRole('grid')).toBeVisible();
  },
  'calendar, year': async (screen) => {
    const { page } = screen;
    await lookAs(screen, 'writer', '/history?view=year');
    await page.getByRole('button', { name: /^(?:Voir le tableau|See the table)$/ }).click();
    await expect(page.getByRole('table')).toBeVisible();
  },
  'calendar, day': async (screen) => {
    const { page } = screen;
    await lookAs(screen, 'writer', '/history?view=year');
    await page.getByRole('slider').press('Enter');
    await expect(page.getByRole('dialog').getByRole('article').first()).toBeVisible();
  },
  'notes, empty': async (screen) => {
    await lookAs(screen, 'empty', '/note');
    await expect(screen.page.getByText(/^(?:Aucune note pour l’instant|No notes yet)\.$/)).toBeVisible();
  },
  'notes, full': async (screen) => {
    const { page } = screen;
    await openJournal(screen);
    // Today, so that every card stays and the chip appears; one card is unfolded.
    await page.locator('button[aria-current="date"]').click();
    await expect(page.getByRole('button', { name: /^(?:Retirer ce filtre|Remove this filter)$/ })).toBeVisible();
    await page.getByRole('button', { name: /^(?:Lire toute la note|Read the whole note)/ }).click();
  },
  'notes, no match': async (screen) => {
    const { page } = screen;
    await openJournal(screen);
    await page.getByRole('searchbox').fill('xyzzy');
    await expect(page.getByText(/^(?:Aucune note ne correspond|No note matches)\.$/)).toBeVisible();
    await page.getByRole('button', { name: /^(?:Catégories|Categories)/ }).click();
    await page.getByRole('menuitemcheckbox').nth(3).click();
  },
  'note editor': async (screen) => {
    const { page } = screen;
    await lookAs(screen, 'empty', '/note?new=green');
    const dialog = page.getByRole('dialog', { name: /^(?:Nouvelle note|New note)$/ });
    await dialog.getByRole('textbox').first().fill('x'.repeat(201));
    await dialog.getByRole('textbox').last().fill('x'.repeat(100_001));
    await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(2);
  },
  'linked notes': async (screen) => {
    const { page } = screen;
    await lookAs(screen, 'writer', '/history');
    await page.getByRole('button', { name: /^1 (?:note liée|linked note)$/ }).click();
    await expect(page.getByRole('dialog').getByRole('article')).toBeVisible();
  },
  'statistics, lines': async (screen) => {
    const { page } = screen;
    await openStatistics(screen, 'line');
    // Every sentence with its numbers, and the table.
    const closed = page.getByRole('main').getByRole('button', { expanded: false }).filter({ visible: true });
    while ((await closed.count()) > 0) await closed.first().click();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(12);
    await page.evaluate(() => scrollTo(0, 0));
  },
  'statistics, bloom': (screen) => openStatistics(screen, 'pie'),
  'statistics, empty': async (screen) => {
    await lookAs(screen, 'empty', '/statistics');
    await expect(
      screen.page.getByText(/^(?:Aucun scan à montrer pour l’instant|No scan to show yet)\.$/),
    ).toBeVisible();
  },
  'statistics, empty period': async (screen) => {
    const { page } = screen;
    await openStatistics(screen, 'line');
    // A day without a scan, the one after the first scan.
    await page.getByRole('slider').nth(0).press('ArrowRight');
    await page.getByRole('slider').nth(1).press('Home');
    await expect(page.getByText(/^(?:Aucun scan sur cette période|No scan in this period)\.$/)).toBeVisible();
  },
  'statistics, error': async (screen) => {
    screen.pageErrors.allowFailedRequests();
    await screen.page.route(/results\.own/, (route) => route.fulfill({ status: 500, json: {} }));
    await lookAs(screen, 'empty', '/statistics');
    await expect(screen.page.getByText(screen.w.historyError)).toBeVisible({ timeout: 20_000 });
  },
  'statistics, moods': async ({ page, newPersona }) => {
    const persona = await newPersona();
    await persona.saveScan(sampleAnswers);
    await storeMoods(persona, [3, 5, 2, 4, 1, 4]);
    await persona.openInNewSession(page, '/statistics');
    const lines = page.getByRole('region', { name: /^(?:Humeurs d’autres journaux|Moods of other journals)$/ });
    await lines.getByRole('button', { name: /^(?:Voir le tableau|See the table)$/ }).click();
    await expect(lines.getByRole('table')).toBeVisible();
  },
  'statistics, weeks': async ({ page, account }) => {
    await openManyStatistics({ page, persona: await account('empty') }, 400);
    await page.getByRole('button', { name: /^(?:Voir le tableau|Show the table)$/ }).click();
  },
  insights: async ({ page, account }) => {
    await openInsights({ page, persona: await account('empty') }, 120);
    await page
      .getByRole('button', { name: /^(?:Voir les scans|See the scans)$/ })
      .first()
      .click();
  },
  'insights, nothing clear': async ({ page, account }) => {
    await openInsights({ page, persona: await account('empty') }, 40);
  },
  'insights, few': async ({ page, account }) => {
    await openInsights({ page, persona: await account('empty') }, 11);
  },
  'what the server knows': async (screen) => {
    await lookAs(screen, 'empty', '/profile/server');
    await expect(screen.page.getByText(/^1 (?:ligne parle de vous|row about you)$/).first()).toBeVisible();
  },
  'consultation page': async ({ page, account }) => {
    await openConsultation({ page, persona: await account('writer') }, 120);
    await page.getByRole('checkbox').first().uncheck();
  },
  'consultation page, one scan': async ({ page, account }) => {
    await openConsultation({ page, persona: await account('empty') }, 1);
  },
  'delete confirm': async (screen) => {
    await lookAs(screen, 'writer', '/history');
    await screen.page.getByRole('button', { name: screen.w.scanOptions }).first().click();
    await screen.page.getByRole('menuitem', { name: screen.w.delete }).click();
    await expect(screen.page.getByRole('alertdialog')).toBeVisible();
  },
  'admin, empty': async ({ page, account }) => {
    await openDashboard(page, await account('admin'), 0);
  },
  'admin, full': async ({ page, account }) => {
    await openDashboard(page, await account('admin'), 3);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: /^(?:Tableau Sessions|Table User sessions)$/ }).click();
    await main.getByRole('button', { name: /^(?:Dernières agrégations|Latest aggregations)$/ }).click();
    await expect(main.getByRole('table')).toHaveCount(3);
    await page.evaluate(() => scrollTo(0, 0));
  },
  'admin, a year': async ({ page, account }) => {
    await openDashboard(page, await account('admin'), 60);
    await page.getByRole('radio', { name: /^(?:1 an|1 year)$/ }).check();
    await page.getByRole('button', { name: /^(?:Tableau Inscriptions|Table Sign-ups)/ }).click();
  },
  booklet: async ({ page, newPersona }) => {
    const persona = await newPersona();
    await persona.saveScan(sampleAnswers);
    await storeNote(persona, { title: 'Dire non', text: 'Premier paragraphe.' });
    await persona.openInNewSession(page, '/profile/booklet');
    await page.getByRole('button', { name: /^(?:Préparer le carnet|Prepare the booklet)$/ }).click();
    await expect(page.getByRole('article')).toBeVisible();
  },
  help: async ({ page }) => {
    await open(page, '/help');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  minute: async ({ page }) => {
    await open(page, '/minute');
    await expect(page.getByText(/^(?:La fleur s’ouvre|The bloom opens)\.$/)).toBeVisible();
  },
  privacy: async ({ page }) => {
    await open(page, '/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  story: async ({ page, w }) => {
    await open(page, '/help');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Nuances/ })
      .click();
    await expect(page.getByRole('dialog', { name: w.story })).toBeVisible();
  },
  'render error': async ({ page, w, pageErrors }) => {
    pageErrors.expect(/planted/);
    await goToHelpAs({ page, w }, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "throw new Error('planted')" }),
    );
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  },
  'screen not fetched': async ({ page, w, pageErrors }) => {
    pageErrors.allowFailedRequests();
    pageErrors.expect(/not fetched/);
    await goToHelpAs({ page, w }, (route) => route.abort('failed'));
    await expect(page.getByRole('alert').filter({ hasText: w.network })).toBeVisible();
  },
};

/** Opens a screen whose code request is handled as `answer` says. */
async function goToHelpAs({ page, w }: Pick<ScreenContext, 'page' | 'w'>, answer: (route: Route) => Promise<void>) {
  await open(page, '/privacy');
  await page.route(/\/assets\/help[^/]*\.js/, answer);
  await page.getByRole('link', { name: w.help }).filter({ visible: true }).first().click();
}
