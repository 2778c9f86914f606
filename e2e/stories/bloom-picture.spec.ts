import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { takeScan } from '../support/quiz.ts';

/** Colours of a picture at positions given as shares of its side. */
async function coloursAt(browser: Browser, png: Buffer, places: readonly (readonly [number, number])[]) {
  // The policy of the product's page forbids reading it there; an empty page has no policy.
  const desk = await browser.newPage();
  try {
    return await desk.evaluate(
      async ({ source, wanted }) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext('2d');
        context?.drawImage(image, 0, 0);
        const colours = wanted.map(([x, y]) => [
          ...(context?.getImageData(x * image.width, y * image.height, 1, 1).data ?? []),
        ]);
        return { width: image.width, height: image.height, colours };
      },
      { source: `data:image/png;base64,${png.toString('base64')}`, wanted: places },
    );
  } finally {
    await desk.close();
  }
}

async function keep(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), png: await readFile(await download.path()) };
}

/** Just below the edge of a full red petal, which is at the top; the centre of the picture; a corner. */
const places = [
  [0.5, 0.08],
  [0.5, 0.5],
  [0.01, 0.01],
] as const;

/** Light theme: red has far more red than blue; the background is nearly white. */
function expectBloom({ colours }: Awaited<ReturnType<typeof coloursAt>>, isFull: boolean): void {
  const [petal = [], middle = [], corner = []] = colours;
  expect(corner).toEqual([251, 243, 239, 255]);
  const difference = (petal[0] ?? 0) - (petal[2] ?? 0);
  if (isFull) expect(difference).toBeGreaterThan(60);
  else expect(difference).toBeLessThan(40);
  expect(middle).not.toEqual(corner);
}

test('the bloom of a result is kept as a picture, by day also at night', async ({ page, browser, w }) => {
  await takeScan(page, w, [10, 4, 9, 6, 3, 8, 7]);
  await page.getByRole('button', { name: w.toNight }).click();
  const { name, png } = await keep(page, () => page.getByRole('button', { name: 'Garder l’image' }).click());
  expect(name).toMatch(/^nuances-\d{4}-\d{2}-\d{2}\.png$/);
  const picture = await coloursAt(browser, png, places);
  expect(picture).toMatchObject({ width: 1200, height: 1200 });
  expectBloom(picture, true);
});

test('the bloom of an earlier scan is kept under its day, from its menu', async ({ page, browser, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScan([1, 4, 9, 6, 3, 8, 7], '2026-01-17T23:30:00.000Z');
  const [saved] = await persona.scans();
  await persona.openInSharedSession(page, `/history/${saved?._id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Options/ })
    .click();
  const { name, png } = await keep(page, () => page.getByRole('menuitem', { name: 'Garder l’image' }).click());
  expect(name).toBe('nuances-2026-01-18.png');
  expectBloom(await coloursAt(browser, png, places), false);
});
