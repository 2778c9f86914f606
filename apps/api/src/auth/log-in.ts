import { verifyPassword } from '@nuances/crypto/password';
import type { Context } from '../context.ts';
import type { PasswordCheck } from './login-attempts.ts';
import { findLogin, type LoginAccount } from './queries.ts';

/** Input of a login. */
interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Device tokens of any accounts. */
  readonly deviceTokens?: readonly string[] | null | undefined;
}

/** The password check for an account; without an account it costs the same and always fails. */
function checkOf(account: LoginAccount | null, { username, password, deviceTokens }: Credentials): PasswordCheck {
  if (!account) return { target: { name: username }, verify: () => verifyPassword(null, password) };
  return {
    target: { userId: account.id, deviceTokens: deviceTokens ?? [] },
    async verify() {
      const fits = await verifyPassword(account.passwordHash, password);
      return fits && account.lockedAt === null;
    },
  };
}

/** The account of a successful login; null otherwise, after the same work. */
export async function accountOfLogin(
  { services, recordSecurityEvent }: Pick<Context, 'services' | 'recordSecurityEvent'>,
  credentials: Credentials,
): Promise<LoginAccount | null> {
  const { db, loginAttempts } = services;
  const accounts = await findLogin(db, credentials.username);
  const verdicts = await loginAttempts.checkPassword(accounts.map((account) => checkOf(account, credentials)));
  const opened = accounts.find((_account, index) => verdicts[index]?.kind === 'fits') ?? null;
  // The same work for an unknown name, so that the time of the answer reveals nothing.
  if (!opened) {
    const userId = accounts.find((account) => account !== null)?.id;
    recordSecurityEvent('login_failed', { userId, unknownName: credentials.username });
  }
  return opened;
}
