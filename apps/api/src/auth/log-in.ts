import { verifyPassword } from '@nuances/crypto/password';
import type { Context } from '../context.ts';
import type { PasswordCheck } from './login-attempts.ts';
import { findLogin, type LoginAccount } from './queries.ts';

/** A login as it was sent. */
interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Tokens of this device, of any accounts. */
  readonly deviceTokens?: readonly string[] | null | undefined;
}

/** The check of a password against an account; without one it costs the same and never fits. */
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

/** The account that a login opens; null for every other login, after the same work. */
export async function accountOfLogin(
  { db, loginAttempts, recordSecurityEvent }: Pick<Context, 'db' | 'loginAttempts' | 'recordSecurityEvent'>,
  credentials: Credentials,
): Promise<LoginAccount | null> {
  const accounts = await findLogin(db, credentials.username);
  const verdicts = await loginAttempts.checkPassword(accounts.map((account) => checkOf(account, credentials)));
  const opened = accounts.find((_account, index) => verdicts[index]?.kind === 'fits') ?? null;
  // The same work for a name of no account: the time of the answer tells nothing.
  if (!opened) {
    const userId = accounts.find((account) => account !== null)?.id;
    recordSecurityEvent('login_failed', { userId, unknownName: credentials.username });
  }
  return opened;
}
