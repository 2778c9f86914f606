import { loginDialog, signupDialog } from '../support/auth.ts';
import { expect, test } from '../support/fixtures.ts';
import { waitUntilReady, watchSpin, withStoppedClock } from '../support/page.ts';
import { Persona } from '../support/persona.ts';
import { answer, countOf, disc } from '../support/quiz.ts';
import { languages, poles } from '../support/words.ts';

/** Answers of each kind: both ends, both sides of the middle. */
const answers = [7, 4, 9, 6, 3, 10, 1];

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    // With motion, as most people see it.
    test.use({ language, contextOptions: { reducedMotion: 'no-preference' } });

    // One language on the phone, the other one on the desktop: both run the same steps.
    const sizes = language === 'fr' ? ' @phone-only @journey' : '';

    test(`a visitor takes a scan, reads it, signs up and finds it in the history${sizes}`, async ({
      page,
      w,
      baseURL,
      origin,
    }) => {
      test.setTimeout(90_000);
      const named = poles[language];
      const next = page.getByRole('button', { name: w.next, exact: true });
      const previous = page.getByRole('button', { name: w.previous, exact: true });
      const finish = page.getByRole('button', { name: w.finish, exact: true });

      await test.step('Home: the bloom turns, then the quiz opens', async () => {
        await page.goto('/');
        await waitUntilReady(page);
        await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
        const bloom = page.getByRole('link', { name: w.quizBloom });
        const spun = await watchSpin(page);
        const clicked = Date.now();
        await bloom.click();
        await page.waitForURL('**/bodyscan');
        expect(await spun()).toBe(true);
        expect(Date.now() - clicked).toBeGreaterThan(900);
      });

      await test.step('seven questions', async () => {
        await expect(countOf(page)).toHaveText(w.count(1));
        await expect(previous).toHaveAttribute('aria-disabled', 'true');
        await expect(next).toHaveAttribute('aria-disabled', 'true');
        await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);

        // A press on a disabled Next does nothing.
        await next.click({ force: true });
        await expect(countOf(page)).toHaveText(w.count(1));

        // Arrow keys, digits and the pointer all select answers.
        await disc(page, w, 5).focus();
        await page.keyboard.press('ArrowRight');
        await expect(disc(page, w, 6)).toBeChecked();
        await page.keyboard.press('0');
        await expect(disc(page, w, 10)).toBeChecked();
        await page.keyboard.press('ArrowLeft');
        await expect(disc(page, w, 9)).toBeChecked();
        await disc(page, w, 7).click();
        await expect(disc(page, w, 7)).toBeChecked();
        // An answer does not open the next question.
        await expect(countOf(page)).toHaveText(w.count(1));
        await expect(next).not.toHaveAttribute('aria-disabled', 'true');

        for (const [index, value] of answers.entries()) {
          if (index > 0) await answer(page, w, value);
          if (index === 6) break;
          await expect(finish).toHaveCount(0);
          await next.click();
          await expect(countOf(page)).toHaveText(w.count(index + 2));
          await expect(previous).not.toHaveAttribute('aria-disabled', 'true');
        }
        await expect(next).toHaveCount(0);
        await previous.click();
        await expect(disc(page, w, 10)).toBeChecked();
        await next.click();
        await finish.click();
      });

      await test.step('the result', async () => {
        await expect(page).toHaveURL(/\/result$/);
        const now = new Date();
        const day = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          timeZone: 'Europe/Paris',
        }).format(now);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(
          language === 'fr' ? day : new RegExp(day.split(' ')[0] ?? day),
        );
        await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d{1,2}.{1,3}\d{2}/);
        await expect(page.getByText(w.loginWarning)).toBeVisible();

        const ring = page.getByRole('group', { name: w.result, exact: true });
        for (const [index, value] of answers.entries()) {
          const [left, right] = named[index] ?? ['', ''];
          const pole = value >= 6 ? right : left;
          await expect(
            ring.getByRole('button', { name: `${pole}, ${value} ${w.of} 10. ${w.openReflection}` }),
          ).toBeVisible();
        }
        const scales = page.getByRole('region', { name: language === 'fr' ? 'Les sept échelles' : 'The seven scales' });
        await expect(scales.getByRole('button')).toHaveText(answers.map(String));
        await expect(ring.locator('image, use, path').first()).toBeVisible();
      });

      await test.step('reflection by slice and by marker', async () => {
        const slice = page
          .getByRole('group', { name: w.result, exact: true })
          .getByRole('button', { name: new RegExp(`^${named[4]?.[0]}, 3 `) });
        await slice.click();
        const negative = page.getByRole('dialog', { name: named[4]?.[0] ?? '' });
        await expect(negative).toContainText(
          language === 'fr' ? 'Partie 5 sur 7 · réponse 3' : 'Part 5 of 7 · answer 3',
        );
        await expect(negative.getByRole('listitem')).toHaveCount(3);
        await expect(negative).toContainText(
          language === 'fr' ? 'Qu’est-ce qui semble jouer contre vous' : 'What seems to be working against you',
        );
        await negative.getByRole('button', { name: w.closeReflection }).click();
        await expect(negative).toBeHidden();

        const scales = page.getByRole('region', { name: language === 'fr' ? 'Les sept échelles' : 'The seven scales' });
        await scales.getByRole('button').nth(2).click();
        const positive = page.getByRole('dialog', { name: named[2]?.[1] ?? '' });
        await expect(positive).toContainText(language === 'fr' ? 'Où se loge cette joie' : 'Where does this joy live');
        await positive.getByRole('button', { name: w.closeReflection }).click();
        await expect(positive).toBeHidden();
      });

      const username = `visitor_${Math.random().toString(36).slice(2, 10)}`;
      const password = 'Petit1!Jour';

      await test.step('sign-up: every message, then success', async () => {
        await page.getByRole('main').getByRole('button', { name: w.login, exact: true }).click();
        await loginDialog(page, w).getByRole('button', { name: w.createAccount }).click();
        const dialog = signupDialog(page, w);
        await expect(dialog).toBeVisible();
        await expect(loginDialog(page, w)).toBeHidden();
        const name = dialog.getByLabel(w.username, { exact: true });
        const email = dialog.getByLabel(w.email, { exact: true });
        const secret = dialog.getByLabel(w.password, { exact: true });
        const send = dialog.getByRole('button', { name: w.submitSignup, exact: true });

        await send.click();
        await expect(name).toHaveAccessibleDescription(new RegExp(escaped(w.usernameRequired)));
        await expect(email).toHaveAccessibleDescription(new RegExp(escaped(w.emailRequired)));
        await expect(secret).toHaveAccessibleDescription(new RegExp(escaped(w.passwordRequired)));
        await expect(dialog.getByText(w.consentRequired)).toBeVisible();
        await expect(name).toBeFocused();

        await name.fill('ab');
        await email.fill('nobody@example');
        await secret.fill('Court1!');
        await send.click();
        await expect(name).toHaveAccessibleDescription(new RegExp(escaped(w.usernameMin)));
        await expect(email).toHaveAccessibleDescription(new RegExp(escaped(w.emailInvalid)));
        await expect(secret).toHaveAccessibleDescription(new RegExp(escaped(w.passwordMin)));

        await name.fill('léa');
        await secret.fill('toutpetit');
        await send.click();
        await expect(name).toHaveAccessibleDescription(new RegExp(escaped(w.usernameChars)));
        await expect(secret).toHaveAccessibleDescription(new RegExp(escaped(w.passwordClasses)));

        await name.fill(username);
        await email.fill(`${username}@example.org`);
        await secret.fill(password);
        await dialog.getByLabel(w.consent).check();
        await withStoppedClock(page, async () => {
          await send.click();
          await expect(dialog.getByText(w.signupSuccess)).toBeVisible();
          await expect(name).toHaveValue('');
          await expect(secret).toHaveValue('');
        });
        await expect(dialog).toBeHidden();
        await expect(page).toHaveURL(`${baseURL}/`);
      });

      await test.step('login: the scan follows', async () => {
        // The message stays, and its button logs in without asking for the password again, back to the result.
        const waiting = page.getByRole('status').filter({ hasText: w.scanMailWaiting(`${username}@example.org`) });
        await waiting.getByRole('button', { name: w.submitLogin, exact: true }).click();
        await expect(page).toHaveURL(/\/result$/);
        await expect(loginDialog(page, w)).toBeHidden();
        await expect(waiting).toHaveCount(0);
        await expect(page.getByText(w.oneAdded)).toBeVisible();
        await expect(page.getByRole('banner').getByRole('button', { name: w.login, exact: true })).toHaveCount(0);
      });

      await test.step('the history shows the same seven values', async () => {
        await page.getByRole('link', { name: w.history, exact: true }).filter({ visible: true }).first().click();
        await expect(page).toHaveURL(/\/history$/);
        const row = page.getByRole('article');
        await expect(row).toHaveCount(1);
        const sentence = await row.getByRole('img').first().getAttribute('aria-label');
        for (const [index, value] of answers.entries()) {
          const [left, right] = named[index] ?? ['', ''];
          expect(sentence).toContain(`${value >= 6 ? right : left} ${value} ${w.of} 10`);
        }
      });

      await test.step('the server has it once', async () => {
        const stored = await Persona.of(origin, language, username, password).scans();
        expect(stored.map((scan) => scan.answers)).toEqual([answers]);
      });
    });
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
