import { oneTimeCode } from '@nuances/domain/second-factor';
import { Secret, TOTP } from 'otpauth';
import { password, type TestApp } from './test-app.ts';

/**
 * What a code app shows for a secret.
 * @param secret in base32
 * @param at milliseconds since 1970
 */
export function codeOf(secret: string, at = Date.now()): string {
  const { digits, periodS: period } = oneTimeCode;
  return new TOTP({ secret: Secret.fromBase32(secret), digits, period }).generate({ timestamp: at });
}

/** Turns one-time codes on. @returns the backup codes */
export async function turnCodesOn({ api }: TestApp['alice']): Promise<readonly string[]> {
  await api.security.prove({ password });
  const { secret } = await api.security.beginCodes();
  const { backupCodes } = await api.security.confirmCodes({ code: codeOf(secret) });
  return backupCodes;
}
