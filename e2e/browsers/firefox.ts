import { mkdtemp, readFile, rm, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { type Tab, waitTimeoutMs } from './tab.ts';

/** Path of Debian's package `firefox-esr`. */
export const firefoxPath = '/usr/bin/firefox-esr';

/** Firefox, which prints into a PDF; without the dialog, which a window without a screen cannot show. */
export interface PrintingTab extends Tab {
  /** Prints as the browser's own command does. */
  readonly print: () => Promise<Uint8Array>;
  /** What the page prints by itself while something is done. */
  readonly printedBy: (act: () => Promise<void>) => Promise<Uint8Array>;
}

/** Milliseconds; hundreds of flowers on paper take a while. */
const printTimeoutMs = 120_000;
const printer = 'print.printer_Mozilla_Save_to_PDF';

/** The content of a file once it is a whole PDF. */
async function whenPrinted(folder: string, name: string): Promise<Uint8Array> {
  for await (const { filename } of watch(folder, { signal: AbortSignal.timeout(printTimeoutMs) })) {
    if (filename !== name) continue;
    const pdf = await readFile(join(folder, name));
    if (pdf.subarray(-1_024).includes('%%EOF')) return pdf;
  }
  throw new Error('the watch has ended');
}

/** Opens Firefox through WebDriver BiDi, which it supports itself: no separate driver is needed. */
export async function openFirefox(): Promise<PrintingTab> {
  const folder = await mkdtemp(join(tmpdir(), 'nuances-printed-'));
  const name = 'printed.pdf';
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    extraPrefsFirefox: {
      // It draws the variable fonts of the product as shapes, in which no text can be found; fonts of the machine as text.
      'gfx.downloadable_fonts.enabled': false,
      'print.always_print_silent': true,
      print_printer: 'Mozilla Save to PDF',
      [`${printer}.print_to_file`]: true,
      [`${printer}.print_to_filename`]: join(folder, name),
    },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(waitTimeoutMs);
  const at = (xpath: string) => page.locator(`::-p-xpath(${xpath})`);
  return {
    goTo: async (url) => void (await page.goto(url)),
    see: async (xpath) => void (await at(xpath).wait()),
    click: (xpath) => at(xpath).click(),
    type: (xpath, text) => at(xpath).fill(text),
    picture: async () => Buffer.from(await page.screenshot()),
    print: () => page.pdf({ timeout: printTimeoutMs }),
    printedBy: async (act) => {
      await rm(join(folder, name), { force: true });
      const [pdf] = await Promise.all([whenPrinted(folder, name), act()]);
      return pdf;
    },
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}
