/** A vault from its beginning to its end with nothing but a keyboard, on a small screen at twice the size of text. */
import type { Page } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { open, overflowX } from '../support/page.ts';

const { executablePath, args } = await findChromium();

test.use({
  launchOptions: { executablePath, args: [...args, '--blink-settings=defaultFontSize=32'] },
  viewport: { width: 320, height: 568 },
});

const texts = {
  fr: {
    next: 'Continuer',
    take: 'Prendre celle-ci',
    again: 'La même, encore une fois',
    differ: 'Les deux phrases sont différentes.',
    kept: 'C’est gardé',
    back: 'Deux groupes à recopier',
    noKey: 'Sans clé d’accès',
    seal: 'Sceller',
    sealed: 'Tout est scellé',
    done: 'Terminé',
    menu: 'Ouvrir le menu',
    lock: 'Verrouiller',
    locked: 'Verrouillé',
    change: 'Changer · Phrase secrète',
    phrase: 'Phrase secrète',
    changed: 'Phrase secrète changée.',
    off: 'Désactiver le coffre',
    offConfirm: 'Désactiver',
    offDone: 'Le coffre est désactivé.',
  },
  en: {
    next: 'Continue',
    take: 'Take this one',
    again: 'The same, once more',
    differ: 'The two phrases differ.',
    kept: 'It is kept',
    back: 'Copy two groups back',
    noKey: 'No passkey',
    seal: 'Seal',
    sealed: 'Everything is sealed',
    done: 'Done',
    menu: 'Open the menu',
    lock: 'Lock now',
    locked: 'Locked',
    change: 'Change · Passphrase',
    phrase: 'Passphrase',
    changed: 'Passphrase changed.',
    off: 'Turn the vault off',
    offConfirm: 'Turn off',
    offDone: 'The vault is off.',
  },
};

/** How often Tab may have to be pressed. */
const mostTabs = 60;

/** Name of what has the focus, and whether the middle of it can be seen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', isSeen: true };
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const name = element.getAttribute('aria-label') ?? (labels[0] ?? element).textContent;
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return { name: name.trim(), isSeen: there !== null && (element.contains(there) || there.contains(element)) };
  });

/** Presses Tab until something begins with a name. It must be in sight then, and so must be all on the way. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < mostTabs; pressed += 1) {
    await page.keyboard.press('Tab');
    // A menu slides in, and a page may still take its place: within moments it is in sight.
    const hidden = async () => {
      const now = await focused(page);
      return now.isSeen ? '' : now.name;
    };
    await expect.poll(hidden, `out of sight on the way to ${name}`).toBe('');
    if ((await focused(page)).name.startsWith(name)) return;
  }
  throw new Error(`the keyboard does not come to ${name}`);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

for (const language of ['fr', 'en'] as const)
  test.describe(() => {
    test.use({ language, colorScheme: language === 'fr' ? 'light' : 'dark' });

    test(`a vault is made, locked, opened, changed and ended by keyboard: ${language}`, async ({
      page,
      pageErrors,
      openAsNew,
    }, info) => {
      test.setTimeout(180_000);
      pageErrors.allowFailedRequests();
      const s = texts[language];
      let pictures = 0;
      const fits = async () => {
        expect(await overflowX(page)).toBe(0);
        if (process.env['PICTURES'] !== undefined)
          await page.screenshot({ path: info.outputPath(`${(pictures += 1)}.png`) });
      };
      const persona = await openAsNew('/vault/on', (fresh) => fresh.saveScan([1, 6, 9, 7, 5, 8, 7]));
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await fits();
      await press(page, s.next);
      const prove = async () => {
        await expect(page.locator('input[name=password]')).toBeFocused();
        await fits();
        await page.keyboard.type(persona.password);
        await page.keyboard.press('Enter');
      };
      /** What is suggested moves the button below it when it comes. */
      const take = async () => {
        await expect(page.getByRole('main').locator('p[lang]')).toHaveText(/\S/);
        await press(page, s.take);
      };
      await prove();
      const phrase = page.getByLabel(s.phrase, { exact: true });
      await expect(phrase).toBeVisible();
      await fits();
      await take();
      await expect(page.getByLabel(s.again, { exact: true })).toBeFocused();
      const passphrase = await phrase.inputValue();
      // With a space more, as keyboards of phones add them: it counts as one.
      await page.keyboard.type(passphrase.slice(1).replace(' ', '  '));
      await page.keyboard.press('Enter');
      await expect(page.getByText(s.differ)).toBeVisible();
      await expect(page.getByLabel(s.again, { exact: true })).toBeFocused();
      await page.keyboard.press('Home');
      await page.keyboard.type(passphrase.slice(0, 1));
      await expect(page.getByText(s.differ)).toBeHidden();
      await fits();
      await page.keyboard.press('Enter');

      const groups = page.getByRole('main').getByRole('listitem');
      await expect(groups).toHaveCount(8);
      const names = await groups.allTextContents();
      await fits();
      await press(page, s.kept);
      await expect(page.getByRole('heading', { name: s.back })).toBeFocused();
      for (const group of names) {
        const [, number = ''] = /(\d)/.exec(group) ?? [];
        const field = page.getByRole('main').getByRole('textbox', { name: new RegExp(` ${number}$`) });
        if ((await field.count()) === 0) continue;
        const letters = (/([\dA-Z]) ([\dA-Z]) ([\dA-Z]) ([\dA-Z])$/.exec(group) ?? []).slice(1).join('');
        if (!(await field.evaluate((one) => one === document.activeElement)))
          await tabTo(page, ((await field.getAttribute('aria-label')) ?? group.slice(0, 8)).trim());
        await page.keyboard.type(letters);
      }
      await fits();
      await press(page, s.next);
      await fits();
      await press(page, s.noKey);
      await fits();
      await press(page, s.seal);
      await expect(page.getByRole('heading', { name: s.sealed })).toBeFocused();
      // The words are other ones each time: the widest of them fit too.
      for (const [place, word] of ['everyone', 'composer', 'magazine', 'pourpier'].entries())
        await page
          .getByRole('main')
          .getByRole('listitem')
          .nth(place)
          .evaluate((item, wide) => (item.textContent = wide), word);
      await fits();
      await press(page, s.done);

      await open(page, '/note');
      await press(page, s.menu);
      await press(page, s.lock);
      await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
      await expect(phrase).toBeFocused();
      await fits();
      await page.keyboard.type(passphrase);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: s.locked })).toBeHidden();

      await open(page, '/profile/security/vault');
      await fits();
      await press(page, s.change);
      await tabTo(page, s.next === 'Continue' ? 'Current passphrase' : 'Phrase secrète actuelle');
      await page.keyboard.type(passphrase);
      await fits();
      await page.keyboard.press('Enter');
      await take();
      await page.keyboard.type(await phrase.inputValue());
      await page.keyboard.press('Enter');
      await prove();
      await expect(page.getByText(s.changed)).toBeVisible();

      await open(page, '/profile/security/vault');
      // What comes later would push what already has the focus out of sight.
      await expect(page.getByRole('main').getByText(s.off, { exact: true })).toBeVisible();
      await press(page, s.off);
      const question = page.getByRole('alertdialog');
      await expect(question).toBeVisible();
      await fits();
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect.poll(async () => (await focused(page)).name).toContain(s.off);
      await page.keyboard.press('Enter');
      await press(page, s.offConfirm);
      await expect(page.getByText(s.offDone)).toBeVisible();
    });
  });
