import { AppError } from '@nuances/domain/errors';
import type { Context } from '../context.ts';
import type { Assertion } from '../security/passkey-fields.ts';
import { usePasskey, userOfHandle } from '../security/passkeys.ts';
import { accountOfId, type LoginAccount } from './queries.ts';

/**
 * The account of a passkey's answer, which names it.
 * @throws AppError `passkeyUnknown`, whatever is wrong
 */
export async function accountOfPasskey(
  ctx: Context,
  answer: Assertion,
): Promise<{ readonly account: LoginAccount; readonly passkeyId: string }> {
  const userId = userOfHandle(answer.response.userHandle);
  const used = await usePasskey(ctx.services, ['login'], { answer, userId });
  const isCopy = used === 'counterBack';
  const account = used === null || isCopy || userId === null ? null : await accountOfId(ctx.services.db, userId);
  if (account && used !== null && !isCopy) return { account, passkeyId: used.id };
  // Only a right answer tells whose passkey it is.
  if (isCopy) ctx.recordSecurityEvent('passkey_counter_back', { userId });
  ctx.recordSecurityEvent('login_failed', isCopy ? { userId } : {});
  throw new AppError('passkeyUnknown');
}
