/** Changes of a vault with what they ask for and tell: the proof, the notice mail, the security event. */
import type { Transaction } from '@nuances/db/client';
import { sql } from 'drizzle-orm';
import { longTransaction } from '../admin/long-transaction.ts';
import { provePassword, wrongPassword } from '../auth/prove-password.ts';
import type { LoginContext } from '../context.ts';
import { requireLogin } from '../database/lock-user.ts';
import { forgetQuotas } from '../database/quota-memory.ts';
import type { SecurityChange } from '../mail/templates.ts';
import { requireProof } from '../security/proof.ts';
import { enqueueNotice } from '../security/security-notice.ts';
import { lockVault, readVault, type VaultAccount } from './account.ts';
import { beginAnew, beginMove, type Beginning, finishMove } from './move.ts';
import type { VaultState } from './vault-fields.ts';

/**
 * Begins a move.
 * @throws AppError `proofRequired`, `rateLimited`, and those of {@link beginMove}
 */
export async function startMove(ctx: LoginContext, beginning: Beginning): Promise<VaultState> {
  const { services, user } = ctx;
  await requireProof(services.db, user);
  // It mails, to an address that may not be proven.
  await ctx.countAuthAttempt();
  const { userId } = user;
  const { change, state } = await services.outbox.transaction(async (transaction) => {
    const account = await lockVault(transaction, userId, 'update');
    // Again: the login may have been ended while this waited.
    await requireProof(transaction, user);
    const change = await beginMove(transaction, services.masterKeys, { userId, account, beginning });
    if (change !== null) await enqueueNotice(services, transaction, change, account);
    return { change, state: await readVault(transaction, userId) };
  });
  if (change !== null) ctx.recordSecurityEvent('vault_moving', { userId });
  return state;
}

/** Ends a move, if nothing is left. @throws AppError those of {@link finishMove} */
export async function endMove(
  ctx: LoginContext,
  keyVersion: number,
): Promise<{ isFinished: boolean; state: VaultState }> {
  const { services, user } = ctx;
  const { userId } = user;
  const { wasMoving, ...ended } = await services.db.transaction(async (transaction) => {
    const account = await lockVault(transaction, userId, 'update');
    const isFinished = await finishMove(transaction, userId, account, keyVersion);
    return { wasMoving: account.keyMode === 'moving', isFinished, state: await readVault(transaction, userId) };
  });
  if (ended.isFinished && wasMoving) ctx.recordSecurityEvent('vault_moved', { userId });
  return ended;
}

/**
 * Changes a way to open the vault.
 * @param change answers what the notice tells; null for nothing
 * @throws AppError `proofRequired`, `rateLimited`, and those of the change
 */
export async function changeSlot(
  ctx: LoginContext,
  change: (transaction: Transaction, account: VaultAccount) => Promise<SecurityChange | null>,
): Promise<VaultState> {
  const { services, user } = ctx;
  await requireProof(services.db, user);
  await ctx.countAuthAttempt();
  const { userId } = user;
  const state = await services.outbox.transaction(async (transaction) => {
    const account = await lockVault(transaction, userId, 'no key update');
    await requireProof(transaction, user);
    const changed = await change(transaction, account);
    if (changed !== null) await enqueueNotice(services, transaction, changed, account);
    return readVault(transaction, userId);
  });
  ctx.recordSecurityEvent('vault_slot_changed', { userId });
  return state;
}

/**
 * Erases what only the vault opens.
 * @throws AppError `currentPassword` on `password`, `rateLimited`, and those of {@link beginAnew}
 */
export async function eraseVault(ctx: LoginContext, password: string): Promise<VaultState> {
  const { services, user } = ctx;
  const { userId } = user;
  const passwordHash = await provePassword(ctx, 'password', password);
  const state = await longTransaction(services.outbox, async (transaction) => {
    // What is said to be erased must not come back after a crash.
    await transaction.execute(sql`set local synchronous_commit to default`);
    const account = await lockVault(transaction, userId, 'update');
    await requireLogin(transaction, user);
    // Changed meanwhile.
    if (account.passwordHash !== passwordHash) throw wrongPassword('password');
    await beginAnew(transaction, services.masterKeys, userId, account);
    await enqueueNotice(services, transaction, 'vaultAnew', account);
    return readVault(transaction, userId);
  });
  forgetQuotas(services, userId);
  ctx.recordSecurityEvent('vault_erased', { userId });
  return state;
}
