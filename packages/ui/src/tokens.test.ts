import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hues } from './hues.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const [, contrastRule = ''] = /@media \(prefers-contrast: more\) \{\n([^@]*?\n)\}/.exec(css) ?? [];

/** Every `--name: light-dark(#day, #night)` of a text. */
function tokensIn(text: string): ReadonlyMap<string, { readonly day: string; readonly night: string }> {
  return new Map(
    [...text.matchAll(/--([\w-]+): light-dark\((#[\da-f]+), (#[\da-f]+)\)/g)].map(
      ([, name = '', day = '', night = '']) => [name, { day, night }],
    ),
  );
}

const tokens = tokensIn(css.replace(contrastRule, ''));
const strongTokens = new Map([...tokens, ...tokensIn(contrastRule)]);

type Theme = 'day' | 'night';
const themes: readonly Theme[] = ['day', 'night'];

function colour(name: string, theme: Theme, from = tokens): string {
  const token = from.get(name);
  if (!token) throw new Error(`--${name} is not in tokens.css`);
  return token[theme];
}

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string, theme: Theme, from = tokens): number {
  const [low = 0, high = 0] = [one, other]
    .map((name) => luminance(colour(name, theme, from)))
    .toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Contrasts of the brief, [light, dark]; rounding is allowed, less contrast is not. */
const promised: readonly (readonly [string, string, number, number])[] = [
  ['ink', 'page', 13.7, 15.64],
  ['ink-2', 'page', 7.38, 9.78],
  ['ink-3', 'page', 5.19, 7.17],
  ['ink-3', 'raised', 5.49, 6.49],
  ['control', 'page', 3.52, 4.17],
  ['control', 'raised', 3.73, 3.78],
  ['action', 'page', 12.94, 14.68],
  ['on-action', 'action', 13.35, 14.13],
  ['danger', 'page', 6.24, 8.55],
  ['ok', 'page', 5.96, 10.18],
  ['ink-2', 'hill-far', 6.4, 8.15],
  ['ink-2', 'hill-mid', 5.68, 8.88],
  ['ink-2', 'hill-near', 4.78, 10.09],
];

describe.each(themes)('by %s', (theme) => {
  const column = theme === 'day' ? 2 : 3;

  test.each(promised)('--%s on --%s has the contrast of the brief', (...row) => {
    expect(contrast(row[0], row[1], theme)).toBeGreaterThanOrEqual(row[column] - 0.02);
  });

  // The dark theme is tested in a browser on six screens; these pairs cover all others.
  test.each([
    ...['page', 'raised', 'quiet', 'seg-on'].flatMap((ground) => [
      ['ink', ground],
      ['ink-2', ground],
    ]),
    ...['page', 'raised', 'quiet'].map((ground) => ['ink-3', ground]),
    ...['page', 'raised'].map((ground) => ['danger', ground]),
    ...['page', 'raised'].map((ground) => ['ok', ground]),
    ['on-action', 'action'],
  ])('text in --%s is readable on --%s', (text = '', ground = '') => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['ink-2', 'page', 10],
    ['ink-3', 'page', 7],
    ['ink-3', 'raised', 7],
    ['control', 'page', 7],
    ['line', 'page', 3],
  ] as const)('--%s on --%s is stronger with a preference for more contrast', (one, other, least) => {
    const asked = contrast(one, other, theme, strongTokens);
    expect(asked).toBeGreaterThanOrEqual(least);
    expect(asked).toBeGreaterThan(contrast(one, other, theme) + 0.5);
  });

  test('text in a destructive button is readable', () => {
    expect(contrast('on-action', 'danger', theme)).toBeGreaterThanOrEqual(4.5);
  });

  describe.each(hues)('%s', (hue) => {
    test('strong text is readable on the page and on its tint', () => {
      const [page, tint] = theme === 'day' ? [5.94, 5.58] : [9.47, 7.22];
      expect(contrast(`${hue}-strong`, 'page', theme)).toBeGreaterThanOrEqual(page - 0.01);
      expect(contrast(`${hue}-strong`, `${hue}-tint`, theme)).toBeGreaterThanOrEqual(tint - 0.01);
    });
    test('its edge line is visible on the page', () => {
      const least = theme === 'day' ? 3.52 : 6.43;
      expect(contrast(`${hue}-line`, 'page', theme)).toBeGreaterThanOrEqual(least - 0.01);
    });
    test('the glyph is visible on the petal', () => {
      const least = theme === 'day' ? 4.23 : 6.76;
      expect(contrast('on-petal', hue, theme)).toBeGreaterThanOrEqual(least - 0.01);
    });
    test('the figure is readable on a disc', () => {
      const rule = css.slice(css.lastIndexOf(`[data-hue='${hue}']`)).split('}')[0];
      const [, figure = 'on-petal'] = /--hue-figure: var\(--([\w-]+)\)/.exec(rule ?? '') ?? [];
      expect(contrast(figure, hue, theme)).toBeGreaterThanOrEqual(4.5);
    });
    test('all text is readable on its tint', () => {
      const [ink, second, third] = theme === 'day' ? [12.4, 6.7, 4.69] : [11.2, 7, 5.13];
      expect(contrast('ink', `${hue}-tint`, theme)).toBeGreaterThanOrEqual(ink - 0.05);
      expect(contrast('ink-2', `${hue}-tint`, theme)).toBeGreaterThanOrEqual(second - 0.05);
      expect(contrast('ink-3', `${hue}-tint`, theme)).toBeGreaterThanOrEqual(third - 0.01);
    });
    test('has its four colours under the neutral names', () => {
      const rule = css.slice(css.indexOf(`[data-hue='${hue}']`)).split('}')[0];
      for (const part of ['', '-tint', '-line', '-strong']) {
        expect(rule).toContain(`--hue${part}: var(--${hue}${part});`);
      }
    });
  });
});

/** Colours that are independent of the theme. */
const rawColour = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?!\s*from)/i;

/** Style sheets of the product, without comments and without the tokens. */
function styles(): { readonly path: string; readonly source: string }[] {
  const root = new URL('../../../', import.meta.url);
  return ['packages/ui/src/', 'apps/web/src/'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.css') && !path.endsWith('tokens.css'))
      .map((path) => ({
        path: `${folder}${path}`,
        source: readFileSync(new URL(`${folder}${path}`, root), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
      })),
  );
}

test('style sheets take every colour from a token, so that the pairs above apply to them', () => {
  expect(styles().length).toBeGreaterThan(50);
  expect(styles().flatMap(({ path, source }) => (rawColour.test(source) ? [path] : []))).toEqual([]);
});

test.each(['color: #fff;', 'background: rgb(0 0 0 / 50%);', 'fill: hsl(20 10% 10%);', 'color: oklch(0.5 0.1 20);'])(
  '%s is reported as a raw colour',
  (style) => expect(style).toMatch(rawColour),
);

test("the values of dark shadows and petals are the same for the system's theme and the chosen one", () => {
  const system = /:root:not\(\[data-theme='day'\]\) \{([^}]*)\}/.exec(css)?.[1];
  const chosen = [...css.matchAll(/\[data-theme='night'\] \{([^}]*)\}/g)].at(-1)?.[1];
  const plain = (block: string | undefined) => block?.replaceAll(/\s+/g, ' ').trim();
  expect(plain(system)).toContain('--petal-in: 94%');
  expect(plain(system)).toBe(plain(chosen));
});
