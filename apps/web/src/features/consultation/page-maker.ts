import type { Locale } from '@nuances/domain/locales';
import { drawText } from './draw-text.ts';
import type { PageContent } from './page-content.ts';
import { openFonts } from './page-fonts.ts';
import { layOut } from './page-layout.ts';
import type { Page } from './page-parts.ts';
import { pageToPdf } from './page-pdf.ts';

/** Makes pages with its fonts. */
export interface PageMaker {
  readonly layOut: (content: PageContent) => Page;
  /** The bytes of the PDF. */
  readonly toPdf: (page: Page, locale: Locale) => Promise<Uint8Array<ArrayBuffer>>;
}

async function bytesOf(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Loads the fonts of the page from this app's own files.
 * @throws Error when one cannot be fetched
 */
export async function openPageMaker(): Promise<PageMaker> {
  const fonts = await openFonts(bytesOf, drawText);
  return {
    layOut: (content) => layOut(content, fonts.measure),
    toPdf: (page, locale) => pageToPdf(page, locale, fonts, new Date()),
  };
}
