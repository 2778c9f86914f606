import type { OpenedMoods } from '@nuances/crypto/vault/export';
import type { CsvCell } from '../i18n/csv.ts';

/** The moods of other journals as rows; the first row has the names. */
export function moodTable(parts: readonly OpenedMoods[]): readonly (readonly CsvCell[])[] {
  const open = parts.flatMap((part) => ('entries' in part ? [part] : []));
  const rows = open.flatMap(({ source, name, scale, entries }) =>
    entries.map((entry) => {
      const { at, offset, moment, value, label } = entry;
      return [source, name, at, offset, moment, value, scale, label, entry.words.join(', ')];
    }),
  );
  return [['source', 'name', 'at', 'offsetMin', 'moment', 'mood', 'scale', 'label', 'words'], ...rows];
}
