import { axisIds } from '@nuances/domain/axes';
import type { CsvCell } from '../i18n/csv.ts';
import type { ReadableScan } from '@nuances/domain/readable-export';

const head = ['id', 'createdAt', 'receivedAt', ...axisIds, 'score', 'durationS', 'tags'];

/** Scans as rows, with their tags in one cell; the first row has the names. */
export function scanTable(scans: readonly ReadableScan[]): readonly (readonly CsvCell[])[] {
  const rows = scans.map(({ _id, createdAt, receivedAt, answers, scoring, duration, tags }) => [
    _id,
    createdAt,
    receivedAt ?? null,
    ...answers,
    scoring,
    duration ?? null,
    typeof tags === 'string' ? null : tags.join(', '),
  ]);
  return [head, ...rows];
}
