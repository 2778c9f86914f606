import { columnsOf, defaultsOf, someColumnsOf, type ValuesOf } from '@nuances/db/field-columns';
import { scans } from '@nuances/db/schema';
import {
  listedScanFields,
  resultScanFields,
  scanContentFields,
  scanFields,
  vaultScanFields,
} from '@nuances/domain/scan/fields';
import { scanTexts, vaultScanTexts } from '@nuances/domain/scan/texts';
import { picked } from '@nuances/domain/thing';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import * as z from 'zod';
import { describedShape, sealedAway, unsealed } from '../fields.ts';
import { scanEnvelopes } from './scan-envelopes.ts';

/** A scan in the answer to a new one: it is never sealed. */
export const scanSchema = z.object(describedShape(resultScanFields, 'answered', scanTexts)).meta({ id: 'Scan' });

const listedShape = describedShape(listedScanFields, 'answered', scanTexts);
const wholeShape = { ...describedShape(scanFields, 'answered', scanTexts), ...scanEnvelopes.answered };
const vaultShape = describedShape(vaultScanFields, 'answered', vaultScanTexts);

/** The text of a field that a vault seals. */
const orSealed = ({ description, examples }: { description: string; examples: unknown[] }) => ({
  description: `${description} Null in a vault, which seals it.`,
  examples,
});

/** What a readable scan has besides, where the account has a vault or had one. */
const clearMarks = {
  sealed: unsealed,
  keyVersion: z.optional(vaultShape.keyVersion).meta(vaultScanTexts.keyVersion.answered),
  arrivedClear: z.optional(vaultShape.arrivedClear).meta(vaultScanTexts.arrivedClear.answered),
};
/** What stands in place of the content of a sealed one. */
const sealedMarks = {
  answers: sealedAway,
  scoring: sealedAway,
  ...vaultShape,
  sealed: z.string().meta(vaultScanTexts.sealed.answered),
};

/** A scan of the list of the contract: one object, because generated clients lose fields that are always null. */
export const listedScanSchema = z
  .object({
    ...listedShape,
    answers: z.nullable(listedShape.answers).meta(orSealed(scanTexts.answers.answered)),
    scoring: z.nullable(listedShape.scoring).meta(orSealed(scanTexts.scoring.answered)),
    ...clearMarks,
    sealed: z.string().nullable().optional().meta(vaultScanTexts.sealed.answered),
  })
  .meta({ id: 'ScanSummary' });

const clearWholeSchema = z.object({ ...wholeShape, ...clearMarks }).meta({ id: 'WholeScan' });

/** A scan with everything that is stored of it. */
export const listedWholeScanSchema = z.union([
  clearWholeSchema,
  z.object({ ...wholeShape, ...sealedMarks }).meta({ id: 'SealedScan' }),
]);
export type ListedScan = z.output<typeof listedWholeScanSchema>;

const exportedShape = { ...describedShape(scanFields, 'answered', scanTexts, 'exported'), ...scanEnvelopes.answered };

/** A scan of an export. */
export const exportedScanSchema = z.union([
  z.object({ ...exportedShape, ...clearMarks }),
  z.object({ ...exportedShape, ...sealedMarks }),
]);

/** The columns of a scan by the names of its fields. */
export const scanColumns = columnsOf(scans, { ...scanFields, ...vaultScanFields });

/** A scan as its row has it; `tags` is an envelope. */
export type StoredScan = ValuesOf<typeof scanColumns>;

/** What becomes unreadable with the seal of a vault: what was said, and the score. */
export const sealableScanFields = { ...scanContentFields, ...picked(['scoring'], scanFields) };
/** What the row of a sealed scan has in their place. */
export const emptyScan = defaultsOf(someColumnsOf(scans, sealableScanFields));

/** A stored scan as it is listed: what only vaults have is left out where there never was one. */
export function listedScan({ sealed, keyVersion, arrivedClear, answers, scoring, ...scan }: StoredScan): ListedScan {
  if (sealed !== null) return { ...scan, answers: null, scoring: null, sealed, keyVersion, arrivedClear };
  if (answers === null || scoring === null) throw new Error('A scan that is neither sealed nor readable');
  const clear = { ...scan, answers, scoring };
  return keyVersion === firstKeyVersion && !arrivedClear ? clear : { ...clear, sealed, keyVersion, arrivedClear };
}
