import { expect, type Page } from '@playwright/test';
import type { Words } from './words.ts';

/** The disc of an answer. */
export function disc(page: Page, w: Words, value: number) {
  return page.getByRole('radio', { name: new RegExp(`^${value} ${w.of} 10`) });
}

/** The live text that announces the open question. */
export function countOf(page: Page) {
  return page.getByRole('main').locator('[aria-live="polite"]');
}

export async function answer(page: Page, w: Words, value: number): Promise<void> {
  await disc(page, w, value).focus();
  await page.keyboard.press(String(value % 10));
  await expect(disc(page, w, value)).toBeChecked();
}

/** Answers the seven questions; stops before Finish. */
export async function answerAll(page: Page, w: Words, answers: readonly number[]): Promise<void> {
  for (const [index, value] of answers.entries()) {
    await expect(countOf(page)).toHaveText(w.count(index + 1));
    await answer(page, w, value);
    if (index < answers.length - 1) await page.getByRole('button', { name: w.next, exact: true }).click();
  }
}

/**
 * Answers all questions in one step, for stories about later screens: presses the same discs and buttons from inside
 * the page.
 */
export async function takeScan(page: Page, w: Words, answers: readonly number[]): Promise<void> {
  await page.goto('/bodyscan');
  await fillIn(page, w, answers);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page).toHaveURL(/\/result$/);
  await expect(page.getByRole('region', { name: w.scales })).toBeVisible();
}

/** The seven answers; stops before Finish. */
export async function fillIn(page: Page, w: Words, answers: readonly number[]): Promise<void> {
  await expect(countOf(page)).toHaveText(w.count(1));
  await page.evaluate(
    async ({ given, next }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const said = () => document.querySelector('main [aria-live="polite"]')?.textContent;
      for (const [index, value] of given.entries()) {
        document.querySelector<HTMLInputElement>(`input[type="radio"][value="${value}"]`)?.click();
        await frame();
        if (index === given.length - 1) return;
        const before = said();
        [...document.querySelectorAll('button')].find((button) => button.textContent.includes(next))?.click();
        for (let wait = 0; said() === before && wait < 100; wait += 1) await frame();
      }
    },
    { given: answers, next: w.next },
  );
  await expect(countOf(page)).toHaveText(w.count(answers.length));
}
