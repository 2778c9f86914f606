import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { consultationFigures } from '@nuances/domain/consultation';
import { dayFromIso } from '@nuances/domain/local-day';
import { locales, type Locale } from '@nuances/domain/locales';
import { usualRanges } from '@nuances/domain/patterns/scan-patterns';
import { inTimeOrder, scansIn, type TimedScan } from '@nuances/domain/statistics/scan-series';
import { decimal } from '@nuances/i18n/numbers';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { extractText, getDocumentProxy } from 'unpdf';
import { pageContent, type PageChoice } from './page-content.ts';
import { openFonts, type PageFonts } from './page-fonts.ts';
import { footerTop, layOut } from './page-layout.ts';
import { pageToPdf } from './page-pdf.ts';
import { sheet, type Part } from './page-parts.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
/** One white pixel. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

let fonts: PageFonts;
beforeAll(async () => {
  loadAllLocales();
  fonts = await openFonts(
    async (url) => new Uint8Array(await readFile(path.join(root, url.slice(url.indexOf('/node_modules/'))))),
    (text, size) => ({ png: dot, width: text.length * size }),
  );
});

const day = (iso: string) => dayFromIso(iso) ?? Number.NaN;
const today = day('2026-11-20');
const dayMs = 86_400_000;

/** Scans up to 20 November 2026, evenly distributed over that many days; the answers vary in a fixed way. */
function scansOver(count: number, days: number): readonly TimedScan[] {
  const end = Date.parse('2026-11-20T18:00');
  return inTimeOrder(
    Array.from({ length: count }, (_, index) => ({
      id: `scan ${index}`,
      at: end - Math.round((index * (days - 1) * dayMs) / (count - 1)),
      answers: Array.from({ length: 7 }, (_axis, axis) => 1 + ((index * (axis + 3) + axis * axis) % 10)),
    })),
  );
}

function choice(count: number, days: number, more: Partial<PageChoice> = {}): PageChoice {
  const scans = scansOver(count, days);
  const figures = consultationFigures(scans, { from: today - days + 1, to: today });
  if (!figures) throw new Error('there are figures');
  return { figures, tags: null, notes: [], lines: true, today, ...more };
}

const longTitle = 'Une très longue pensée qui ne veut pas finir, et qui continue encore un peu après la fin';
const everything: Partial<PageChoice> = {
  tags: Array.from({ length: 40 }, (_, index) => ({ tag: `un mot de vingt-quatre ${index}`, count: 500 - index })),
  notes: Array.from({ length: 5 }, (_, index) => ({ day: today - index * 17, title: longTitle })),
};

const pageOf = (of: PageChoice, locale: Locale = 'fr') =>
  layOut(pageContent({ locale, LL: i18nObject(locale) }, of), fonts.measure);

async function make(of: PageChoice, locale: Locale = 'fr') {
  const page = pageOf(of, locale);
  const bytes = await pageToPdf(page, locale, fonts, new Date('2026-11-20T18:00:00Z'));
  const pdf = await getDocumentProxy(bytes.slice());
  const { text } = await extractText(pdf, { mergePages: true });
  return { bytes, pdf, text: text.replace(/\s+/gu, ' ') };
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Tree = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getStructTree']>>;

describe.each(locales)('the page as a PDF (%s)', (locale) => {
  it.each([
    ['5 scans', 5, 20],
    ['500 scans', 500, 92],
    ['two years', 172, 730],
  ])('has one page, and the figures of the statistics, with %s', async (_, count, days) => {
    const of = choice(count, days, everything);
    const { pdf, text } = await make(of, locale);
    expect(pdf.numPages).toBe(1);
    const ranges = usualRanges(scansIn(scansOver(count, days), of.figures.period)) ?? [];
    expect(ranges).toHaveLength(7);
    const LL = i18nObject(locale);
    for (const { axis, mean, usual } of ranges) {
      const name = LL.axis[axis];
      const row = `${name.left()} ${name.right()} ${decimal(mean, locale, 1)} ${usual.low} – ${usual.high}`;
      expect(text).toContain(row);
      expect(text).not.toContain(`${name.left()}${name.right()}`);
    }
    expect(text).toContain(LL.consult.isNot());
    expect(text).toContain(LL.consult.say());
  });
});

describe('what a screen reader is told', () => {
  it('language, title, and a tree with headings, a table, a list and figures in words', async () => {
    const { pdf } = await make(choice(70, 92, everything));
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: 'Mes scans, du 21 août au 20 novembre 2026', Language: 'fr' });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const tree = await (await pdf.getPage(1)).getStructTree();
    const all: Tree[] = [];
    const walk = (node: Tree) => {
      all.push(node);
      for (const child of node.children) if ('role' in child) walk(child);
    };
    if (tree) walk(tree);
    const count = (role: string) => all.filter((node) => node.role === role).length;
    expect({ h1: count('H1'), h2: count('H2'), rows: count('TR'), heads: count('TH'), cells: count('TD') }).toEqual({
      h1: 1,
      h2: 3,
      rows: 8,
      heads: 6 + 7,
      cells: 7 * 5,
    });
    expect(count('LI')).toBe(5);
    const figures = all.filter(({ role }) => role === 'Figure');
    expect(figures).toHaveLength(15);
    for (const figure of figures)
      expect('alt' in figure ? figure.alt : '').toMatch(/^(?:De 1 à 10|Moyennes par semaine|Lignes pour écrire)/);
  });

  it('fonts are there with only the letters of the page', async () => {
    const { bytes } = await make(choice(70, 92, everything));
    expect(bytes.length).toBeLessThan(60_000);
    const text = new TextDecoder('latin1').decode(bytes);
    const names = [...text.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThanOrEqual(3);
    for (const name of names) expect(name).toMatch(/^[A-Z]{6}\+/);
  });

  it('what no font can write is a picture with its words; other Latin letters are text', async () => {
    const notes = [{ day: today, title: 'Déjà vu à Łódź 🌻 и' }];
    const { text, bytes } = await make(choice(70, 92, { notes }));
    expect(text).toContain('20 nov. · Déjà vu à Łódź');
    expect(new TextDecoder('latin1').decode(bytes)).toContain('/Subtype /Image');
  });
});

describe('where things stand', () => {
  const marksOf = (part: Part): readonly { readonly role: string; readonly y: number; readonly x: number }[] => [
    ...(part.marks ?? []).flatMap((mark) => (mark.kind === 'text' ? [{ role: part.role, x: mark.x, y: mark.y }] : [])),
    ...(part.parts ?? []).flatMap(marksOf),
  ];

  it.each(locales)('everything that can be chosen has room above the foot, and a line to write on (%s)', (locale) => {
    for (const days of [92, 730]) {
      const page = pageOf(choice(500, days, everything), locale);
      const lines = page.parts.findLast(({ role }) => role === 'Figure');
      expect(lines?.box?.bottom).toBeLessThan(footerTop);
      expect((lines?.box?.bottom ?? 0) - (lines?.box?.top ?? 0)).toBeGreaterThan(20);
      for (const mark of page.parts.flatMap(marksOf)) {
        expect(mark.y).toBeLessThan(sheet.height - 40);
        expect(mark.x).toBeGreaterThanOrEqual(60);
      }
    }
  });

  it('no text leaves the sheet', () => {
    for (const locale of locales) {
      const page = pageOf(choice(500, 730, everything), locale);
      const visit = (part: Part) => {
        for (const mark of part.marks ?? [])
          if (mark.kind === 'text')
            expect(mark.x + fonts.measure(mark.text, mark.face, mark.size), mark.text).toBeLessThanOrEqual(736);
        part.parts?.forEach(visit);
      };
      page.parts.forEach(visit);
    }
  });

  it('a week without a scan is a gap, a lone week a dot', () => {
    const page = pageOf(choice(2, 22));
    const table = page.parts.find(({ role }) => role === 'Table');
    const trend = table?.parts?.find(({ role, parts }) => role === 'TR' && parts?.length === 7)?.parts?.[5]?.parts?.[0];
    expect(trend?.marks?.filter(({ kind }) => kind === 'disc')).toHaveLength(2);
    expect(trend?.marks?.filter(({ kind }) => kind === 'path')).toHaveLength(1);
  });
});
