import { verifyPassword } from '@nuances/crypto/password';
import type { Context, Services } from '../context.ts';
import { consentsToAsk } from '@nuances/domain/consent/ledger';
import { AppError, type ErrorCode } from '@nuances/domain/errors';
import { readConsents } from '../consents/queries.ts';
import type { Assertion } from '../security/passkey-fields.ts';
import { usePasskey, userOfHandle } from '../security/passkeys.ts';
import { useCode } from '../security/codes.ts';
import { type Completion, hasRightPassword, type PasswordCheck } from './login-attempts.ts';
import { accountOfId, findLogin, type LoginAccount } from './queries.ts';
import type { LoginProof } from './session-adapter.ts';
import { keyFieldsOf } from '../vault/key-state.ts';

/** Input of a login. */
interface Credentials {
  readonly username: string;
  readonly password: string;
  /** A one-time or backup code. */
  readonly code?: string | null | undefined;
  /** Device tokens of any accounts. */
  readonly deviceTokens?: readonly string[] | null | undefined;
}

/** The password check for an account; without an account it costs the same and always fails. */
function checkOf(
  parts: Pick<Services, 'db' | 'masterKeys' | 'clock'>,
  account: LoginAccount | null,
  { username, password, code, deviceTokens }: Credentials,
): PasswordCheck {
  if (!account) return { target: { name: username }, verify: () => verifyPassword(null, password) };
  return {
    target: { userId: account.id, deviceTokens: deviceTokens ?? [] },
    async verify() {
      const fits = await verifyPassword(account.passwordHash, password);
      return fits && account.lockedAt === null;
    },
    async complete() {
      if (account.codesSealed === null) return 'fits';
      return code ? useCode(parts, { userId: account.id, secretSealed: account.codesSealed }, code) : 'codeMissing';
    },
  };
}

const failures: Readonly<Record<Exclude<Completion, 'fits'>, ErrorCode>> = {
  codeMissing: 'secondFactorRequired',
  codeWrong: 'secondFactorWrong',
  codeUsed: 'secondFactorUsed',
};

/**
 * The account of a successful login.
 * @throws AppError `loginFailed`, always after the same work; one of the code only after the right password
 */
export async function accountOfLogin(ctx: Context, credentials: Credentials): Promise<LoginAccount> {
  const accounts = await findLogin(ctx.services.db, credentials.username);
  const verdicts = await ctx.services.loginAttempts.checkPassword(
    accounts.map((account) => checkOf(ctx.services, account, credentials)),
  );
  const index = verdicts.findIndex(hasRightPassword);
  const kind = verdicts[index]?.kind;
  const account = accounts[index];
  if (account && kind === 'fits') return account;
  // The same work for an unknown name, so that the time of the answer reveals nothing.
  if (kind !== 'codeMissing') {
    const userId = (account ?? accounts.find((found) => found !== null))?.id;
    ctx.recordSecurityEvent('login_failed', { userId, unknownName: credentials.username });
  }
  throw new AppError(
    kind === 'codeMissing' || kind === 'codeWrong' || kind === 'codeUsed' ? failures[kind] : 'loginFailed',
  );
}

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

/** What a login says of its device. */
interface Device {
  readonly rotate?: boolean | null | undefined;
  readonly deviceTokens?: readonly string[] | null | undefined;
}

/**
 * Starts the session of a login, and answers it.
 * @param refusal of what holds no longer, or of a locked account
 * @throws AppError `refusal`
 */
export async function startLogin(
  ctx: Context,
  account: LoginAccount,
  { proof, refusal, rotate, deviceTokens: sent }: Device & { readonly proof: LoginProof; readonly refusal: ErrorCode },
) {
  const { id: userId, role } = account;
  const userKey = ctx.services.noteKeys.open(account);
  const tokens = await ctx.services.sessions.start(
    { userId, role, ...proof },
    { userAgent: ctx.userAgent, rotates: rotate === true },
  );
  if (!tokens) {
    ctx.recordSecurityEvent('login_failed', { userId });
    throw new AppError(refusal);
  }
  // The token that was sent, when it is one of this account.
  const deviceToken = ctx.services.loginAttempts.trustDevice(userId, sent ?? []);
  if (!sent?.includes(deviceToken)) ctx.recordSecurityEvent('login_new_device', { userId });
  const consentsAsked = sent ? consentsToAsk(await readConsents(ctx.services.db, userId)) : [];
  const device = sent ? { deviceToken, consentsAsked } : {};
  return { ...tokens, ...device, language: account.locale, userKey, ...keyFieldsOf(account), role };
}
