/** A vault that is opened again where it was locked: the screens are as they were. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { newVaultOwner, openBy, turnVaultOn } from '../support/vault-steps.ts';
import { passphrase } from '../support/vault-day.ts';

const s = {
  lock: 'Verrouiller',
  locked: 'Verrouillé',
  kept: /^Brouillon gardé à/,
  draft: 'Ce que vous écriviez est gardé, scellé.',
  back: 'Rouvert. Votre note est là où vous l’aviez laissée.',
  text: 'Texte',
};

/** Locks in another tab, because a note is open over the menu of this one. */
async function lockBehind(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/note');
  await other.getByRole('button', { name: s.lock, exact: true }).click();
  await expect(other.getByRole('heading', { name: s.locked })).toBeVisible();
  await other.close();
}

test('a note that was being written is open at its line, with its cursor, and it is said', async ({
  page,
  newPersona,
}) => {
  await newVaultOwner(page, newPersona, passphrase);
  await page.goto('/note?new=other');
  const text = page.getByRole('textbox', { name: s.text, exact: true });
  await text.fill(Array.from({ length: 80 }, (_, line) => `Ligne ${line}`).join('\n'));
  const place = () =>
    text.evaluate((field: HTMLTextAreaElement) => ({
      selection: [field.selectionStart, field.selectionEnd],
      hasFocus: document.activeElement === field,
      scrolled: field.parentElement?.scrollTop,
    }));
  await text.evaluate((field: HTMLTextAreaElement) => {
    field.setSelectionRange(300, 310);
    field.parentElement?.scrollTo(0, 400);
  });
  const before = await place();
  expect(before).toEqual({ selection: [300, 310], hasFocus: true, scrolled: 400 });

  await lockBehind(page);
  await expect(page.getByText(s.draft)).toBeVisible();
  await openBy(page, passphrase);
  await expect(page.getByRole('dialog').getByText(s.back)).toBeVisible();
  await expect.poll(place).toEqual(before);
});

test('of notes in two tabs each is open again in its own, and the address of a locked page names no category', async ({
  page,
  context,
  newPersona,
}) => {
  await newVaultOwner(page, newPersona, passphrase);
  const other = await context.newPage();
  const textOf = (tab: Page) => tab.getByRole('textbox', { name: s.text, exact: true });
  for (const [tab, words] of [
    [page, 'Le premier texte'],
    [other, 'Un autre, plus récent'],
  ] as const) {
    await tab.goto('/note?new=cyan');
    await textOf(tab).fill(words);
    await expect(tab.getByRole('dialog').getByText(s.kept)).toBeVisible();
  }
  await textOf(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 10));
  await lockBehind(page);
  await expect(page).toHaveURL(/\?new=other$/);
  await expect(other).toHaveURL(/\?new=other$/);
  await openBy(page, passphrase);
  await expect(page.getByRole('dialog').getByText(s.back)).toBeVisible();
  await expect(textOf(page)).toHaveValue('Le premier texte');
  await expect.poll(() => textOf(page).evaluate((field: HTMLTextAreaElement) => field.selectionEnd)).toBe(10);
  await expect(textOf(other)).toHaveValue('Un autre, plus récent');
  // The category that the note began with is still its own.
  await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toHaveAttribute('value', 'cyan');
});

test('a list is where it was scrolled to', async ({ page, openAsNew }) => {
  const persona = await openAsNew('/vault/on', (fresh) => fresh.saveScans(12));
  await turnVaultOn(page, persona, passphrase);
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/history');
  const scans = page.getByRole('article');
  await expect(scans).toHaveCount(3);
  const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
  const scrolled = () => page.evaluate(() => window.scrollY);
  // The list grows at its end.
  await scrollTo(10_000);
  await expect(scans).not.toHaveCount(3);
  await scrollTo(250);
  await page.getByRole('button', { name: s.lock, exact: true }).click();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
  await expect.poll(scrolled).toBe(0);
  await openBy(page, passphrase);
  await expect.poll(scrolled).toBe(250);
  await expect(page.getByText(s.back)).toHaveCount(0);
});
