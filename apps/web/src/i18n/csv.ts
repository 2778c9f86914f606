import type { Locale } from '@nuances/domain/locales';

export type CsvCell = string | number | null;

/** Spreadsheets open a file with this mark as UTF-8. */
const byteOrderMark = '\uFEFF';

/** What a spreadsheet takes for a formula. */
const formula = /^[=+\-@\t\r]/;

/**
 * A table as CSV that a spreadsheet of the language opens with a double click: French ones separate by semicolon and
 * write 0,8; English ones separate by comma and write 0.8. Nothing in it can act as a formula.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[], locale: Locale): string {
  const separator = locale === 'fr' ? ';' : ',';
  const lines = rows.map((cells) => cells.map((cell) => written(cell, locale)).join(separator));
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`;
}

function written(cell: CsvCell, locale: Locale): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return locale === 'fr' ? String(cell).replace('.', ',') : String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
