import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { endSessions } from '../auth/session-adapter.ts';
import type { Session } from '../auth/sessions.ts';
import type { LoginContext } from '../context.ts';
import { idOf } from '../fields.ts';
import { userProcedure } from '../trpc.ts';
import type { ChallengePurpose } from './challenges.ts';
import {
  addPasskeyInput,
  creationOptionsOutput,
  passkeysOutput,
  provePasskeyInput,
  removePasskeyInput,
  renamePasskeyInput,
  requestOptionsOutput,
} from './passkey-fields.ts';
import {
  addPasskey,
  credentialsOf,
  listPasskeys,
  ownPasskey,
  removePasskeys,
  renamePasskey,
} from './passkey-queries.ts';
import { askForNewPasskey, askForPasskey, readNewPasskey, relyingParty, usePasskey, userOfHandle } from './passkeys.ts';
import { lockProven, recordProof, requireProof } from './proof.ts';
import { enqueueNotice } from './security-notice.ts';

const purposeOf = (kind: 'passkey' | 'proof', { userId, family }: Session): ChallengePurpose => [kind, userId, family];

/**
 * The id of an own passkey.
 * @throws AppError `notFound` for any other text
 */
async function ownId({ services, user }: LoginContext, text: string): Promise<string> {
  const [own] = await ownPasskey(services.db, user.userId, idOf(text));
  if (!own) throw new AppError('notFound');
  return own.id;
}

/** Passkeys of the account, and the proof by one. */
export const passkeyProcedures = {
  passkeys: userProcedure
    .meta({
      rest: 'GET /api/security/passkeys',
      about: 'The own passkeys, the oldest first, and the address at which they work.',
    })
    .output(passkeysOutput)
    .query(async ({ ctx }) => ({
      origin: relyingParty(ctx.services).origin,
      passkeys: await listPasskeys(ctx.services.db, ctx.user.userId),
    })),

  newPasskeyOptions: userProcedure
    .meta({
      rest: 'POST /api/security/passkeys/options',
      failures: ['proofRequired', 'passkeysFull'],
      about:
        'Asks for a new passkey, after a proof of the password or by a passkey: `PublicKeyCredentialCreationOptionsJSON`.',
    })
    .output(creationOptionsOutput)
    .mutation(async ({ ctx }) => {
      const { userId } = ctx.user;
      return ctx.services.db.transaction(async (transaction) => {
        const { username } = await lockProven(transaction, ctx.user);
        const passkeys = await credentialsOf(transaction, userId);
        if (passkeys.length >= limits.passkeys) throw new AppError('passkeysFull');
        return askForNewPasskey(ctx.services, purposeOf('passkey', ctx.user), { userId, username, passkeys });
      });
    }),

  addPasskey: userProcedure
    .meta({
      rest: 'POST /api/security/passkeys',
      status: 201,
      failures: ['proofRequired', 'passkeyRefused', 'passkeyNameRequired', 'nameLength', 'passkeysFull'],
      about: `Adds the passkey that an authenticator made, after a proof of the password or by a passkey. An account has ${limits.passkeys} at most.`,
    })
    .input(addPasskeyInput)
    .output(z.object({}))
    .mutation(async ({ ctx, input: { name, credential } }) => {
      await requireProof(ctx.services.db, ctx.user);
      const { userId } = ctx.user;
      // It mails, to an address that may not be proven.
      await ctx.countAuthAttempt();
      const made = await readNewPasskey(ctx.services, purposeOf('passkey', ctx.user), credential);
      if (!made) throw new AppError('passkeyRefused');
      await ctx.services.outbox.transaction(async (transaction) => {
        const owner = await lockProven(transaction, ctx.user);
        if ((await credentialsOf(transaction, userId)).length >= limits.passkeys) throw new AppError('passkeysFull');
        const isAdded = await addPasskey(transaction, { ...made, userId, id: randomUUID(), name });
        if (!isAdded) throw new AppError('passkeyRefused');
        await enqueueNotice(ctx.services, transaction, { passkey: 'passkeyAdded', name }, owner);
      });
      ctx.recordSecurityEvent('passkey_added', { userId });
      return {};
    }),

  renamePasskey: userProcedure
    .meta({
      rest: 'PUT /api/security/passkeys/:id',
      failures: ['proofRequired', 'passkeyNameRequired', 'nameLength', 'notFound'],
      about: 'Gives an own passkey another name, after a proof of the password or by a passkey.',
    })
    .input(renamePasskeyInput)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      const id = await ownId(ctx, input.id);
      await requireProof(ctx.services.db, ctx.user);
      if (!(await renamePasskey(ctx.services.db, ctx.user.userId, id, input.name))) throw new AppError('notFound');
      ctx.recordSecurityEvent('passkey_renamed', { userId: ctx.user.userId });
      return {};
    }),

  /** Every other login ends: one of them may be of the device that is lost. */
  removePasskey: userProcedure
    .meta({
      rest: 'DELETE /api/security/passkeys/:id',
      failures: ['proofRequired', 'notFound'],
      about:
        'Removes an own passkey, after a proof of the password or by a passkey. Every other login ends; script tokens go on.',
    })
    .input(removePasskeyInput)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      const id = await ownId(ctx, input.id);
      const { userId, family } = ctx.user;
      await ctx.services.outbox.transaction(async (transaction) => {
        const owner = await lockProven(transaction, ctx.user);
        const [name] = await removePasskeys(transaction, userId, id);
        if (name === undefined) throw new AppError('notFound');
        await endSessions(transaction, userId, { except: family, keepsTokens: true });
        await enqueueNotice(ctx.services, transaction, { passkey: 'passkeyRemoved', name }, owner);
      });
      ctx.recordSecurityEvent('passkey_removed', { userId });
      return {};
    }),

  proofOptions: userProcedure
    .meta({
      rest: 'POST /api/security/proof/options',
      failures: ['notFound'],
      about: 'Asks for one of the own passkeys, to prove the person: `PublicKeyCredentialRequestOptionsJSON`.',
    })
    .output(requestOptionsOutput)
    .mutation(async ({ ctx }) => {
      const passkeys = await credentialsOf(ctx.services.db, ctx.user.userId);
      if (passkeys.length === 0) throw new AppError('notFound');
      return askForPasskey(ctx.services, purposeOf('proof', ctx.user), passkeys);
    }),

  provePasskey: userProcedure
    .meta({
      rest: 'POST /api/security/proof/passkey',
      failures: ['passkeyRefused'],
      about: 'Proves the person by a passkey for the next five minutes of this login, in place of the password.',
    })
    .input(provePasskeyInput)
    .output(z.object({}))
    .mutation(async ({ ctx, input: { credential: answer } }) => {
      const { userId } = ctx.user;
      const handle = answer.response.userHandle;
      const isOther = handle != null && userOfHandle(handle) !== userId;
      const used = await usePasskey(ctx.services, purposeOf('proof', ctx.user), {
        answer,
        userId: isOther ? null : userId,
      });
      if (used === 'counterBack') ctx.recordSecurityEvent('passkey_counter_back', { userId });
      if (used === null || used === 'counterBack') throw new AppError('passkeyRefused');
      await recordProof(ctx.services.db, ctx.user);
      return {};
    }),
};
