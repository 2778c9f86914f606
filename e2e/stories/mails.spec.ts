import type { BrowserContext, Locator, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expireToken, loginButton, loginDialog, logInFromBar, signupDialog } from '../support/auth.ts';
import { expect } from '../support/fixtures.ts';
import { linkIn, type Mail, type Mailbox, subjectOf, tokenIn, unknownAccountLinkIn } from '../support/mailbox.ts';
import { test } from '../support/mails.ts';
import {
  blockCalls,
  waitForPaint,
  holdRequests,
  loseAnswer,
  open,
  restoreCalls,
  stopClock,
  withStoppedClock,
} from '../support/page.ts';
import { Persona } from '../support/persona.ts';
import { findSecrets } from '../support/secrets.ts';
import type { Language } from '../support/words.ts';

/** Expected texts of the mails and the pages of their links, typed by hand. */
const said = {
  fr: {
    verifySubject: 'Confirmez votre adresse',
    verifyText: 'Ouvrez ce lien pour confirmer que cette adresse est bien la vôtre.',
    verifyButton: 'Confirmer l’adresse',
    verifySuccess: 'Email vérifié avec succès ! Vous pouvez maintenant vous connecter.',
    verifyFailed: 'Erreur lors de la vérification du token.',
    verifyNetwork: 'Erreur de connexion au serveur.',
    forgot: /^Mot de passe oublié\s\?$/,
    forgotTitle: 'Mot de passe oublié',
    send: 'Envoyer',
    sent: 'Un email de réinitialisation a été envoyé',
    resetSubject: 'Choisir un nouveau mot de passe',
    resetText: 'Un nouveau mot de passe a été demandé pour votre compte.',
    resetTitle: 'Nouveau mot de passe',
    newPassword: 'Nouveau mot de passe',
    confirmPassword: 'Confirmer le mot de passe',
    mismatch: 'Les mots de passe ne correspondent pas.',
    save: 'Enregistrer',
    resetSuccess: 'Mot de passe réinitialisé avec succès.',
    checking: 'Vérification du lien en cours...',
    linkInvalid: 'Lien invalide ou expiré.',
    goingHome: 'Retour à l’accueil dans un instant.',
    checkFailed: 'Erreur lors de la vérification du lien.',
    ok: 'D’accord',
    newLink: 'Nouveau lien',
    changedSubject: 'Votre mot de passe a changé',
    changedText: /Le mot de passe de votre compte a été changé le \d{1,2}(?:er)? \S+ \d{4} à \d{2}\sh\s\d{2} \(/,
    alreadySubject: 'Vous avez déjà un compte',
    alreadyText: 'C’est déjà celle de votre compte Nuances, et elle le reste.',
    newSubject: 'Confirmez votre nouvelle adresse',
    newText: 'Elle remplacera la précédente dès que ce lien sera ouvert.',
    noticeSubject: 'Votre adresse va changer',
    noticeText: (address: string) => `une nouvelle adresse a été indiquée pour votre compte\u00A0: ${address}.`,
    completedSubject: 'Votre adresse a changé',
    completedText: (address: string) => `la nouvelle adresse de votre compte a été confirmée\u00A0: ${address}.`,
    currentPassword: 'Mot de passe actuel',
    restored:
      'Votre adresse est rétablie et toutes les sessions sont fermées. Un lien pour choisir un nouveau mot de passe vient d’y être envoyé.',
    restoreAsk: /^Rétablir cette adresse\s\?$/,
    restore: 'Rétablir cette adresse',
    restoreOver: 'Ce lien n’est plus valable : il a déjà servi, ou un message plus récent contient celui qui l’est.',
    hello: (name: string) => `Bonjour ${name},`,
    pending: (address: string) => `${address} remplacera votre adresse dès que son lien sera ouvert.`,
    verified: 'vérifié',
    notVerified: /non vérifié/,
    email: 'E-mail',
    firstName: 'Prénom',
    lastName: 'Nom',
    dateOfBirth: 'Date de naissance',
    country: 'Pays de résidence',
    profileSaved: 'Profil enregistré.',
  },
  en: {
    verifySubject: 'Confirm your address',
    verifyText: 'Open this link to confirm that this address is yours.',
    verifyButton: 'Confirm the address',
    verifySuccess: 'E-mail verified! You can now log in.',
    verifyFailed: 'Something went wrong while checking the token.',
    verifyNetwork: 'Could not connect to the server.',
    forgot: /^Forgot password\?$/,
    forgotTitle: 'Forgot password',
    send: 'Send',
    sent: 'A password reset e-mail has been sent',
    resetSubject: 'Choose a new password',
    resetText: 'A new password was requested for your account.',
    resetTitle: 'New password',
    newPassword: 'New password',
    confirmPassword: 'Confirm password',
    mismatch: 'The passwords do not match.',
    save: 'Save',
    resetSuccess: 'Your password has been reset.',
    checking: 'Checking your link...',
    linkInvalid: 'This link is invalid or has expired.',
    goingHome: 'Taking you back home in a moment.',
    checkFailed: 'Something went wrong while checking the link.',
    ok: 'OK',
    newLink: 'New link',
    changedSubject: 'Your password has changed',
    changedText: /The password of your account was changed on \d{1,2} \w+ \d{4} at \d{2}:\d{2} \(/,
    alreadySubject: 'You already have an account',
    alreadyText: 'It already belongs to your Nuances account, and it still does.',
    newSubject: 'Confirm your new address',
    newText: 'It will replace the previous one once this link is opened.',
    noticeSubject: 'Your address is about to change',
    noticeText: (address: string) => `a new address was given for your account: ${address}.`,
    completedSubject: 'Your address has changed',
    completedText: (address: string) => `the new address of your account was confirmed: ${address}.`,
    currentPassword: 'Current password',
    restored:
      'Your address is restored and every session has been closed. A link to choose a new password has just been sent there.',
    restoreAsk: 'Restore this address?',
    restore: 'Restore this address',
    restoreOver: 'This link is no longer valid: it has been used, or a newer message holds the one that works.',
    hello: (name: string) => `Hello ${name},`,
    pending: (address: string) => `${address} will replace your address once its link has been opened.`,
    verified: 'verified',
    notVerified: /not verified/,
    email: 'E-mail',
    firstName: 'First name',
    lastName: 'Last name',
    dateOfBirth: 'Date of birth',
    country: 'Country of residency',
    profileSaved: 'Profile saved.',
  },
} as const satisfies Record<Language, Record<string, unknown>>;

/** Answers that no mail and no log may contain. */
const canaryAnswers = [2, 9, 4, 7, 1, 8, 3];
const canaryAnswersText = canaryAnswers.join(',');

/** A password that is accepted and easy to find in any text. */
function canaryPassword(): string {
  // Letters at the end: digits there would be taken for an addition to a word that people choose.
  return `Canari&7${randomUUID().slice(0, 8)}kr`;
}

function canaryName(): string {
  return `canari_${randomUUID().replaceAll('-', '').slice(0, 10)}`;
}

/** Checks that a message disappears after this time on the page's clock, and not sooner. The clock is stopped. */
async function expectStay(page: Page, shown: Locator, stayMs: number): Promise<void> {
  await expect(shown).toBeVisible();
  await page.clock.runFor(stayMs - 100);
  await expect(shown).toBeVisible();
  await page.clock.runFor(200);
  await expect(shown).toHaveCount(0);
  await page.clock.resume();
}

/** Opens a verification link; its message stays this long. */
async function openVerification(page: Page, link: string, shown: Locator, stayMs: number): Promise<void> {
  const call = holdRequests();
  await page.route(verifyCall, call.hold);
  await page.clock.install();
  const asked = page.waitForRequest(verifyCall);
  await page.goto(link);
  await asked;
  await stopClock(page);
  call.release();
  await expectStay(page, shown, stayMs);
  await page.unroute(verifyCall);
}

const verifyCall = /\/trpc\/auth\.verify/;

function outcome(page: Page, role: 'status' | 'alert', text: string): Locator {
  return page.getByRole('main').getByRole(role).filter({ hasText: text });
}

function profileField(page: Page, label: string): Locator {
  return page.getByRole('main').getByLabel(new RegExp(`^${label}(?: \\*.*)?$`));
}

async function post(baseURL: string | undefined, path: string, body: object, token?: string): Promise<Response> {
  return fetch(`${baseURL}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

async function loginStatus(baseURL: string | undefined, username: string, password: string): Promise<number> {
  return (await post(baseURL, '/api/auth/login', { username, password })).status;
}

async function profileStatus(baseURL: string | undefined, token: string): Promise<number> {
  return (await fetch(`${baseURL}/api/profile`, { headers: { authorization: `Bearer ${token}` } })).status;
}

/** A person whose address is verified by the link of the mail. */
async function verifiedPersona(persona: Persona, mailbox: Mailbox): Promise<Persona> {
  const mail = await mailbox.next(persona.email, said[persona.language].verifySubject);
  await persona.call('GET', `/api/auth/verify/${tokenIn(mail)}`);
  return persona;
}

function expectSays(mail: Mail, ...parts: readonly (string | RegExp)[]): void {
  const htmlText = mail.html
    .replaceAll(/<style>[\s\S]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  for (const part of parts) {
    if (typeof part === 'string') {
      expect(mail.text).toContain(part);
      expect(htmlText).toContain(part);
    } else {
      expect(mail.text).toMatch(part);
      expect(htmlText).toMatch(part);
    }
  }
}

// Each story in one language: the mails are tested in both (apps/api/src/mail).
test.describe('in French', () => {
  const s = said.fr;
  test.beforeEach(({ pageErrors }) => pageErrors.allowFailedRequests());

  test('sign-up, link in the mail, verified profile @journey', async ({ page, w, baseURL, mailbox, secrets }) => {
    const username = canaryName();
    const email = `${username}@example.org`;
    const password = canaryPassword();
    secrets.add(password);

    await open(page, '/help');
    await loginButton(page, w).click();
    await loginDialog(page, w).getByRole('button', { name: w.createAccount }).click();
    const dialog = signupDialog(page, w);
    await dialog.getByLabel(w.username, { exact: true }).fill(username);
    await dialog.getByLabel(w.email, { exact: true }).fill(email);
    await dialog.getByLabel(w.password, { exact: true }).fill(password);
    await dialog.getByLabel(w.consent).check();
    await withStoppedClock(page, async () => {
      await dialog.getByRole('button', { name: w.submitSignup, exact: true }).click();
      await expect(dialog.getByText(w.signupSuccess)).toBeVisible();
    });
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`${baseURL}/`);

    const mail = await mailbox.next(email, s.verifySubject);
    expectSays(mail, s.hello(username), s.verifyText, s.verifyButton);
    expect(mail.html).toContain('<html lang="fr">');
    expect(linkIn(mail)).toBe(`${baseURL}/auth/verify/${tokenIn(mail)}`);

    await openVerification(page, linkIn(mail), outcome(page, 'status', s.verifySuccess), 2_000);
    await expect(page).toHaveURL(`${baseURL}/`);
    await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();

    await logInFromBar(page, w, { username, password });
    await expect(page.getByText(w.loginSuccess)).toBeVisible();
    await secrets.addTokens(page);
    await page.goto('/profile');
    await expect(profileField(page, s.email)).toHaveValue(email);
    await expect(page.getByText(s.verified, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: s.notVerified })).toHaveCount(0);

    await page.goto(linkIn(mail));
    await expect(outcome(page, 'status', s.verifySuccess)).toBeVisible();
    await expect(page).toHaveURL(`${baseURL}/dashboard`);
  });

  test('an address is taken off an account that its owner does not know, by the button of its page only', async ({
    page,
    newPersona,
    mailbox,
  }) => {
    const persona = await newPersona();
    const mail = await mailbox.next(persona.email, s.verifySubject);
    expectSays(mail, persona.username, 'Vous ne connaissez pas le compte');
    const profile = async () => Object(await persona.callAsUser('GET', '/api/profile')).email;
    await page.goto(unknownAccountLinkIn(mail));
    const button = page.getByRole('button', { name: 'Retirer mon adresse', exact: true });
    await expect(page.getByRole('heading', { level: 1, name: /Retirer votre adresse de ce compte/ })).toBeVisible();
    expect(await profile()).toBe(persona.email);
    await button.press('Enter');
    await expect(outcome(page, 'status', 'Votre adresse n’est plus sur ce compte.')).toBeVisible();
    expect(await profile()).toBe('');
    await page.goto(unknownAccountLinkIn(mail).slice(0, -1));
    await button.click();
    await expect(outcome(page, 'alert', 'Ce lien n’est plus valable.')).toBeVisible();
  });

  test('a reset link that cannot be checked shows an error and a retry', async ({
    page,
    baseURL,
    newPersona,
    mailbox,
  }) => {
    const persona = await newPersona();
    await persona.call('POST', '/api/auth/resetpassword', { email: persona.email });
    const link = linkIn(await mailbox.next(persona.email, s.resetSubject));
    const check = holdRequests();
    await page.route(/\/trpc\/auth\.checkReset/, async (route) => {
      await check.released;
      await route.abort('connectionrefused');
    });
    await page.goto(link);
    await expect(page.getByText(s.checking)).toBeVisible();
    check.release();
    const alert = page.getByRole('alertdialog', { name: s.checkFailed, exact: true });
    await expect(alert).toBeVisible();
    await alert.getByRole('button', { name: s.ok, exact: true }).click();
    await expect(page).toHaveURL(`${baseURL}/`);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await page.unroute(/\/trpc\/auth\.checkReset/);
    await page.goto(link);
    await expect(page.getByRole('dialog', { name: s.resetTitle, exact: true })).toBeVisible();
    // Only the newest link works; an older one offers a new mail.
    await persona.call('POST', '/api/auth/resetpassword', { email: persona.email });
    await mailbox.next(persona.email, s.resetSubject);
    await page.goto(link);
    const old = page.getByRole('alertdialog', { name: s.linkInvalid, exact: true });
    await old.getByRole('button', { name: s.newLink, exact: true }).click();
    await expect(page.getByRole('dialog', { name: s.forgotTitle, exact: true })).toBeVisible();
    await expect(page).toHaveURL(`${baseURL}/`);
  });

  test('a password that was set says so where its answer got lost', async ({ page, newPersona, mailbox, secrets }) => {
    const persona = await newPersona();
    const password = canaryPassword();
    secrets.add(password);
    await persona.call('POST', '/api/auth/resetpassword', { email: persona.email });
    await page.goto(linkIn(await mailbox.next(persona.email, s.resetSubject)));
    const reset = page.getByRole('dialog', { name: s.resetTitle, exact: true });
    await reset.getByLabel(s.newPassword, { exact: true }).fill(password);
    await reset.getByLabel(s.confirmPassword, { exact: true }).fill(password);
    await loseAnswer(page, 'auth.reset');
    await reset.getByRole('button', { name: s.save, exact: true }).click();
    await expect(reset.getByText('Erreur réseau. Veuillez réessayer.')).toBeVisible();
    await reset.getByRole('button', { name: s.save, exact: true }).click();
    await expect(reset.getByText(/Essayez de vous connecter avec lui/)).toBeVisible();
    await persona.logIn(password);
  });

  test('a new address waits for its link; the old address can restore everything', async ({
    page,
    w,
    baseURL,
    newPersona,
    mailbox,
    secrets,
  }) => {
    const persona = await verifiedPersona(await newPersona(), mailbox);
    const { shortToken, refreshToken } = await persona.tokens();
    const password = canaryPassword();
    const next = `${canaryName()}@example.org`;
    secrets.add(shortToken, refreshToken, password);

    await persona.openInNewSession(page, '/profile');
    await expect(page.getByText(s.verified, { exact: true })).toBeVisible();
    await secrets.addTokens(page);
    await profileField(page, s.firstName).fill('Léa');
    await profileField(page, s.lastName).fill('Morel');
    await profileField(page, s.dateOfBirth).fill('1990-02-28');
    await profileField(page, s.country).fill('France');
    await profileField(page, s.email).fill(next);
    await page.getByLabel(s.currentPassword, { exact: true }).fill(persona.password);
    await page.getByRole('button', { name: s.save, exact: true }).click();
    await expect(page.getByText(s.profileSaved)).toBeVisible();
    const pending = async () => {
      await expect(profileField(page, s.email)).toHaveValue(next);
      await expect(page.getByText(s.pending(next))).toBeVisible();
      await expect(page.getByRole('button', { name: s.notVerified })).toBeVisible();
      await expect(page.getByText(s.verified, { exact: true })).toHaveCount(0);
    };
    await pending();
    await page.reload();
    await pending();

    const proof = await mailbox.next(next, s.newSubject);
    expectSays(proof, s.hello(persona.username), s.newText, s.verifyButton);
    const notice = await mailbox.next(persona.email, s.noticeSubject);
    expectSays(notice, s.hello(persona.username), s.noticeText(next));
    expect(linkIn(notice)).toBe(`${baseURL}/auth/restore-email/${tokenIn(notice)}`);
    // Until then the verified address counts.
    expect(await loginStatus(baseURL, persona.email, persona.password)).toBe(200);
    expect(await loginStatus(baseURL, next, persona.password)).toBe(401);

    await page.goto(linkIn(proof));
    await expect(outcome(page, 'status', s.verifySuccess)).toBeVisible();
    await expect(page).toHaveURL(`${baseURL}/dashboard`);
    await page.goto('/profile');
    await expect(profileField(page, s.email)).toHaveValue(next);
    await expect(page.getByText(s.verified, { exact: true })).toBeVisible();
    await expect(page.getByText(s.pending(next))).toHaveCount(0);
    expect(await loginStatus(baseURL, next, persona.password)).toBe(200);
    expect(await loginStatus(baseURL, persona.email, persona.password)).toBe(401);

    const restore = async (mail: Mail) => {
      await page.goto(linkIn(mail));
      await page.getByRole('button', { name: s.restore, exact: true }).click();
    };
    await restore(notice);
    await expect(outcome(page, 'alert', s.restoreOver)).toBeVisible();
    // The notice of the completed change replaces the first.
    const completed = await mailbox.next(persona.email, s.completedSubject);
    expectSays(completed, s.hello(persona.username), s.completedText(next));
    // Programs that look through mails open every link.
    await page.goto(linkIn(completed));
    await expect(page.getByRole('heading', { name: s.restoreAsk })).toBeVisible();
    expect(await profileStatus(baseURL, shortToken)).toBe(200);
    await restore(completed);
    await expect(outcome(page, 'status', s.restored)).toBeVisible();
    await expect(page.locator('[data-session="out"]')).toBeAttached();
    expect(await profileStatus(baseURL, shortToken)).toBe(401);
    expect((await post(baseURL, '/api/auth/refresh', { refreshToken })).status).toBe(401);
    for (const name of [persona.username, persona.email, next])
      expect(await loginStatus(baseURL, name, persona.password)).toBe(401);
    await restore(completed);
    await expect(outcome(page, 'alert', s.restoreOver)).toBeVisible();
    await page.goto(linkIn(proof));
    // Nothing about a profile, which a visitor does not have.
    await expect(outcome(page, 'alert', s.linkInvalid)).toHaveText(`${s.linkInvalid}${s.goingHome}`);

    const rescue = await mailbox.next(persona.email, s.resetSubject);
    await page.goto(linkIn(rescue));
    const reset = page.getByRole('dialog', { name: s.resetTitle, exact: true });
    await reset.getByLabel(s.newPassword, { exact: true }).fill(password);
    await reset.getByLabel(s.confirmPassword, { exact: true }).fill(password);
    await reset.getByRole('button', { name: s.save, exact: true }).click();
    await expect(reset.getByText(s.resetSuccess)).toBeVisible();
    await expect(reset).toHaveCount(0);
    await logInFromBar(page, w, { username: persona.email, password });
    await expect(page.getByText(w.loginSuccess)).toBeVisible();
    await secrets.addTokens(page);
    await page.goto('/profile');
    await expect(profileField(page, s.email)).toHaveValue(persona.email);
    await expect(page.getByText(s.verified, { exact: true })).toBeVisible();
    expect((await mailbox.to(next)).map(subjectOf)).toEqual([s.newSubject]);
  });

  test('a link that restores an address leaves another account of the browser logged in', async ({
    page,
    baseURL,
    newPersona,
    mailbox,
    secrets,
  }) => {
    const changed = await verifiedPersona(await newPersona(), mailbox);
    const { shortToken } = await changed.tokens();
    const next = { email: `${canaryName()}@example.org`, password: changed.password };
    await changed.callAsUser('PUT', '/api/profile/email', next);
    const other = await newPersona();
    await other.openInNewSession(page, '/dashboard');
    await secrets.addTokens(page);

    await page.goto(linkIn(await mailbox.next(changed.email, s.noticeSubject)));
    await page.getByRole('button', { name: s.restore, exact: true }).click();
    await expect(outcome(page, 'status', s.restored)).toBeVisible();
    expect(await profileStatus(baseURL, shortToken)).toBe(401);
    await page.goto('/profile');
    await expect(profileField(page, s.email)).toHaveValue(other.email);
    await secrets.addTokens(page);
  });
});

test.describe('in English', () => {
  const language = 'en';
  test.use({ language });
  const s = said.en;

  test('a broken verification link shows an error and goes home after 3 s', async ({
    page,
    w,
    pageErrors,
    baseURL,
    newPersona,
    mailbox,
  }) => {
    pageErrors.allowFailedRequests();
    const persona = await newPersona();
    const link = linkIn(await mailbox.next(persona.email, s.verifySubject));
    const broken = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    await openVerification(page, broken, outcome(page, 'alert', s.linkInvalid), 3_000);
    await expect(page).toHaveURL(`${baseURL}/`);
    await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
    // The valid link still works afterwards.
    await page.goto(link);
    await expect(outcome(page, 'status', s.verifySuccess)).toBeVisible();
  });

  test('forgotten password, link in the mail, new password, and old sessions have ended @journey', async ({
    page,
    context,
    browser,
    w,
    pageErrors,
    baseURL,
    origin,
    newPersona,
    mailbox,
    secrets,
  }) => {
    pageErrors.allowFailedRequests();
    const persona = await newPersona();
    const unknown = `${canaryName()}@example.org`;
    const password = canaryPassword();
    secrets.add(password, canaryAnswersText);
    await persona.saveScan(canaryAnswers);
    const elsewhere = await browser.newContext();
    await pageErrors.observe(elsewhere, origin);
    const other = await elsewhere.newPage();
    await persona.openInNewSession(other, '/history');
    await expect(other.getByRole('article')).toHaveCount(1);
    await secrets.addTokens(other);
    // A page that sends nothing by itself, so that it does not notice the end of the session first.
    await other.goto('/favicon.svg');

    await open(page, '/help');
    await loginButton(page, w).click();
    await loginDialog(page, w).getByRole('button', { name: s.forgot }).click();
    const forgot = page.getByRole('dialog', { name: s.forgotTitle, exact: true });
    const answers: string[] = [];
    for (const address of [unknown, persona.email]) {
      await forgot.getByLabel(w.email, { exact: true }).fill(address);
      const answered = page.waitForResponse(/\/trpc\/auth\.requestReset/);
      await forgot.getByRole('button', { name: s.send, exact: true }).click();
      const answer = await answered;
      const line = forgot.getByRole('alert').filter({ hasText: s.sent });
      await expect(line).toBeVisible();
      answers.push(`${answer.status()} ${await answer.text()} ${await line.textContent()}`);
    }
    expect(answers[0]).toBe(answers[1]);
    const mail = await mailbox.next(persona.email, s.resetSubject);
    expectSays(mail, s.hello(persona.username), s.resetText);
    expect(await mailbox.to(unknown)).toEqual([]);

    await page.clock.install();
    await page.goto(linkIn(mail));
    const reset = page.getByRole('dialog', { name: s.resetTitle, exact: true });
    await expect(reset).toContainText('s***@e***.org');
    await expect(page.getByText(persona.email)).toHaveCount(0);
    const first = reset.getByLabel(s.newPassword, { exact: true });
    const second = reset.getByLabel(s.confirmPassword, { exact: true });
    const save = reset.getByRole('button', { name: s.save, exact: true });
    for (const [chosen, confirmed, sentence] of [
      ['', '', w.passwordRequired],
      ['Ab1!xyz', 'Ab1!xyz', w.passwordMin],
      ['abcdefgh1!', 'abcdefgh1!', w.passwordClasses],
    ] as const) {
      await first.fill(chosen);
      await second.fill(confirmed);
      await save.click();
      await expect(first).toHaveAttribute('aria-invalid', 'true');
      await expect(first).toHaveAccessibleDescription(new RegExp(`^${sentence}`));
      await expect(first).toBeFocused();
      await expect(first).toHaveValue(chosen);
      await expect(second).toHaveAccessibleDescription('');
    }
    await first.fill(password);
    await second.fill(`${password}x`);
    await save.click();
    await expect(second).toHaveAccessibleDescription(s.mismatch);
    await expect(second).toBeFocused();
    await expect(second).toHaveValue(`${password}x`);

    // A refused password keeps the link too.
    const refused = await post(baseURL, `/api/auth/resetpassword/${tokenIn(mail)}`, { newPassword: 'abc' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: { newPassword: expect.any(String) as unknown } });
    expect(await loginStatus(baseURL, persona.username, persona.password)).toBe(200);

    await second.fill(password);
    await stopClock(page);
    const entries = await page.evaluate(() => history.length);
    await save.click();
    await expectStay(page, reset.getByRole('alert').filter({ hasText: s.resetSuccess }), 2_000);
    await expect(reset).toHaveCount(0);
    await expect(page).toHaveURL(`${baseURL}/`);
    // Back does not open the used link.
    expect(await page.evaluate(() => history.length)).toBe(entries);
    const changed = await mailbox.next(persona.email, s.changedSubject);
    expectSays(changed, s.hello(persona.username), s.changedText);
    // A person who did not ask for it can open, from the mail, the form that requests a reset link.
    await page.goto(linkIn(changed));
    await expect(forgot).toBeVisible();
    await expect(page).toHaveURL(`${baseURL}/`);
    await page.keyboard.press('Escape');
    await expect(forgot).toHaveCount(0);

    expect(await loginStatus(baseURL, persona.username, persona.password)).toBe(401);
    await logInFromBar(page, w, { username: persona.email, password });
    await expect(page.getByText(w.loginSuccess)).toBeVisible();
    await secrets.addTokens(page);

    await other.goto('/history');
    await expect(loginDialog(other, w)).toContainText(w.sessionExpired);
    await expect(other).toHaveURL(`${baseURL}/`);
    expect(await other.evaluate(() => Object.keys(localStorage).filter((key) => /token/i.test(key)))).toEqual([]);
    await elsewhere.close();

    // A used link shows that it was used, then Home; this person stays logged in.
    const again = await context.newPage();
    await again.goto(linkIn(mail));
    const alert = again.getByRole('alertdialog', { name: s.linkInvalid, exact: true });
    await expect(alert).toBeVisible();
    await alert.getByRole('button', { name: s.ok, exact: true }).click();
    await expect(again).toHaveURL(`${baseURL}/`);
    await expect(again.getByRole('dialog')).toHaveCount(0);
    await expect(again.locator('[data-session="in"]')).toBeAttached();
  });

  test('mails report a changed password and an existing account', async ({ baseURL, newPersona, mailbox, secrets }) => {
    const persona = await verifiedPersona(await newPersona(), mailbox);
    await persona.saveScan(canaryAnswers);
    const { shortToken, refreshToken } = await persona.tokens();
    const newPassword = canaryPassword();
    secrets.add(canaryAnswersText, newPassword, shortToken, refreshToken);
    const body = { currentPassword: persona.password, newPassword };
    expect((await post(baseURL, '/trpc/profile.changePassword', body, shortToken)).status).toBe(200);
    const changed = await mailbox.next(persona.email, s.changedSubject);
    expectSays(changed, s.hello(persona.username), s.changedText);
    expect(tokenIn(changed)).toBeUndefined();

    // The answer to a sign-up does not reveal whether the address is known; its owner gets a mail.
    const signUp = async (email: string) => {
      const account = { username: canaryName(), email, password: canaryPassword(), language };
      secrets.add(account.password);
      const answer = await post(baseURL, '/api/auth/signup', account);
      return { ...account, answer: `${answer.status} ${await answer.text()}` };
    };
    const fresh = await signUp(`${canaryName()}@example.org`);
    const double = await signUp(persona.email.toUpperCase().replace('EXAMPLE.ORG', 'example.org'));
    expect(double.answer).toBe(fresh.answer);
    const mail = await mailbox.next(double.email, s.alreadySubject);
    expectSays(mail, s.alreadyText);
    expect(linkIn(mail)).toBe(baseURL);
    expect(JSON.stringify(mail)).not.toContain(double.username);
    expect(JSON.stringify(mail)).not.toContain(persona.username);
    await mailbox.next(fresh.email, s.verifySubject);
    const subjects = [...(await mailbox.to(persona.email)), ...(await mailbox.to(double.email))];
    expect(subjects.map(subjectOf).toSorted()).toEqual(
      [s.verifySubject, s.changedSubject, s.alreadySubject].toSorted(),
    );
  });
});

const s = said.fr;

test('a verification link shows an error without a server, and works when the server is back', async ({
  page,
  pageErrors,
  baseURL,
  server,
  newPersona,
  mailbox,
}) => {
  pageErrors.allowFailedRequests();
  // The service worker cannot be fetched either.
  pageErrors.expect(/the app will not open offline yet/);
  const persona = await newPersona();
  const link = linkIn(await mailbox.next(persona.email, s.verifySubject));
  const call = holdRequests();
  await page.route(verifyCall, call.hold);
  await page.clock.install();
  const asked = page.waitForRequest(verifyCall);
  await page.goto(link);
  await asked;
  await stopClock(page);
  await server.kill();
  call.release();
  await expectStay(page, outcome(page, 'alert', s.verifyNetwork), 3_000);
  await expect(page).toHaveURL(`${baseURL}/`);
  await page.unroute(verifyCall);
  await page.route(verifyCall, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' }),
  );
  await server.start();
  await page.goto(link);
  await expect(outcome(page, 'alert', s.verifyFailed)).toBeVisible();
  await page.unroute(verifyCall);
  await page.goto(link);
  await expect(outcome(page, 'status', s.verifySuccess)).toBeVisible();
});

test.describe('in English', () => {
  test.use({ language: 'en' });

  test('a network failure on the verification page is shown in English too', async ({
    page,
    pageErrors,
    newPersona,
    mailbox,
  }) => {
    pageErrors.allowFailedRequests();
    const persona = await newPersona();
    const link = linkIn(await mailbox.next(persona.email, said.en.verifySubject));
    await blockCalls(page);
    await page.goto(link);
    await expect(outcome(page, 'alert', said.en.verifyNetwork)).toBeVisible();
    await restoreCalls(page);
  });
});

/** Stores a token that expired a minute ago, and waits until another tab sees it as well. */
async function expireTokenOfTabs(page: Page, other: Page): Promise<void> {
  await expireToken(page);
  const stored = (tab: Page) => tab.evaluate(() => localStorage.getItem('token'));
  const expired = await stored(page);
  await expect.poll(() => stored(other)).toBe(expired);
}

interface Client {
  readonly profile?: { readonly get?: { readonly query: () => Promise<{ username: string }> } };
}

/** Finds the client that the page itself uses for its calls, so that a story can make many of them at once. */
async function takeClient(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    const urls = names.filter((name) => /\/assets\/client-[^/]+\.js$/.test(name));
    if (urls.length === 0) throw new Error('the page has no client yet');
    const modules = await Promise.all(urls.map((url) => import(url) as Promise<Record<string, Client | undefined>>));
    for (const part of modules.flatMap((module) => Object.values(module))) {
      const answer = await part?.profile?.get?.query().catch(() => null);
      if (answer) Object.assign(window, { storyClient: part });
    }
    if (!('storyClient' in window)) throw new Error('no client of the page is logged in');
  });
}

/** Asks the server that many times in parallel who is logged in; returns the failures by name. */
function askAtOnce(page: Page, times: number): Promise<string[]> {
  return page.evaluate((count) => {
    const { storyClient } = window as unknown as {
      storyClient: { profile: { get: { query: () => Promise<{ username: string }> } } };
    };
    const calls = Array.from({ length: count }, () => storyClient.profile.get.query());
    return Promise.all(
      calls.map((call) =>
        call.then(
          ({ username }) => username,
          (error: unknown) => String(error),
        ),
      ),
    );
  }, times);
}

async function refreshesOf(context: BrowserContext): Promise<{ count: number; loseAnswer: boolean }> {
  const seen = { count: 0, loseAnswer: false };
  await context.route('**/trpc/auth.refresh', async (route) => {
    seen.count += 1;
    if (seen.loseAnswer) {
      // The server answers, but the answer is lost.
      await route.fetch();
      await route.abort('connectionreset');
      return;
    }
    // Every tab has sent its requests before the answer comes.
    for (const tab of context.pages()) await waitForPaint(tab);
    await route.continue();
  });
  return seen;
}

test('50 calls of two tabs with an expired token: one refresh, both stay logged in', async ({
  page,
  context,
  w,
  pageErrors,
  newPersona,
  secrets,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await open(page, '/help');
  await logInFromBar(page, w, persona);
  await expect(page.getByText(w.loginSuccess)).toBeVisible();
  await page.goto('/profile');
  const other = await context.newPage();
  await other.goto('/profile');
  for (const tab of [page, other]) {
    await expect(profileField(tab, s.email)).toHaveValue(persona.email);
    await takeClient(tab);
  }
  const refreshes = await refreshesOf(context);
  const everybody = Array.from({ length: 25 }, () => persona.username);
  for (const round of [1, 2, 3]) {
    await secrets.addTokens(page);
    await expireTokenOfTabs(page, other);
    const answers = await Promise.all([askAtOnce(page, 25), askAtOnce(other, 25)]);
    expect(answers).toEqual([everybody, everybody]);
    expect(refreshes.count).toBe(round);
  }

  // A lost answer logs nobody out either: the token that it would have replaced still works.
  await secrets.addTokens(page);
  // Before the token expires: a call of the page itself would renew it in between.
  refreshes.loseAnswer = true;
  await expireTokenOfTabs(page, other);
  const lost = (await Promise.all([askAtOnce(page, 25), askAtOnce(other, 25)])).flat();
  expect(lost.filter((answer) => answer === persona.username)).toEqual([]);
  for (const tab of [page, other]) await expect(tab.locator('[data-session="in"]')).toBeAttached();
  refreshes.loseAnswer = false;
  const found = await Promise.all([askAtOnce(page, 25), askAtOnce(other, 25)]);
  expect(found).toEqual([everybody, everybody]);
  await secrets.addTokens(page);
  for (const tab of [page, other]) {
    await expect(tab.locator('[data-session="in"]')).toBeAttached();
    await expect(tab.getByRole('dialog')).toHaveCount(0);
  }
});

test('no failure is logged with the data that was sent', async ({ server, baseURL, newPersona, secrets }) => {
  const persona = await newPersona();
  const { shortToken, refreshToken } = await persona.tokens();
  const secret = canaryPassword();
  const email = `${canaryName()}@example.org`;
  secrets.add(secret, email, canaryAnswersText, shortToken, refreshToken);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${shortToken}` };
  const send = async (path: string, init: RequestInit) =>
    (await fetch(`${baseURL}${path}`, { method: 'POST', headers, ...init })).status;
  const login = { username: email, password: secret };
  const statuses = [
    await send('/api/auth/login', { body: `{"username":"${email}","password":"${secret}"` }),
    await send('/api/auth/login', { body: JSON.stringify(login) }),
    await send('/api/auth/login', { body: JSON.stringify({ ...login, password: `${secret}${'x'.repeat(70_000)}` }) }),
    await send('/api/auth/signup', { body: JSON.stringify({ ...login, email: { at: email }, password: [secret] }) }),
    await send(`/api/auth/resetpassword/${refreshToken}`, { body: JSON.stringify({ newPassword: secret }) }),
    await send(`/api/${email}/${encodeURIComponent(secret)}?token=${refreshToken}`, { body: '{}' }),
    await send(`/api/auth/verify/${refreshToken}%ZZ`, { method: 'GET' }),
    await send('/api/auth/refresh', { body: JSON.stringify({ refreshToken: `${refreshToken}x` }) }),
    await send('/api/results', { body: JSON.stringify({ answers: [...canaryAnswers, 99], duration: secret }) }),
    await send('/api/results', { body: JSON.stringify({ answers: canaryAnswers, duration: 1, createdAt: email }) }),
    await send('/trpc/auth.login', { body: JSON.stringify({ 0: login }) }),
    await send(`/trpc/auth.login?input=${encodeURIComponent(JSON.stringify(login))}`, { method: 'GET' }),
    await send('/trpc/profile.update', { body: JSON.stringify({ email, firstName: secret, lastName: 7 }) }),
  ];
  for (const status of statuses) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  // Control: one line of each kind is enough for the search to report it.
  const log = await server.log();
  expect(findSecrets(log, secrets.words)).toEqual([]);
  for (const planted of [
    secret,
    JSON.stringify({ body: JSON.stringify(login) }),
    `GET /login?password=${encodeURIComponent(secret)}`,
    Buffer.from(`x${secret}`).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ])
    expect(findSecrets(`${log}\n${planted}`, [secret]), planted).toEqual([secret]);
  expect(findSecrets(`${log}\nto ${email.toUpperCase()}`, [email])).toEqual([email]);
  expect(findSecrets(`${log}\n${JSON.stringify({ answers: canaryAnswers }, null, 2)}`, [canaryAnswersText])).toEqual([
    canaryAnswersText,
  ]);
  expect(findSecrets(`${log}\nauthorization: Bearer ${shortToken}`, [])).toEqual(['an access token']);
});
