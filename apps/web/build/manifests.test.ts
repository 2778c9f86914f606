import { readFileSync } from 'node:fs';
import path from 'node:path';
import { locales } from '@nuances/domain/locales';
import { describe, expect, it } from 'vitest';
import { manifestOf, screenshotsOf } from './manifests.ts';

const page = (locale: (typeof locales)[number]) => ({
  locale,
  title: 'Nuances',
  description: 'Seven feelings',
  newScan: 'New scan',
  newNote: 'New note',
  screenshots: { result: 'A scan', statistics: 'Statistics', notes: 'Notes' },
  pages: [],
});

describe.each(locales)('the web app manifest (%s)', (locale) => {
  const pictures = screenshotsOf(page(locale));

  it('has pictures of the product for narrow and wide windows, each with a label', () => {
    expect(JSON.parse(manifestOf(page(locale)))).toMatchObject({ lang: locale, screenshots: pictures });
    for (const form of ['narrow', 'wide'])
      expect(pictures.filter(({ form_factor: its }) => its === form).length).toBeGreaterThanOrEqual(3);
    for (const { src, label } of pictures) expect([src.includes(`-${locale}-`), label !== '']).toEqual([true, true]);
  });

  it.each(pictures)('$src has the size it is announced with, and is small', ({ src, sizes }) => {
    const png = readFileSync(path.join(import.meta.dirname, src));
    // The header of a PNG holds width and height.
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    expect(png.length).toBeLessThan(120_000);
  });
});
