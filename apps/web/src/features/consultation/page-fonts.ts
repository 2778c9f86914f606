import textExt from '@fontsource/source-sans-3/files/source-sans-3-latin-ext-400-normal.woff?url';
import text from '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff?url';
import strongExt from '@fontsource/source-sans-3/files/source-sans-3-latin-ext-600-normal.woff?url';
import strong from '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff?url';
import title from '@fontsource/ysabeau/files/ysabeau-latin-400-normal.woff?url';
import titleExt from '@fontsource/ysabeau/files/ysabeau-latin-ext-400-normal.woff?url';
import { create, type Font } from 'fontkit';
import type { Face } from './page-parts.ts';

/**
 * Font files of each face; a character is written with the first one that has it. Static fonts, and not WOFF2: fontkit
 * cannot make subsets of variable or WOFF2 fonts.
 */
const files: Readonly<Record<Face, readonly string[]>> = {
  text: [text, textExt],
  strong: [strong, strongExt],
  title: [title, titleExt],
};

/** One font file. */
export interface PageFont {
  /** Its URL, which is also its name in the PDF. */
  readonly name: string;
  readonly data: Uint8Array;
  /** Width of a text, px. */
  readonly measure: (text: string, size: number) => number;
}

/** A run of text in one font; without a font it is drawn as a picture. */
export interface Run {
  readonly text: string;
  readonly font: PageFont | null;
}

/** A picture of a text that no font of the page has, such as an emoji. */
export interface TextPicture {
  /** PNG as a data address. */
  readonly png: string;
  /** Width, px. */
  readonly width: number;
}

/** Height of such a picture, and its part above the baseline, as multiples of the font size. */
export const textPicture = { height: 1.3, above: 1 } as const;

/** Draws a text with the fonts of the device. */
export type DrawText = (text: string, size: number) => TextPicture;

/** The fonts of the page. */
export interface PageFonts {
  readonly runsOf: (text: string, face: Face) => readonly Run[];
  /** Width of a text, px. */
  readonly measure: (text: string, face: Face, size: number) => number;
  readonly drawText: DrawText;
}

type OpenFont = PageFont & Pick<Font, 'hasGlyphForCodePoint'>;

function openFont(name: string, data: Uint8Array): OpenFont {
  const font = create(data);
  // Shaping a text takes milliseconds, and the layout measures the same words repeatedly.
  const widths = new Map<string, number>();
  const measure = (words: string, size: number) => {
    const known = widths.get(words) ?? font.layout(words).advanceWidth / font.unitsPerEm;
    widths.set(words, known);
    return known * size;
  };
  return { name, data, measure, hasGlyphForCodePoint: (code) => font.hasGlyphForCodePoint(code) };
}

/** A character that modifies the one before it, such as the parts of one emoji. */
const joining = /[\p{M}\p{Cf}\uFE0F]|\p{Emoji_Modifier}/u;

/** A space that the fonts may not have, such as the narrow no-break space. */
const spaces = /\s/u;
const noBreakSpace = '\u00A0';

function runsIn(words: string, fonts: readonly OpenFont[]): readonly Run[] {
  const runs: { text: string; font: OpenFont | null }[] = [];
  const fontOf = (character: string) => {
    const codePoint = character.codePointAt(0);
    if (codePoint === undefined) return null;
    return fonts.find((one) => one.hasGlyphForCodePoint(codePoint)) ?? null;
  };
  for (const character of words.normalize('NFC')) {
    const last = runs.at(-1);
    const isPicture = last?.font === null;
    const found = fontOf(character);
    const written = found === null && spaces.test(character) ? noBreakSpace : character;
    const font = isPicture && joining.test(character) ? null : (found ?? fontOf(written));
    // A modifier has no effect after a letter.
    if (font === null && !isPicture && joining.test(character)) continue;
    if (last && last.font === font) last.text += written;
    else runs.push({ text: written, font });
  }
  return runs;
}

/**
 * Opens the fonts of the page.
 * @param read reads a file of this app
 * @throws what `read` throws, and Error for a file that is not a font
 */
export async function openFonts(read: (url: string) => Promise<Uint8Array>, drawText: DrawText): Promise<PageFonts> {
  const open = (face: Face) => Promise.all(files[face].map(async (url) => openFont(url, await read(url))));
  const [ofText, ofStrong, ofTitle] = await Promise.all([open('text'), open('strong'), open('title')]);
  const fonts = { text: ofText, strong: ofStrong, title: ofTitle };
  const runsOf = (words: string, face: Face) => runsIn(words, fonts[face]);
  return {
    runsOf,
    measure: (words, face, size) =>
      runsOf(words, face).reduce(
        (sum, run) => sum + (run.font ? run.font.measure(run.text, size) : drawText(run.text, size).width),
        0,
      ),
    drawText,
  };
}
