import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { createdAtOf } from '@nuances/domain/scan/time';
import * as z from 'zod';
import { eraseBatchSize, erasePart } from '../account/erase-part.ts';
import { documentTimeoutMs } from '../database/account-document.ts';
import { forgetQuotas } from '../database/quota-memory.ts';
import { requireAsSeen } from '../notes/queries.ts';
import { emptyMoods } from '../moods/mood-answers.ts';
import { requireQuotas } from '../notes/sealed-bytes.ts';
import { emptyNote } from '../notes/sealed-note.ts';
import { emptyScan } from '../results/scan-answers.ts';
import { restore, undoRestore } from '../restore/queries.ts';
import { restoredSchema } from '../restore/restored.ts';
import { router, userProcedure } from '../trpc.ts';
import { readVault, lockVault, now, requireVaultKey, setAccount, type VaultAccount } from './account.ts';
import { eraseVault, startMove, changeSlot, endMove } from './changes.ts';
import { signedRemoval, storeManifest } from './manifest.ts';
import { putClearNotes, putClearProfile, putClearScans } from './put-clear.ts';
import { putClearMoods, putMoods } from './put-moods.ts';
import { putNotes, putScans, putTags } from './put.ts';
import { removeRows, removeUnopened } from './remove.ts';
import { addSlot, removeSlot, replaceSlot, setSlot } from './slots.ts';
import {
  addSlotInput,
  anewInput,
  backupsOutput,
  beginInput,
  erasePartInput,
  erasePartOutput,
  finishInput,
  finishOutput,
  manifestInput,
  manifestOutput,
  putClearInput,
  putInput,
  putOutput,
  removeInput,
  removeOutput,
  removeUnopenedInput,
  renameSlotInput,
  replaceSlotInput,
  restoreInput,
  setTagsInput,
  setTagsOutput,
  slotIdInput,
  undoRestoreInput,
  undoRestoreOutput,
  vaultStateSchema,
} from './vault-fields.ts';

/** Whether a profile is another one than a move has read. */
const isOtherProfile = (
  { profileKeyVersion, profileSealed, profileStamp }: VaultAccount,
  { stamp }: { readonly stamp?: string | null | undefined },
  keyVersion: number,
) => profileKeyVersion === keyVersion || (stamp != null && (profileSealed !== null || profileStamp !== stamp));

/** Stores a sealed profile, unless a move has read another one. The account's row is held. */
async function putProfile(
  transaction: Parameters<typeof setAccount>[0],
  { userId, keyVersion }: { readonly userId: string; readonly keyVersion: number },
  account: VaultAccount,
  profile: { readonly isMove: boolean; readonly sealed: string; readonly stamp?: string | null | undefined },
) {
  const isSaved = !(profile.isMove && isOtherProfile(account, profile, keyVersion));
  if (isSaved) await setAccount(transaction, userId, { profileSealed: profile.sealed, profileKeyVersion: keyVersion });
  return { isSaved };
}

const rowsMeta = { maxBodyBytes: limits.vault.bodyMaxBytes } as const;

/**
 * The vault of an account (docs/vault.md). Only a login makes these calls; over tRPC alone, because what they mean needs
 * the keys of a device.
 */
export const vaultRouter = router({
  /** How the content is sealed, and the ways to open it. `left` counts rows of a former key, and scans that came unsealed. */
  state: userProcedure
    .output(vaultStateSchema)
    .query(({ ctx: { services, user } }) => readVault(services.db, user.userId)),

  /** What the end of a move has to name: the operator may have other backups. */
  backups: userProcedure.output(backupsOutput).query(({ ctx: { services } }) => ({ kept: services.backupsKept })),

  /**
   * Begins a move: into a vault, to a new key of one, or back to the server. Errors: 403 `proofRequired`; 400 for slots that
   * are not whole; 409 `vaultChanged` when the account has another key version or moves already; 429. The same call again
   * answers the state.
   */
  begin: userProcedure
    .input(beginInput)
    .output(vaultStateSchema)
    .mutation(({ ctx, input }) => startMove(ctx, input)),

  /**
   * Stores rows of the vault; what becomes of each is told. Errors: 409 `vaultChanged` for another key version, or an account
   * without a vault; 409 `quotaReached`, and then nothing is stored.
   */
  put: userProcedure
    .meta(rowsMeta)
    .input(putInput)
    .output(putOutput)
    .mutation(async ({ ctx: { services, user }, input }) => {
      const { userId } = user;
      const rows = [...input.notes, ...input.scans];
      const isMove = rows.every((row) => row.isMove);
      const stored = await services.db.transaction(async (transaction) => {
        const account = await lockVault(transaction, userId, 'no key update');
        requireVaultKey(account, input.keyVersion);
        const storing = { userId, keyVersion: input.keyVersion, now: new Date(services.clock.now()) };
        // Scans first: a new note may be linked to a new scan.
        const scans = await putScans(transaction, storing, input.scans);
        const notes = await putNotes(transaction, storing, input.notes);
        const moods = await putMoods(transaction, storing, input.moods);
        if (rows.length > 0) await requireQuotas(transaction, userId, ['scans', 'notes'], isMove ? 2 : 1);
        const profile = input.profile ? await putProfile(transaction, storing, account, input.profile) : undefined;
        const outcomes = { notes, scans, moods, profile };
        const isWhole = [...notes, ...scans].every(({ outcome }) => outcome === 'saved');
        if (input.manifest == null) return { ...outcomes, manifest: null };
        // It counts rows of this call.
        if (!isWhole) return { ...outcomes, manifest: { isSaved: false, manifest: account.manifest } };
        return { ...outcomes, manifest: await storeManifest(transaction, userId, account, input.manifest) };
      });
      if (!isMove) {
        forgetQuotas(services, userId);
      }
      return stored;
    }),

  /** Moves rows back to the server, and only that. Errors: 409 `vaultChanged` unless the account moves there, `quotaReached`. */
  putClear: userProcedure
    .meta(rowsMeta)
    .input(putClearInput)
    .output(putOutput)
    .mutation(({ ctx: { services, user }, input }) =>
      services.db.transaction(async (transaction) => {
        const { userId } = user;
        const account = await lockVault(transaction, userId, 'no key update');
        if (account.keyTarget !== 'server' || account.keyVersion !== input.keyVersion)
          throw new AppError('vaultChanged');
        const storing = { userId, keyVersion: input.keyVersion, now: new Date(services.clock.now()) };
        const scans = await putClearScans(transaction, storing, input.scans);
        const notes = await putClearNotes(transaction, storing, input.notes);
        const moods = await putClearMoods(transaction, storing, input.moods);
        if (scans.length + notes.length > 0) await requireQuotas(transaction, userId, ['scans', 'notes'], 2);
        if (input.profile && account.profileKeyVersion !== input.keyVersion)
          await putClearProfile(transaction, storing, input.profile);
        return { notes, scans, moods, manifest: null };
      }),
    ),

  /** Ends a move when no row is left. Errors: 409 `vaultChanged` for another key version. */
  finish: userProcedure
    .input(finishInput)
    .output(finishOutput)
    .mutation(({ ctx, input }) => endMove(ctx, input.keyVersion)),

  /** Stores what the account holds, as a device signed it; refused unless its sequence follows. */
  saveManifest: userProcedure
    .input(manifestInput)
    .output(manifestOutput)
    .mutation(({ ctx: { services, user }, input }) =>
      services.db.transaction(async (transaction) => {
        const account = await lockVault(transaction, user.userId, 'no key update');
        return storeManifest(transaction, user.userId, account, input.manifest);
      }),
    ),

  /** Replaces the tags of a sealed scan. Not saved when others were stored since. Errors: 404, 409 `vaultChanged`, `quotaReached`. */
  setTags: userProcedure
    .input(setTagsInput)
    .output(setTagsOutput)
    .mutation(({ ctx: { services, user }, input: { keyVersion, _id, tags, tagsBefore } }) =>
      services.db.transaction(async (transaction) => {
        const { userId } = user;
        requireVaultKey(await lockVault(transaction, userId, 'no key update'), keyVersion);
        const outcome = await putTags(
          transaction,
          { userId, keyVersion },
          { _id, tags, tagsBefore: tagsBefore ?? null },
        );
        if (!outcome) throw new AppError('notFound');
        if (outcome.isSaved && tags !== null) await requireQuotas(transaction, userId, ['scans', 'notes']);
        return outcome;
      }),
    ),

  /**
   * Deletes notes and scans with the manifest that no longer counts them, or nothing where it does not follow. What is gone
   * already is not named. Errors: 409 `noteChanged`.
   */
  remove: userProcedure
    .input(removeInput)
    .output(removeOutput)
    .mutation(({ ctx: { services, user }, input: { manifest, seen, ...ids } }) =>
      services.db.transaction(async (transaction) => {
        const { userId } = user;
        const account = await lockVault(transaction, userId, 'no key update');
        for (const { _id, updatedAt } of seen) await requireAsSeen(transaction, userId, _id, updatedAt);
        const stored = manifest == null ? null : await storeManifest(transaction, userId, account, manifest);
        if (stored?.isSaved === false) return { notes: [], scans: [], manifest: stored };
        return { ...(await removeRows(transaction, userId, ids)), manifest: stored };
      }),
    ),

  /** As `profile.erasePart`, in one step with a manifest; nothing is erased where that does not follow. */
  erasePart: userProcedure
    .input(erasePartInput)
    .output(erasePartOutput)
    .mutation(async ({ ctx: { services, user }, input }) => {
      const { removed, manifest } = await signedRemoval(services.db, user.userId, input.manifest, (transaction) =>
        erasePart(transaction, user.userId, input.part, input.before),
      );
      forgetQuotas(services, user.userId);
      return { erased: removed ?? 0, more: removed === null || removed === eraseBatchSize, manifest };
    }),

  /** As `restore.undo`, in one step with a manifest; nothing is removed where that does not follow. */
  undoRestore: userProcedure
    .input(undoRestoreInput)
    .output(undoRestoreOutput)
    .mutation(async ({ ctx: { services, user }, input }) => {
      const { removed, manifest } = await signedRemoval(services.db, user.userId, input.manifest, (transaction) =>
        undoRestore(transaction, user.userId, input),
      );
      return { scans: removed?.scans ?? [], notes: removed?.notes ?? [], manifest };
    }),

  /** Deletes what stops a move, because no device opens it; a row that was stored anew since it was shown stays. */
  removeUnopened: userProcedure
    .meta(rowsMeta)
    .input(removeUnopenedInput)
    .output(z.object({}))
    .mutation(({ ctx: { services, user }, input }) =>
      services.db.transaction(async (transaction) => {
        const { keyVersion } = await lockVault(transaction, user.userId, 'no key update');
        await removeUnopened(transaction, user.userId, keyVersion, input);
        return {};
      }),
    ),

  /** Adds a part of an export, as `restore.add`. Errors: 409 `quotaReached`, `vaultChanged`. */
  restore: userProcedure
    .meta(rowsMeta)
    .input(restoreInput)
    .output(restoredSchema)
    .mutation(async ({ ctx: { services, user }, input }) => {
      const now = new Date(services.clock.now());
      const added = await restore(services, user.userId, {
        keyVersion: input.keyVersion,
        scans: input.scans.map((scan) => ({
          ...scan,
          ...emptyScan,
          createdAt: createdAtOf(scan.createdAt, now),
          receivedAt: createdAtOf(scan.receivedAt, now),
        })),
        notes: input.notes.map((note) => ({
          ...note,
          ...emptyNote,
          scanResultId: note.scanResultId ?? null,
          createdAt: createdAtOf(note.createdAt, now),
          receivedAt: note.receivedAt == null ? null : createdAtOf(note.receivedAt, now),
          updatedAt: createdAtOf(note.updatedAt, now),
        })),
        moods: input.moods.map((part) => ({
          ...part,
          ...emptyMoods,
          receivedAt: createdAtOf(part.receivedAt, now),
        })),
      });
      forgetQuotas(services, user.userId);
      return added;
    }),

  /** A passkey that opens the vault. Errors: 403 `proofRequired`, 409 `vaultChanged`, `quotaReached`. */
  addSlot: userProcedure
    .input(addSlotInput)
    .output(vaultStateSchema)
    .mutation(({ ctx, input: { keyVersion, slot } }) =>
      changeSlot(ctx, (transaction, account) => {
        requireVaultKey(account, keyVersion);
        return addSlot(transaction, ctx.user.userId, account, slot);
      }),
    ),

  /** Errors: 403 `proofRequired`, 404, 409 `vaultSlotLast` for the passphrase or the recovery code. */
  removeSlot: userProcedure
    .input(slotIdInput)
    .output(vaultStateSchema)
    .mutation(({ ctx, input }) => changeSlot(ctx, (transaction) => removeSlot(transaction, ctx.user.userId, input.id))),

  /** A new passphrase, code or passkey in place of one. Errors: 403 `proofRequired`, 404, 409 `vaultChanged`. */
  replaceSlot: userProcedure
    .input(replaceSlotInput)
    .output(vaultStateSchema)
    .mutation(({ ctx, input: { keyVersion, ...replacing } }) =>
      changeSlot(ctx, (transaction, account) => {
        requireVaultKey(account, keyVersion);
        return replaceSlot(transaction, ctx.user.userId, account, replacing);
      }),
    ),

  /** Errors: 403 `proofRequired`, 404. */
  renameSlot: userProcedure
    .input(renameSlotInput)
    .output(vaultStateSchema)
    .mutation(({ ctx, input }) =>
      changeSlot(ctx, async (transaction) => {
        await setSlot(transaction, ctx.user.userId, input.id, { name: input.name });
        return null;
      }),
    ),

  /** Notes when a slot was last used. Errors: 404. */
  slotUsed: userProcedure
    .input(slotIdInput)
    .output(z.object({}))
    .mutation(async ({ ctx: { services, user }, input }) => {
      await services.db.transaction((transaction) => setSlot(transaction, user.userId, input.id, { usedAt: now }));
      return {};
    }),

  /**
   * Erases the sealed content for ever; what came unsealed stays. The account goes back to the server's key. Errors: 400
   * `currentPassword` on `password`, 409 `vaultChanged` for an account without a vault, 429.
   */
  anew: userProcedure
    .meta({ timeoutMs: documentTimeoutMs })
    .input(anewInput)
    .output(vaultStateSchema)
    .mutation(({ ctx, input }) => eraseVault(ctx, input.password)),
});
