import { columnsOf, type ValuesOf } from '@nuances/db/field-columns';
import { notes } from '@nuances/db/schema';
import { noteFields, vaultNoteFields } from '@nuances/domain/note/fields';
import { noteTexts, vaultNoteTexts } from '@nuances/domain/note/texts';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import * as z from 'zod';
import { describedShape, sealedAway, unsealed } from '../fields.ts';
import { noteEnvelopes } from './envelope-fields.ts';

const noteShape = { ...describedShape(noteFields, 'answered', noteTexts), ...noteEnvelopes.answered };
const vaultShape = describedShape(vaultNoteFields, 'answered', vaultNoteTexts);

/** A note as stored and sent: only its owner's browser can open it. */
export const sealedNoteSchema = z.object(noteShape).meta({ id: 'Note' });

export type SealedNote = z.infer<typeof sealedNoteSchema>;

/** A note in a list: sealed by the server's key for the person, or by the vault's. */
export const listedNoteSchema = z.union([
  z
    .object({
      ...noteShape,
      sealed: unsealed,
      keyVersion: z.optional(vaultShape.keyVersion).meta(vaultNoteTexts.keyVersion.answered),
    })
    .meta({ id: 'ListedNote' }),
  z
    .object({
      ...noteShape,
      categoryId: sealedAway,
      sealed: z.string().meta(vaultNoteTexts.sealed.answered),
      ...vaultShape,
    })
    .meta({ id: 'VaultNote' }),
]);

export type ListedNote = z.infer<typeof listedNoteSchema>;

/** The columns of a note by the names of its fields. */
export const noteColumns = columnsOf(notes, { ...noteFields, ...vaultNoteFields });

export type StoredNote = ValuesOf<typeof noteColumns>;

/** What a note that the vault seals has in place of its content. */
export const emptyNote = { title: '', text: '', categoryId: null } as const;

/** @throws Error for a row that the database's own checks exclude */
const impossible = () => new Error('A row that is neither sealed nor readable');

/**
 * A stored note that the server's key seals.
 * @throws Error for one of the vault's
 */
export function readableNote({
  sealed: _sealed,
  keyVersion: _keyVersion,
  categoryId,
  ...note
}: StoredNote): SealedNote {
  if (categoryId === null) throw impossible();
  return { ...note, categoryId };
}

/** A stored note as it is listed: what only vaults have is left out where there never was one. */
export function listedNote({ sealed, keyVersion, categoryId, ...note }: StoredNote): ListedNote {
  if (sealed !== null) return { ...note, categoryId: null, sealed, keyVersion };
  if (categoryId === null) throw impossible();
  return keyVersion === firstKeyVersion ? { ...note, categoryId } : { ...note, categoryId, sealed, keyVersion };
}
