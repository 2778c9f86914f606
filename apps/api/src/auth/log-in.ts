import { verifyPassword } from '@nuances/crypto/password';
import type { Context, Services } from '../context.ts';
import { AppError, type ErrorCode } from '@nuances/domain/errors';
import { useCode } from '../security/use-code.ts';
import { type Completion, hasRightPassword, type PasswordCheck } from './login-attempts.ts';
import { findLogin, type LoginAccount } from './queries.ts';

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
