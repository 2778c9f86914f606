/** Lines that people read in a terminal. */
import type { NoteExcess } from '@nuances/domain/notes';
import type { CliTexts } from '@nuances/i18n/cli-texts';

/** The form of dates in Sweden is that of ISO 8601, and their clock has no letters. */
const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** A moment on the clock of this computer: `2026-11-25 08:15`. */
export const moment = (time: string): string => format.format(new Date(time));

/** What of a note is too long, by how much. */
export const excessLine = ({ done }: CliTexts['cli'], { field, unit, length, max }: NoteExcess): string =>
  done.excess[unit]({ field, length, max });

const lineMax = 60;

/** A text in one line of the terminal, without what would act on the terminal. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > lineMax ? `${line.slice(0, lineMax - 1)}…` : line;
}

/** A text of several lines, without what would act on the terminal. */
export const plainText = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '');

/** Rows of cells, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => {
    row.forEach((cell, index) => (all[index] = Math.max(all[index] ?? 0, cell.length)));
    return all;
  }, []);
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
