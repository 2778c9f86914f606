/**
 * Writes the icons of src/icons: `npx tsx packages/ui/gallery/write-icons.ts`. They are shown outside of the page, so
 * their colours are fixed: the values of the light theme in tokens.css. The PNG files beside them are screenshots of
 * these SVGs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { hues, petalAngle } from '../src/hues.ts';
import { petal, petalRadius } from '../src/bloom/petal.ts';

const css = readFileSync(new URL('../src/tokens.css', import.meta.url), 'utf8');

function day(token: string): string {
  const found = new RegExp(`--${token}: light-dark\\((#[\\da-f]{6})`).exec(css)?.[1];
  if (found === undefined) throw new Error(`--${token} is not in tokens.css`);
  return found;
}

/** The inner colour of a petal, computed as color-mix(in oklab, base 70%, tint). */
function inner(hue: string): string {
  const base = toOklab(day(hue));
  const tint = toOklab(day(`${hue}-tint`));
  return fromOklab(base.map((value, index) => value * 0.7 + (tint[index] ?? 0) * 0.3));
}

function toOklab(hex: string): number[] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([L = 0, a = 0, b = 0]: readonly number[]): string {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((c) => {
    const value = c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function favicon(): string {
  const box = 272;
  const petals = hues.map(
    (hue, index) => `<path fill="${day(hue)}" d="${petal(petalAngle(index), 30, petalRadius(7), box / 16, 2, 0.16)}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-136 -136 272 272">${petals.join('')}</svg>\n`;
}

function appIcon(rounded: boolean): string {
  const answers = [8, 6, 9, 7, 5, 8, 7];
  /** Width of this bloom, in its own units; 70 % of the tile. */
  const width = 284;
  const tile = width / 0.7;
  const half = (tile / 2).toFixed(1);
  const gradients = hues.map(
    (hue) =>
      `<radialGradient id="${hue}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="150">` +
      `<stop offset=".26" stop-color="${inner(hue)}"/><stop offset=".72" stop-color="${day(hue)}"/></radialGradient>`,
  );
  const petals = hues.map(
    (hue, index) =>
      `<path fill="url(#${hue})" d="${petal(petalAngle(index), 30, petalRadius(answers[index] ?? 7), 6, 4, 0.19)}"/>`,
  );
  const radius = rounded ? ` rx="${(tile * 0.22).toFixed(1)}"` : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-${half} -${half} ${tile.toFixed(1)} ${tile.toFixed(1)}">` +
    `<defs>${gradients.join('')}</defs>` +
    `<rect x="-${half}" y="-${half}" width="${tile.toFixed(1)}" height="${tile.toFixed(1)}"${radius} fill="${day('page')}"/>` +
    `${petals.join('')}</svg>\n`
  );
}

const folder = new URL('../src/icons/', import.meta.url);
writeFileSync(new URL('favicon.svg', folder), favicon());
writeFileSync(new URL('app-icon.svg', folder), appIcon(true));
writeFileSync(new URL('app-icon-maskable.svg', folder), appIcon(false));
