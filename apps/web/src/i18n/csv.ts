import type { Locale } from '@nuances/domain/locales';

export type CsvCell = string | number | null;

/** With this mark spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** Start of a text that spreadsheets run as a formula. */
const formula = /^[=+\-@\t\r]/;

/**
 * A table as CSV in the format that spreadsheets expect in this language: French uses semicolons and decimal commas
 * (0,8), English commas and decimal points (0.8). A text that would be a formula is escaped.
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
