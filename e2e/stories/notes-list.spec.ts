import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { storeNote } from '../support/notes.ts';
import type { Persona } from '../support/persona.ts';

const dayMs = 86_400_000;
const many = 120;

const numbered = (index: number) => `Note ${String(index).padStart(3, '0')}`;

/** One note a day, newest first by their numbers, of different heights. */
async function writeMany(persona: Persona): Promise<void> {
  const now = Date.now();
  await persona.tokens();
  await Promise.all(
    Array.from({ length: 6 }, async (_, lane) => {
      for (let index = lane; index < many; index += 6) {
        const text = 'Une ligne de plus, et puis une autre. '.repeat((index * 7) % 13 || 1);
        await storeNote(persona, {
          title: numbered(index),
          text,
          createdAt: new Date(now - index * dayMs).toISOString(),
        });
      }
    }),
  );
}

const list = (page: Page) => page.getByRole('list', { name: 'Notes' });

/** The rendered titles, pairs of overlapping cards, and whether the cards reach over the whole visible part. */
function drawn(page: Page): Promise<{ titles: string[]; overlaps: string[]; covered: boolean }> {
  return list(page).evaluate((whole) => {
    const area = (whole.parentElement ?? whole).getBoundingClientRect();
    const end = Math.min(area.bottom, whole.getBoundingClientRect().bottom);
    const boxes = Array.from(whole.querySelectorAll('article'), (card) => ({
      title: card.querySelector('h2')?.textContent ?? '',
      box: card.getBoundingClientRect(),
    }));
    const overlaps = boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (b) =>
            a.box.left < b.box.right - 1 &&
            b.box.left < a.box.right - 1 &&
            a.box.top < b.box.bottom - 1 &&
            b.box.top < a.box.bottom - 1,
        )
        .map((b) => `${a.title} and ${b.title}`),
    );
    const gap = 32;
    const covered =
      Math.min(...boxes.map(({ box }) => box.top)) <= area.top + gap &&
      Math.max(...boxes.map(({ box }) => box.bottom)) >= end - gap;
    return { titles: boxes.map(({ title }) => title), overlaps, covered };
  });
}

const scrollBy = (page: Page, px: number) =>
  list(page).evaluate((element, by) => {
    const box = element.parentElement;
    box?.scrollBy(0, by);
    return box ? box.scrollTop + box.clientHeight >= box.scrollHeight - 2 : true;
  }, px);

test('a long list of notes renders only the visible part, in order and without gaps, and keeps unfolded notes @phone @journey', async ({
  page,
  openAsNew,
}) => {
  test.setTimeout(120_000);
  await openAsNew('/note', writeMany);
  await expect(list(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(many));
  await expect(page.getByText(`${many} notes`)).toBeAttached();

  const seen = new Set<string>();
  for (let atEnd = false; !atEnd;) {
    await expect(async () => {
      const { titles, overlaps, covered } = await drawn(page);
      expect(titles.length).toBeLessThan(60);
      expect(overlaps).toEqual([]);
      // Also false until the list has followed the scrolling.
      expect(covered).toBe(true);
      expect(titles).toEqual(titles.toSorted());
      for (const title of titles) seen.add(title);
    }).toPass({ timeout: 8_000 });
    atEnd = await scrollBy(page, 500);
  }
  await expect(async () => {
    for (const title of (await drawn(page)).titles) seen.add(title);
    expect([...seen].toSorted()).toEqual(Array.from({ length: many }, (_, index) => numbered(index)));
  }).toPass({ timeout: 8_000 });

  await scrollBy(page, -1_000_000);
  const second = list(page).getByRole('article', { name: numbered(1) });
  await second.getByRole('button', { name: 'Lire toute la note' }).click();
  const fold = second.getByRole('button', { name: 'Replier la note' });
  await expect(fold).toBeFocused();
  // Waits until it has stopped moving.
  await fold.click({ trial: true });
  const height = (await second.boundingBox())?.height ?? 0;
  await scrollBy(page, 8_000);
  await expect(list(page).getByRole('article', { name: numbered(3) })).toHaveCount(0);
  // The focused note stays in the document.
  await expect(fold).toBeFocused();
  await scrollBy(page, -1_000_000);
  await fold.click({ trial: true });
  await expect.poll(async () => (await second.boundingBox())?.height).toBe(height);
  await expect.poll(async () => (await drawn(page)).overlaps).toEqual([]);

  // Another order starts at the top again.
  await scrollBy(page, 3_000);
  await page.getByRole('button', { name: /^Ordre des notes/ }).click();
  await expect(list(page).getByRole('article').first()).toHaveAccessibleName(new RegExp(`^${numbered(many - 1)} `));
  await expect(list(page).getByRole('article').first()).toBeInViewport();
});

test('Tab reaches every note of a long list, each one in view @phone', async ({ page, openAsNew }) => {
  test.setTimeout(120_000);
  await openAsNew('/note', writeMany);
  await list(page)
    .getByRole('article', { name: numbered(0) })
    .getByRole('button')
    .first()
    .focus();
  const stops: string[] = [];
  const hidden: string[] = [];
  for (let press = 0; press < 4 * many; press += 1) {
    const stop = await page.evaluate(() => {
      const active = document.activeElement;
      const title = active?.closest('article')?.querySelector('h2')?.textContent;
      if (!active || !title) return null;
      const { top, bottom, left } = active.getBoundingClientRect();
      const hit = document.elementFromPoint(left + 4, (top + bottom) / 2);
      return { title, seen: hit !== null && active.contains(hit) };
    });
    if (!stop) break;
    stops.push(stop.title);
    if (!stop.seen) hidden.push(stop.title);
    await page.keyboard.press('Tab');
  }
  expect([...new Set(stops)]).toEqual(Array.from({ length: many }, (_, index) => numbered(index)));
  expect(hidden).toEqual([]);
});

test('the calendar is closed at first, and nothing moves when a day is chosen @phone-only', async ({
  page,
  openAsNew,
}) => {
  await openAsNew('/note', (persona) => storeNote(persona, { title: 'Une note' }));
  const note = page.getByRole('article');
  await expect(note).toBeVisible();
  const grid = page.getByRole('grid');
  await expect(grid).toBeHidden();
  await page.getByRole('button', { name: 'Calendrier', exact: true }).click();
  const places = async () => [(await grid.boundingBox())?.y, (await note.boundingBox())?.y];
  const before = await places();
  await grid.locator('[aria-current="date"]').click();
  await expect(page.getByRole('button', { name: 'Retirer tous les filtres' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'ce jour seulement' })).toBeInViewport();
  expect(await places()).toEqual(before);
});

test('the calendar follows the keys of a grid', async ({ page, openAsNew }) => {
  await openAsNew('/note');
  const grid = page.getByRole('grid');
  const today = grid.locator('[aria-current="date"]');
  await expect(today).toHaveAttribute('tabindex', '0');
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['day'] ?? '');
  const dayAfter = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
  await today.focus();
  const from = await focused();
  for (const [key, days] of [
    ['ArrowRight', 1],
    ['ArrowDown', 8],
    ['ArrowLeft', 7],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(dayAfter(from, days));
  }
  await page.keyboard.press('Home');
  await expect.poll(async () => new Date(await focused()).getUTCDay()).toBe(1);
  await page.keyboard.press('End');
  await expect.poll(async () => new Date(await focused()).getUTCDay()).toBe(0);
  const title = await page.getByRole('grid').getAttribute('aria-labelledby');
  const month = page.locator(`[id="${title}"]`);
  const before = await month.textContent();
  await page.keyboard.press('PageUp');
  await expect(month).not.toHaveText(before ?? '');
  await expect(grid.locator('[tabindex="0"]')).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(month).toHaveText(before ?? '');

  await page.keyboard.press('Enter');
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Retirer ce filtre' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(0);
});
