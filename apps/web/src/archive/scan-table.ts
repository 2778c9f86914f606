import { axisAt, axisIds } from '@nuances/domain/axes';
import type { scanFields } from '@nuances/domain/scan/fields';
import { answerOf } from '@nuances/domain/scan/scoring';
import type { OpenedScan } from '@nuances/crypto/vault/export';
import type { CsvCell } from '../i18n/csv.ts';

type Cells = Readonly<Record<string, (scan: OpenedScan) => CsvCell>>;

/** The columns of each field, in the order of the table. */
const fields = {
  _id: { id: ({ _id }) => _id },
  createdAt: { createdAt: ({ createdAt }) => createdAt },
  receivedAt: { receivedAt: ({ receivedAt }) => receivedAt ?? null },
  answers: Object.fromEntries(axisIds.map((axis) => [axis, ({ answers }) => answers && answerOf(answers, axis)])),
  scoring: { score: ({ scoring }) => scoring },
  duration: { durationS: ({ duration }) => duration ?? null },
  kept: { kept: ({ kept }) => kept.map((index) => axisAt(index)).join(', ') },
  moment: { moment: ({ moment }) => moment },
  tags: { tags: ({ tags }) => (typeof tags === 'string' ? null : tags.join(', ')) },
} satisfies Record<keyof typeof scanFields, Cells>;

const columns = Object.values<Cells>(fields).flatMap((cells) => Object.entries(cells));

/** Scans as rows, with their tags in one cell; the first row has the names. */
export function scanTable(scans: readonly OpenedScan[]): readonly (readonly CsvCell[])[] {
  return [columns.map(([name]) => name), ...scans.map((scan) => columns.map(([, cellOf]) => cellOf(scan)))];
}
