import { hashToken, newToken } from '@nuances/crypto/tokens';
import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { newScriptTokenSchema, scriptTokenPrefix } from '@nuances/domain/script-tokens';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { provePassword, wrongPassword } from '../auth/prove-password.ts';
import { described, idOf, passwordText } from '../fields.ts';
import { noticeMail } from '../mail/templates.ts';
import { router, userProcedure } from '../trpc.ts';
import { addToken, endToken, listTokens } from './queries.ts';
import { nameText, scopeText, tokenFields } from './token-fields.ts';

const idField = z.string().meta({
  description: 'Names the token in this list; it grants nothing.',
  examples: ['5f0c2a8e-6f0b-4a53-9c39-2f5b6f6e7d10'],
});
const tokenSchema = z.object({ id: idField, ...tokenFields }).meta({ id: 'ScriptToken' });

const newTokenInput = described(
  newScriptTokenSchema,
  {
    name: nameText,
    scope: scopeText,
    days: { description: 'Days until it expires.', examples: [90] },
    password: passwordText('The password of the account, so that a stolen session cannot make itself longer.'),
  },
  { name: 'nightly export', scope: 'read', days: 90, password: 'Nights&Days-7' },
);

/** Tokens for scripts: they call the API in the place of a person, within a scope and until a day. */
export const tokensRouter = router({
  list: userProcedure
    .meta({
      rest: 'GET /api/tokens',
      about: 'The own script tokens that have not expired, the newest first. The tokens themselves are not stored.',
    })
    .output(z.array(tokenSchema))
    .query(({ ctx }) => listTokens(ctx.services.db, ctx.user.userId)),

  create: userProcedure
    .meta({
      rest: 'POST /api/tokens',
      status: 201,
      failures: ['tokenNameRequired', 'nameLength', 'passwordRequired', 'currentPassword', 'tokensFull'],
      about: `Makes a script token, which is sent as \`Authorization: Bearer nu_…\` like an access token. It is answered here and never again. An account has ${limits.scriptTokens.max} at most. A reset, a change of password and the end of all other sessions end it.`,
    })
    .input(newTokenInput)
    .output(
      tokenSchema.extend({
        token: z.string().meta({
          description: 'The token: `nu_` and 43 characters.',
          examples: ['nu_mE0vYb1l6c9cOeS1b7yD0i1m3Qx5Z8w2n4K7a9T6u1s'],
        }),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { userId } = ctx.user;
      // It mails, to an address that may not be proven.
      await ctx.countAuthAttempt();
      const passwordHash = await provePassword(ctx, 'password', input.password);
      const token = `${scriptTokenPrefix}${newToken()}`;
      const { name, scope, days } = input;
      const login = { ...ctx.user, passwordHash };
      const row = { hash: hashToken(token), family: randomUUID(), name, scope, days };
      const stored = await addToken(
        ctx.services.outbox,
        login,
        row,
        async (transaction, { email: to, username, locale }) => {
          if (to === null) return;
          await ctx.services.outbox.enqueue(
            transaction,
            noticeMail('tokenMade', { to, username, locale, at: new Date() }),
          );
        },
      );
      if (!stored) throw wrongPassword('password');
      ctx.recordSecurityEvent('token_created', { userId });
      return { ...stored, token };
    }),

  end: userProcedure
    .meta({
      rest: 'DELETE /api/tokens/:id',
      failures: ['notFound'],
      about: 'Ends an own script token; it is refused from the next call on.',
    })
    .input(z.object({ id: idField }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      if (!(await endToken(ctx.services.db, ctx.user.userId, idOf(input.id)))) throw new AppError('notFound');
      ctx.recordSecurityEvent('token_ended', { userId: ctx.user.userId });
      return {};
    }),
});
