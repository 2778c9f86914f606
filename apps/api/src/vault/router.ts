import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import * as z from 'zod';
import { restoredSchema } from '../restore/restored.ts';
import { router, userProcedure } from '../trpc.ts';
import {
  addSlotInput,
  anewInput,
  beginInput,
  finishInput,
  finishOutput,
  manifestInput,
  manifestOutput,
  putClearInput,
  putInput,
  putOutput,
  removeInput,
  removeOutput,
  renameSlotInput,
  replaceSlotInput,
  restoreInput,
  setTagsInput,
  setTagsOutput,
  slotIdInput,
  vaultStateSchema,
} from './vault-fields.ts';

const soon = (): never => {
  throw new AppError('unavailable', { retryAfterS: 60 });
};
const rowsMeta = { maxBodyBytes: limits.vault.bodyMaxBytes } as const;

/**
 * The vault of an account (docs/vault.md). Only a login makes these calls; over tRPC alone, because what they mean needs
 * the keys of a device.
 */
export const vaultRouter = router({
  /** How the content is sealed, and the ways to open it. `left` is counted while it moves, or a scan came unsealed. */
  state: userProcedure.output(vaultStateSchema).query(soon),

  /**
   * Begins a move: into a vault, to a new key of one, or back to the server. Errors: 403 `proofRequired`; 409 `vaultChanged`
   * when the account has another key version or moves already. The same call again answers the state.
   */
  begin: userProcedure.input(beginInput).output(vaultStateSchema).mutation(soon),

  /** Stores rows of the vault. Errors: 409 `vaultChanged` for another key version, or an account without a vault. */
  put: userProcedure.meta(rowsMeta).input(putInput).output(putOutput).mutation(soon),

  /** Moves rows back to the server, and only that. Errors: 409 `vaultChanged` unless the account moves there. */
  putClear: userProcedure.meta(rowsMeta).input(putClearInput).output(putOutput).mutation(soon),

  /** Ends a move when no row is left. Errors: 409 `vaultChanged`. */
  finish: userProcedure.input(finishInput).output(finishOutput).mutation(soon),

  /** Stores what the account holds, as a device signed it; refused unless its sequence follows. */
  saveManifest: userProcedure.input(manifestInput).output(manifestOutput).mutation(soon),

  /** Replaces the tags of a sealed scan. Not saved when others were stored since. Errors: 404, 409 `vaultChanged`. */
  setTags: userProcedure.input(setTagsInput).output(setTagsOutput).mutation(soon),

  /** Deletes notes and scans with the manifest that no longer counts them. What is gone already is not named. */
  remove: userProcedure.input(removeInput).output(removeOutput).mutation(soon),

  /** Adds a part of an export, as `restore.add`. Errors: 409 `quotaReached`, `vaultChanged`. */
  restore: userProcedure.meta(rowsMeta).input(restoreInput).output(restoredSchema).mutation(soon),

  /** Another way to open the vault. Errors: 403 `proofRequired`, 409 `vaultChanged`, `quotaReached`. */
  addSlot: userProcedure.input(addSlotInput).output(vaultStateSchema).mutation(soon),

  /** Errors: 403 `proofRequired`, 404, 409 `vaultSlotLast` for the only passphrase or recovery code. */
  removeSlot: userProcedure.input(slotIdInput).output(vaultStateSchema).mutation(soon),

  /** A new passphrase, code or passkey in place of one. Errors: 403 `proofRequired`, 404, 409 `vaultChanged`. */
  replaceSlot: userProcedure.input(replaceSlotInput).output(vaultStateSchema).mutation(soon),

  /** Errors: 403 `proofRequired`, 404. */
  renameSlot: userProcedure.input(renameSlotInput).output(vaultStateSchema).mutation(soon),

  /** Notes when a slot was last used. Errors: 404. */
  slotUsed: userProcedure.input(slotIdInput).output(z.object({})).mutation(soon),

  /**
   * Erases the sealed content for ever; what came unsealed stays. The account goes back to the server's key. Errors: 400
   * `currentPassword` on `password`, 409 `vaultChanged` for an account without a vault, 429.
   */
  anew: userProcedure.input(anewInput).output(vaultStateSchema).mutation(soon),
});
