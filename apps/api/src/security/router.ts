import type { Transaction } from '@nuances/db/client';
import { backupCodes, oneTimeCodes } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { and, eq, isNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import { recordDecision } from '../account/ledger-entries.ts';
import { rateLimited } from '../auth/admission.ts';
import type { PasswordCheck } from '../auth/login-attempts.ts';
import { provePassword } from '../auth/prove-password.ts';
import { endSessions } from '../auth/session-adapter.ts';
import type { LoginContext } from '../context.ts';
import { lockLogin } from '../database/lock-user.ts';
import { router, userProcedure } from '../trpc.ts';
import { backupCodesOutput, codeInput, codesOutput, proofInput, secretOutput } from './codes-fields.ts';
import { asked, readCodes, removeCodes, useCode } from './codes.ts';
import { passkeyProcedures } from './passkey-procedures.ts';
import { lockProven, recordProof, requireProof } from './proof.ts';
import { forApp, hashBackupCode, newBackupCodes, newSecret, openSecret, periodOf, sealSecret } from './secret.ts';
import { enqueueNotice } from './security-notice.ts';

/** Replaces the backup codes of an account, whose row is locked. */
async function replaceBackupCodes(
  transaction: Transaction,
  userId: string,
  secret: Uint8Array,
): Promise<readonly string[]> {
  const codes = newBackupCodes();
  await transaction.delete(backupCodes).where(eq(backupCodes.userId, userId));
  await transaction
    .insert(backupCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashBackupCode(secret, code) })));
  await recordDecision(transaction, { userId, subject: 'backup', value: 'made' });
  return codes;
}

/**
 * Checks a code; a wrong one counts as a wrong password of this login.
 * @throws AppError `codeWrong` or `codeUsed` on `code`, or `rateLimited`
 */
async function checkCode(ctx: LoginContext, check: Omit<PasswordCheck, 'target'>): Promise<void> {
  const { userId, family: sessionFamily } = ctx.user;
  const [verdict] = await ctx.services.loginAttempts.checkPassword([{ target: { userId, sessionFamily }, ...check }]);
  if (verdict?.kind === 'refused') throw rateLimited(verdict.waitS);
  if (verdict?.kind !== 'fits') throw refusedCode(verdict?.kind === 'codeUsed' ? 'codeUsed' : 'codeWrong');
}

/** What opens the account besides the password. Each change asks for the password, or a passkey, of the last five minutes. */
export const securityRouter = router({
  codes: userProcedure
    .meta({
      rest: 'GET /api/security/codes',
      about: 'Whether a login asks for a one-time code, since when, and how many backup codes are left.',
    })
    .output(codesOutput)
    .query(async ({ ctx }) => ({ codes: await readCodes(ctx.services.db, ctx.user.userId) })),

  prove: userProcedure
    .meta({
      rest: 'POST /api/security/proof',
      failures: ['passwordRequired', 'currentPassword'],
      about:
        'Proves the password for the next five minutes of this login, which changes of one-time codes and passkeys ask for.',
    })
    .input(proofInput)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await provePassword(ctx, 'password', input.password);
      await recordProof(ctx.services.db, ctx.user);
      return {};
    }),

  beginCodes: userProcedure
    .meta({
      rest: 'POST /api/security/codes',
      failures: ['proofRequired'],
      about:
        'Makes a secret for a code app, after a proof of the password. No login asks for a code before the first one was sent to confirm them.',
    })
    .output(secretOutput)
    .mutation(async ({ ctx }) => {
      const { userId } = ctx.user;
      const secret = newSecret();
      const username = await ctx.services.db.transaction(async (transaction) => {
        const owner = await lockProven(transaction, ctx.user);
        if ((await asked(transaction, userId)).length > 0) throw new AppError('badRequest');
        const fresh = {
          secretSealed: sealSecret(ctx.services.masterKeys, userId, secret),
          createdAt: sql`now()`,
          confirmedAt: null,
          lastStep: null,
          endsAt: null,
        };
        await transaction
          .insert(oneTimeCodes)
          .values({ userId, ...fresh })
          .onConflictDoUpdate({ target: oneTimeCodes.userId, set: fresh });
        return owner.username;
      });
      return forApp(secret, username);
    }),

  /** Every other login ends: it was opened with a password alone. */
  confirmCodes: userProcedure
    .meta({
      rest: 'POST /api/security/codes/confirm',
      failures: ['codeWrong'],
      about:
        'Turns one-time codes on by the first of them. The ten backup codes are answered here and never again. Every other login ends; script tokens go on.',
    })
    .input(codeInput)
    .output(backupCodesOutput)
    .mutation(async ({ ctx, input }) => {
      const { userId, family } = ctx.user;
      const { db, masterKeys, clock, outbox } = ctx.services;
      const isWaiting = and(eq(oneTimeCodes.userId, userId), isNull(oneTimeCodes.confirmedAt));
      const [waiting] = await db.select({ sealed: oneTimeCodes.secretSealed }).from(oneTimeCodes).where(isWaiting);
      const secret = waiting && openSecret(masterKeys, userId, waiting.sealed);
      const period = secret ? periodOf(secret, input.code.replace(/[\s-]/g, ''), clock.now()) : null;
      // Another holder of this login must not guess what the owner alone was shown.
      await checkCode(ctx, { verify: async () => period !== null });
      if (!secret) throw refusedCode();
      const codes = await outbox.transaction(async (transaction) => {
        const owner = await lockLogin(transaction, ctx.user);
        const confirmed = await transaction
          .update(oneTimeCodes)
          .set({ confirmedAt: sql`now()`, lastStep: period })
          .where(and(isWaiting, eq(oneTimeCodes.secretSealed, waiting.sealed)))
          .returning({ userId: oneTimeCodes.userId });
        if (confirmed.length === 0) throw refusedCode();
        await recordDecision(transaction, { userId, subject: 'codes', value: 'on' });
        await endSessions(transaction, userId, { except: family, keepsTokens: true });
        await enqueueNotice(ctx.services, transaction, 'codesOn', owner);
        return replaceBackupCodes(transaction, userId, secret);
      });
      ctx.recordSecurityEvent('codes_on', { userId });
      return { backupCodes: [...codes] };
    }),

  endCodes: userProcedure
    .meta({
      rest: 'POST /api/security/codes/end',
      failures: ['proofRequired', 'codeWrong', 'codeUsed'],
      about: 'Removes one-time and backup codes, after a proof of the password, with one of either.',
    })
    .input(codeInput)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await requireProof(ctx.services.db, ctx.user);
      const { userId } = ctx.user;
      const [stored] = await asked(ctx.services.db, userId);
      await checkCode(ctx, {
        verify: async () => stored !== undefined,
        complete: async () => (stored ? useCode(ctx.services, { userId, ...stored }, input.code) : 'codeWrong'),
      });
      await ctx.services.outbox.transaction(async (transaction) => {
        const owner = await lockProven(transaction, ctx.user);
        await removeCodes(transaction, userId);
        await enqueueNotice(ctx.services, transaction, 'codesOff', owner);
      });
      ctx.recordSecurityEvent('codes_off', { userId, end: 'chosen' });
      return {};
    }),

  renewBackupCodes: userProcedure
    .meta({
      rest: 'POST /api/security/backup-codes',
      failures: ['proofRequired', 'notFound'],
      about: 'Makes ten new backup codes, after a proof of the password; the former are refused from then on.',
    })
    .output(backupCodesOutput)
    .mutation(async ({ ctx }) => {
      await requireProof(ctx.services.db, ctx.user);
      const { userId } = ctx.user;
      // It mails, to an address that may not be proven.
      await ctx.countAuthAttempt();
      const codes = await ctx.services.outbox.transaction(async (transaction) => {
        const owner = await lockProven(transaction, ctx.user);
        const [stored] = await asked(transaction, userId).for('update');
        if (!stored) throw new AppError('notFound');
        await enqueueNotice(ctx.services, transaction, 'codesNew', owner);
        return replaceBackupCodes(
          transaction,
          userId,
          openSecret(ctx.services.masterKeys, userId, stored.secretSealed),
        );
      });
      ctx.recordSecurityEvent('codes_renewed', { userId });
      return { backupCodes: [...codes] };
    }),

  ...passkeyProcedures,
});

const refusedCode = (kind: 'codeWrong' | 'codeUsed' = 'codeWrong') => new AppError(kind, { fields: { code: kind } });
