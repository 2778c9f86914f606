import { columnsOf, type ValuesOf } from '@nuances/db/field-columns';
import { moods } from '@nuances/db/schema';
import { moodEntrySchema, moodFields, vaultMoodFields } from '@nuances/domain/moods/fields';
import { moodEntryTexts, moodTexts, vaultMoodTexts } from '@nuances/domain/moods/texts';
import { namesOf } from '@nuances/domain/thing';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import * as z from 'zod';
import { describedShape, unsealed } from '../fields.ts';

// In place: the lists of what is sent and answered have these very fields.
for (const name of namesOf(moodEntryTexts)) z.globalRegistry.add(moodEntrySchema.shape[name], moodEntryTexts[name]);

const shape = describedShape(moodFields, 'answered', moodTexts);
const { _id, receivedAt } = shape;
const keyVersion = describedShape(vaultMoodFields, 'answered', vaultMoodTexts).keyVersion;

/** A part of a line of moods: readable, or in an envelope of the vault. */
export const listedMoodsSchema = z.union([
  z
    .object({
      ...shape,
      sealed: unsealed,
      keyVersion: z.optional(keyVersion).meta(vaultMoodTexts.keyVersion.answered),
    })
    .meta({ id: 'Moods' }),
  z
    .object({ _id, receivedAt, sealed: z.string().meta(vaultMoodTexts.sealed.answered), keyVersion })
    .meta({ id: 'SealedMoods' }),
]);
export type ListedMoods = z.output<typeof listedMoodsSchema>;

/** The columns of a part by the names of its fields. */
export const moodColumns = columnsOf(moods, { ...moodFields, ...vaultMoodFields });

/** A part as its row has it. */
export type StoredMoods = ValuesOf<typeof moodColumns>;

/** What a part that the vault seals has in place of its content. */
export const emptyMoods = { source: null, name: null, scale: null, entries: null } as const;

/** A stored part as it is listed: what only vaults have is left out where there never was one. */
export function listedMoods({ sealed, keyVersion: version, ...part }: StoredMoods): ListedMoods {
  const { source, name, scale, entries, ...row } = part;
  if (sealed !== null) return { ...row, sealed, keyVersion: version };
  if (source === null || name === null || scale === null || entries === null)
    throw new Error('Moods that are neither sealed nor readable');
  const clear = { ...row, source, name, scale, entries };
  return version === firstKeyVersion ? clear : { ...clear, sealed, keyVersion: version };
}
