import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { mondayScans, openInsights } from '../support/insights.ts';

const t = {
  title: 'Ce qui se dessine',
  monday: 'Le lundi, vos réponses vont davantage vers la tristesse.',
  counts: /^18 scans alors, 102 ailleurs · du 4 mai(?: 2026)? au 31 août(?: 2026)?$/,
  size: /^Écart\u00A0: −\d,\d points, sans doute entre −\d,\d et −\d,\d$/,
  open: 'Voir les scans',
  hide: 'Ne plus montrer celui-ci',
  undo: 'Rétablir',
  none: 'Rien ne se dessine nettement, et c’est une réponse aussi.',
  givenOnly: /^Seules comptent les réponses données\u00A0: celles qui sont reprises/,
  date: 'Une date qui compte pour vous',
  compare: 'Comparer',
  unchanged: /^Rien ne change nettement autour du 1er juillet/,
  tooSmall:
    /^Avec 40 scans, un écart de 1,\d point se voit quatre fois sur cinq\u202F; plus petit, il peut passer inaperçu\. Pour un point, il faut environ \d+ scans\.$/,
  few: 'Pas encore assez de scans pour voir un motif (à partir de 20).',
} as const;

/** Makes the page wait before it seals anything, as on a slow device; the result lets it go on. */
async function holdSealing(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { subtle } = crypto;
    const encrypt = subtle.encrypt.bind(subtle);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    subtle.encrypt = async (...sealed) => {
      await released;
      return encrypt(...sealed);
    };
    return { release };
  });
  return () => held.evaluate(({ release }) => release());
}

test('a pattern says how large and how sure it is, opens its scans, and is hidden and brought back @journey', async ({
  page,
  account,
}) => {
  const persona = await account('empty');
  await openInsights({ page, persona }, 120);
  await expect(page).toHaveTitle(new RegExp(t.title));
  const monday = page.getByRole('article', { name: t.monday });
  await expect(monday.getByText(t.counts)).toBeVisible();
  await expect(monday.getByText(t.size)).toBeVisible();
  await monday.getByRole('button', { name: t.open }).click();
  await expect(monday.getByRole('link', { name: /^lundi 31 août/ })).toHaveAttribute('href', /\/history\/0+-.*119$/);

  await page.getByLabel(t.date).fill('2026-07-01');
  await page.getByLabel(t.date).press('Enter');
  await expect(page.getByText(t.unchanged)).toBeVisible();
  await page.getByLabel(t.date).fill('2030-01-01');
  await page.getByRole('button', { name: t.compare, exact: true }).click();
  await expect(page.getByLabel(t.date)).toHaveAccessibleDescription(
    /^Choisissez un jour entre le 5 mai.* et le 31 août/,
  );
  await expect(page.getByText(t.unchanged), 'the answer to an earlier day').toHaveCount(0);

  // The pattern stays hidden after a reload; the message offers to show it again.
  await monday.getByRole('button', { name: t.hide }).click();
  await expect(monday).toHaveCount(0);
  await expect(page.getByText(t.none)).toBeVisible();
  await page.getByRole('button', { name: t.undo }).click();
  await expect(monday).toBeVisible();
  // It disappears once it is stored, not before.
  const seal = await holdSealing(page);
  await monday.getByRole('button', { name: t.hide }).click();
  await expect(page.getByText(t.none)).toHaveCount(0);
  await expect(monday).toBeVisible();
  await seal();
  await expect(monday).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(t.none)).toBeVisible();
  await expect(monday).toHaveCount(0);
});

test('who keeps the other answers each time is shown what one feeling does, and told what counts', async ({
  page,
  account,
}) => {
  const persona = await account('empty');
  const scans = mondayScans(120).map((scan) => ({ ...scan, kept: [0, 1, 3, 4, 5, 6] }));
  await page.route(/results\.own/, (route) => route.fulfill({ json: { result: { data: scans } } }));
  await persona.openInSharedSession(page, '/statistics/insights');
  await expect(page.getByRole('article', { name: t.monday })).toBeVisible();
  await expect(page.getByText(t.givenOnly)).toBeVisible();
  await expect(page.getByText(/\u00A0: le plus souvent entre /), 'nothing of what was kept').toHaveCount(1);
});

test('forty scans say which differences they are too few for', async ({ page, account }) => {
  await openInsights({ page, persona: await account('empty') }, 40);
  await expect(page.getByText(t.tooSmall)).toBeVisible();
});
