/** What the calls of a vault take and give. */
import { isVaultEnvelope, isVaultWrap } from '@nuances/crypto/envelope-shape';
import { erasePartSchema } from '@nuances/domain/erasure';
import { limits } from '@nuances/domain/limits';
import { isOnScale, moodFields } from '@nuances/domain/moods/fields';
import { noteFields, sentNoteFields } from '@nuances/domain/note/fields';
import { ownProfileFields } from '@nuances/domain/profile/fields';
import { scanContentFields, scanFields } from '@nuances/domain/scan/fields';
import { errorCodes } from '@nuances/domain/errors';
import { shapeOf } from '@nuances/domain/thing';
import { idSchema, instantSchema } from '@nuances/domain/validation';
import { anewWords, keyModes, keyTargets, slotKinds } from '@nuances/domain/vault/state';
import * as z from 'zod';
import { noteEnvelopes } from '../notes/envelope-fields.ts';
import { listedNoteSchema } from '../notes/sealed-note.ts';
import { sentTagsSchema } from '../results/scan-envelopes.ts';
import { listedWholeScanSchema } from '../results/scan-answers.ts';

const { vault } = limits;

const keyVersion = z.int().gte(1).lte(limits.revisionMax);

/** An envelope of version 2 of at most so many characters. */
const envelope = (max: number) =>
  z
    .string({ error: 'vaultSealed' })
    .refine(isVaultEnvelope, { error: 'vaultSealed' })
    .refine((value) => value.length <= max, { error: 'tooLarge' });

const parameters = z.string().max(vault.parametersMax);
const wrapped = z.string().max(vault.wrappedMax).refine(isVaultWrap, { error: 'badRequest' });
const slotName = z.string().trim().max(limits.name.max, { error: 'nameLength' });

/** A slot as a device makes it. */
export const newSlotSchema = z.object({
  id: idSchema,
  kind: z.enum(slotKinds),
  parameters,
  wrapped,
  name: slotName.default(''),
});
export type NewSlot = z.output<typeof newSlotSchema>;

/** A slot as it is stored: one that was made by earlier rules is answered too. */
const slotSchema = z.object({
  id: z.string(),
  kind: z.enum(slotKinds),
  keyVersion: z.int(),
  parameters: z.string(),
  wrapped: z.string(),
  name: z.string(),
  createdAt: z.date(),
  usedAt: z.date().nullable(),
});

/** Rows of another key version than the account's. */
const leftSchema = z.object({ notes: z.int(), scans: z.int(), moods: z.int(), profile: z.int() });
export type LeftRows = z.output<typeof leftSchema>;

/** Everything that a device has to know of the vault, but its rows. */
export const vaultStateSchema = z.object({
  keyMode: z.enum(keyModes),
  /** Where a move leads; null while nothing moves. */
  keyTarget: z.enum(keyTargets).nullable(),
  keyVersion: z.int(),
  /** When the account last became a vault. */
  since: z.date().nullable(),
  slots: z.array(slotSchema),
  manifest: z.string().nullable(),
  /** The profile's envelope, and the key version under which the profile is stored, sealed or not. */
  profile: z.object({ sealed: z.string().nullable(), keyVersion: z.int() }),
  /** Another one after each change of the profile; null of a sealed one. */
  profileStamp: z.string().nullable(),
  left: leftSchema,
});
export type VaultState = z.output<typeof vaultStateSchema>;

/** How many backups this server keeps by itself, which the former key opens until they are replaced; null for none. */
export const backupsOutput = z.object({ kept: z.int().nullable() });

/** @param keyVersion the one that the device knows: the new key's is one more */
export const beginInput = z.object({
  to: z.enum(keyTargets),
  keyVersion,
  slots: z.array(newSlotSchema).max(vault.slots),
});

/**
 * A note under the current key. `isMove`: the same content as stored, sealed anew; `revision` is then the one that was read,
 * and neither it nor the time of change rises. Otherwise it is the person's: new, or a change based on `revision`.
 */
export const putNoteSchema = z.object({
  _id: idSchema,
  isMove: z.boolean(),
  sealed: envelope(vault.noteMaxBytes),
  scanResultId: sentNoteFields.scanResultId,
  createdAt: sentNoteFields.createdAt,
  movedTo: sentNoteFields.movedTo,
  revision: sentNoteFields.revision,
});
export type PutNote = z.output<typeof putNoteSchema>;

const sealedTags = envelope(vault.tagsMaxBytes).nullable();

/** The tags of the scan as the device read them, envelope or null: others have been stored since if they differ. */
const tagsBefore = z.string().max(vault.tagsMaxBytes).nullish();

/** A scan under the current key. `isMove`: one that is stored, sealed anew; otherwise it is new. */
export const putScanSchema = z.object({
  _id: idSchema,
  isMove: z.boolean(),
  sealed: envelope(vault.scanMaxBytes),
  tags: sealedTags,
  tagsBefore,
  createdAt: scanFields.createdAt.sent,
});
export type PutScan = z.output<typeof putScanSchema>;

/** The items of a call: each id once. */
const items = <Schema extends z.ZodType<{ readonly _id: string }>>(schema: Schema) =>
  z
    .array(schema)
    .max(vault.items)
    .refine((list) => new Set(list.map(({ _id }) => _id)).size === list.length, { error: 'badRequest' });

const isTooMany = ({ notes, scans, moods }: Readonly<Record<'notes' | 'scans' | 'moods', readonly unknown[]>>) =>
  notes.length + scans.length + moods.length <= vault.items;

/** A stored part of moods under the current key: it never changes, so it is only sealed anew. */
const putMoodsSchema = z.object({ _id: idSchema, sealed: envelope(limits.moods.sealedMaxBytes) });
export type PutMoods = z.output<typeof putMoodsSchema>;

/**
 * `isMove`: the same profile as stored, sealed anew; not stored where one has the current key already, or where the readable one
 * has another `stamp` than when it was read.
 */
const putProfileSchema = z.object({
  sealed: envelope(vault.profileMaxBytes),
  isMove: z.boolean().default(false),
  stamp: z.string().max(64).nullish(),
});

/** @param manifest of the state after this call; not stored when its sequence does not follow, or a row was not saved */
export const putInput = z
  .object({
    keyVersion,
    notes: items(putNoteSchema).default([]),
    scans: items(putScanSchema).default([]),
    moods: items(putMoodsSchema).default([]),
    profile: putProfileSchema.nullish(),
    manifest: z.string().max(vault.manifestMax).nullish(),
  })
  .refine(isTooMany, { error: 'tooLarge' });

/** A note that goes back to the server's key: envelopes of version 1. */
const clearNoteSchema = z.object({
  _id: idSchema,
  revision: z.int().gte(1).lte(limits.revisionMax),
  ...noteEnvelopes.restored,
  categoryId: noteFields.categoryId.restored,
});
export type ClearNote = z.output<typeof clearNoteSchema>;

/** A scan that goes back to the server; its tags are sealed by the server's key. */
const clearScanSchema = z.object({
  _id: idSchema,
  ...shapeOf(scanContentFields, 'sent'),
  tags: sentTagsSchema,
  tagsBefore,
});
export type ClearScan = z.output<typeof clearScanSchema>;

const { source, name, scale, entries } = shapeOf(moodFields, 'restored');
/** A part of moods that goes back to the server. */
const clearMoodsSchema = z
  .object({ _id: idSchema, source, name, scale, entries })
  .refine(isOnScale, { error: 'badRequest' });
export type ClearMoods = z.output<typeof clearMoodsSchema>;

const profileShape = shapeOf(ownProfileFields, 'sent');
/** A field of the profile, or nothing: what was never filled in is empty. */
const orEmpty = <Schema extends z.core.$ZodType>(schema: Schema) => z.union([z.literal(''), schema]);
const clearProfileSchema = z.object({
  ...profileShape,
  firstName: orEmpty(profileShape.firstName),
  lastName: orEmpty(profileShape.lastName),
  dateOfBirth: z.union([z.null(), profileShape.dateOfBirth]),
  countryOfResidency: orEmpty(profileShape.countryOfResidency),
});
export type ClearProfile = z.output<typeof clearProfileSchema>;

export const putClearInput = z
  .object({
    keyVersion,
    notes: items(clearNoteSchema).default([]),
    scans: items(clearScanSchema).default([]),
    moods: items(clearMoodsSchema).default([]),
    profile: clearProfileSchema.nullish(),
  })
  .refine(isTooMany, { error: 'tooLarge' });

const refused = z.object({ _id: z.string(), outcome: z.literal('refused'), code: z.enum(errorCodes) });

/** What became of a note: `conflict` answers what is stored, and nothing was changed. */
const noteOutcome = z.discriminatedUnion('outcome', [
  z.object({
    _id: z.string(),
    outcome: z.literal('saved'),
    revision: z.int(),
    scanResultId: z.string().nullable(),
    createdAt: z.date(),
    receivedAt: z.date().nullable(),
    updatedAt: z.date(),
  }),
  z.object({ _id: z.string(), outcome: z.literal('conflict'), note: listedNoteSchema }),
  refused,
]);
export type NoteOutcome = z.output<typeof noteOutcome>;

/** What became of a scan: `conflict` answers what is stored, and nothing was changed. */
const scanOutcome = z.discriminatedUnion('outcome', [
  z.object({ _id: z.string(), outcome: z.literal('saved'), createdAt: z.date(), receivedAt: z.date() }),
  z.object({ _id: z.string(), outcome: z.literal('conflict'), scan: listedWholeScanSchema }),
  refused,
]);
export type ScanOutcome = z.output<typeof scanOutcome>;

/** What became of a part of moods. */
const moodsOutcome = z.discriminatedUnion('outcome', [
  z.object({ _id: z.string(), outcome: z.literal('saved') }),
  refused,
]);
export type MoodsOutcome = z.output<typeof moodsOutcome>;

/** A manifest is stored only when its sequence follows that of the stored one, which is answered. */
const manifestOutcome = z.object({ isSaved: z.boolean(), manifest: z.string().nullable() });

export const putOutput = z.object({
  /** In the order of the call. */
  notes: z.array(noteOutcome),
  scans: z.array(scanOutcome),
  moods: z.array(moodsOutcome),
  /** Of `vault.put`, where one was sent: not saved where it is another one than the move has read. Former servers do not tell. */
  profile: z.object({ isSaved: z.boolean() }).optional(),
  /** Null when none was sent. */
  manifest: manifestOutcome.nullable(),
});

export const finishInput = z.object({ keyVersion });
/** Not finished while rows are left: `state.left` counts them. */
export const finishOutput = z.object({ isFinished: z.boolean(), state: vaultStateSchema });

export const manifestInput = z.object({ manifest: z.string().max(vault.manifestMax) });
export const manifestOutput = manifestOutcome;

export const addSlotInput = z.object({ keyVersion, slot: newSlotSchema });
export const slotIdInput = z.object({ id: idSchema });
/** The new one takes the place of that with this id, of the same kind, in one step. */
export const replaceSlotInput = z.object({ id: idSchema, keyVersion, slot: newSlotSchema });
export const renameSlotInput = z.object({ id: idSchema, name: slotName.min(1, { error: 'passkeyNameRequired' }) });

export const anewInput = z.object({ password: z.string().max(limits.password.max), word: z.enum(anewWords) });

export const setTagsInput = z.object({ _id: idSchema, keyVersion, tags: sealedTags, tagsBefore });
export const setTagsOutput = z.object({ isSaved: z.boolean(), tags: z.string().nullable() });

/** Deletes in one step with the manifest that counts them no longer. */
export const removeInput = z.object({
  notes: z.array(idSchema).max(vault.items).default([]),
  scans: z.array(idSchema).max(vault.items).default([]),
  moods: z.array(idSchema).max(vault.items).default([]),
  /** Notes as the person saw them: nothing is deleted when one has another text since. */
  seen: z
    .array(z.object({ _id: idSchema, updatedAt: instantSchema }))
    .max(vault.items)
    .default([]),
  manifest: z.string().max(vault.manifestMax).nullish(),
});
export const removeOutput = z.object({
  notes: z.array(z.string()),
  scans: z.array(z.string()),
  manifest: manifestOutcome.nullable(),
});

const signed = { manifest: z.string().max(vault.manifestMax) };
/** As `profile.erasePart`, with the manifest that counts nothing of the part. */
export const erasePartInput = z.object({ ...erasePartSchema.shape, ...signed });
export const erasePartOutput = z.object({ erased: z.int(), more: z.boolean(), manifest: manifestOutcome });

/** As `restore.undo`, with the manifest that counts nothing of what was added. */
export const undoRestoreInput = z.object({
  scans: z.array(idSchema).max(limits.restorePart),
  notes: z.array(z.object({ _id: idSchema, revision: z.int().gte(1).lte(limits.revisionMax) })).max(limits.restorePart),
  ...signed,
});
export const undoRestoreOutput = z.object({
  scans: z.array(z.string()),
  notes: z.array(z.string()),
  manifest: manifestOutcome,
});

const unopenedRows = items(z.object({ _id: idSchema, sealed: z.array(z.string()).max(2) })).default([]);

/** Rows that no device opens, with the envelopes that the person was shown: of a note title and text, or the one of a vault. */
export const removeUnopenedInput = z.object({ notes: unopenedRows, scans: unopenedRows, moods: unopenedRows });
export type UnopenedRow = z.output<typeof unopenedRows>[number];

/** What an export gives back, sealed: as `restore.add`, and taken back by `undoRestore`. */
export const restoreInput = z
  .object({
    keyVersion,
    scans: items(
      z.object({
        _id: idSchema,
        sealed: envelope(vault.scanMaxBytes),
        tags: sealedTags,
        createdAt: instantSchema,
        receivedAt: scanFields.receivedAt.restored,
      }),
    ).default([]),
    notes: items(
      z.object({
        _id: idSchema,
        sealed: envelope(vault.noteMaxBytes),
        scanResultId: noteFields.scanResultId.restored,
        createdAt: instantSchema,
        receivedAt: noteFields.receivedAt.restored,
        updatedAt: noteFields.updatedAt.restored,
      }),
    ).default([]),
    moods: items(putMoodsSchema.extend({ receivedAt: moodFields.receivedAt.restored })).default([]),
  })
  .refine(isTooMany, { error: 'tooLarge' });
