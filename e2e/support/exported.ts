import type { Download, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { filesOfZip, isSealed, openSealed } from '../../examples/export-file.ts';

/** Exports everything of the account. */
export async function exportAll(page: Page): Promise<Download> {
  await page.goto('/profile/export');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter', exact: true }).click();
  return download;
}

/** The files of an export, opened without code of the product. */
export async function exportedFiles(download: Download, passphrase = ''): Promise<ReadonlyMap<string, string>> {
  const file = await readFile(await download.path());
  const zip = isSealed(file) ? await openSealed(file, passphrase) : file;
  if (!zip) throw new Error('The passphrase does not open the export');
  return new Map([...filesOfZip(zip)].map(([name, content]) => [name, content.toString('utf8')]));
}

/** The JSON of an export. */
export async function exportedJson(download: Download): Promise<string> {
  const json = (await exportedFiles(download)).get('nuances.json');
  if (json === undefined) throw new Error('There is no nuances.json in the export');
  return json;
}
