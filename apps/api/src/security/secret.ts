/** The secret of an account's one-time codes: made, sealed, and what is computed from it. */
import type { MasterKeys } from '@nuances/crypto/master-key';
import { open, seal, SealInvalid, sealPrefix } from '@nuances/crypto/seal';
import type { Database } from '@nuances/db/client';
import { oneTimeCodes } from '@nuances/db/schema';
import { backupCode, oneTimeCode } from '@nuances/domain/second-factor';
import { and, eq, not, sql } from 'drizzle-orm';
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const label = 'one-time-codes';
/** As long as the output of SHA-1 (RFC 4226, 4). */
const secretBytes = 20;

/** A new secret. */
export const newSecret = (): Buffer => randomBytes(secretBytes);

export const sealSecret = (keys: MasterKeys, userId: string, secret: Uint8Array): string =>
  seal(keys.current, label, [userId], secret);

/** @throws SealInvalid when no key opens it, or it is of another account */
export const openSecret = (keys: MasterKeys, userId: string, sealed: string): Buffer =>
  open(keys, label, [userId], sealed);

/** SHA-1 and six digits: what every code app computes, some whatever they are told. */
function generatorOf(secret: Uint8Array, username = ''): TOTP {
  const buffer = new Uint8Array(secret).buffer;
  const { digits, periodS: period } = oneTimeCode;
  return new TOTP({
    issuer: 'Nuances',
    label: username,
    algorithm: 'SHA1',
    digits,
    period,
    secret: new Secret({ buffer }),
  });
}

/** The secret as a code app takes it: as text to type, and as an address. */
export function forApp(secret: Uint8Array, username: string): { readonly secret: string; readonly address: string } {
  const generator = generatorOf(secret, username);
  return { secret: generator.secret.base32, address: generator.toString() };
}

/** The period whose code this is, around a moment; null for any other code. Compared in constant time. */
export function periodOf(secret: Uint8Array, code: string, timestamp: number): number | null {
  const generator = generatorOf(secret);
  const away = generator.validate({ token: code, timestamp, window: oneTimeCode.tolerance });
  return away === null ? null : generator.counter({ timestamp }) + away;
}

/** New backup codes, digits only. */
export function newBackupCodes(): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < backupCode.count)
    codes.add(String(randomInt(10 ** backupCode.digits)).padStart(backupCode.digits, '0'));
  return [...codes];
}

/** The stored form of a backup code: with the database alone, its eight digits cannot be tried out. */
export const hashBackupCode = (secret: Uint8Array, digits: string): string =>
  createHmac('sha256', secret).update(`backup-code ${digits}`).digest('hex');

/**
 * Seals every secret again with the current master key.
 * @returns how many none of the keys opens; they stay, because without them no code would be asked for
 */
export async function resealCodes(db: Database, keys: MasterKeys): Promise<number> {
  const isOld = not(sql`starts_with(${oneTimeCodes.secretSealed}, ${sealPrefix(keys.current)})`);
  const old = await db
    .select({ userId: oneTimeCodes.userId, sealed: oneTimeCodes.secretSealed })
    .from(oneTimeCodes)
    .where(isOld);
  for (const { userId, sealed } of old) {
    try {
      const secretSealed = sealSecret(keys, userId, openSecret(keys, userId, sealed));
      await db
        .update(oneTimeCodes)
        .set({ secretSealed })
        .where(and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.secretSealed, sealed)));
    } catch (error) {
      if (!(error instanceof SealInvalid)) throw error;
    }
  }
  return db.$count(oneTimeCodes, isOld);
}
