import puppeteer from 'puppeteer-core';
import { type Tab, waitTimeoutMs } from './tab.ts';

/** Path of Debian's package `firefox-esr`. */
export const firefoxPath = '/usr/bin/firefox-esr';

/** Opens Firefox through WebDriver BiDi, which it supports itself: no separate driver is needed. */
export async function openFirefox(): Promise<Tab> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefoxPath, headless: true });
  const page = await browser.newPage();
  page.setDefaultTimeout(waitTimeoutMs);
  const at = (xpath: string) => page.locator(`::-p-xpath(${xpath})`);
  return {
    goTo: async (url) => void (await page.goto(url)),
    see: async (xpath) => void (await at(xpath).wait()),
    click: (xpath) => at(xpath).click(),
    type: (xpath, text) => at(xpath).fill(text),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}
