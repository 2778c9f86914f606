/** One-time codes and their backup codes (SPEC.md CODE-1). */
import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { loginSchema } from './validation.ts';

/** A one-time code: RFC 6238 as every code app knows it. */
export const oneTimeCode = {
  digits: 6,
  periodS: 30,
  /** Periods before and after the present one whose code is accepted too. */
  tolerance: 1,
} as const;

/** Backup codes: how many there are, and digits of each. */
export const backupCode = { count: 10, digits: 8 } as const;

/** A code as a person may type it: with spaces or hyphens. */
const codeSchema = z.string().check(z.maxLength(limits.codeMax));

/** A code by itself. */
export const codeFormSchema = z.object({ code: codeSchema });

/** A login that may come with a code. */
export const loginWithCodeSchema = z.extend(loginSchema, { code: z.nullish(codeSchema) });

/** What a text is by its number of digits; null when it is neither (SPEC.md CODE-2). */
export function readCode(text: string): { readonly kind: 'app' | 'backup'; readonly digits: string } | null {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(digits)) return null;
  if (digits.length === oneTimeCode.digits) return { kind: 'app', digits };
  return digits.length === backupCode.digits ? { kind: 'backup', digits } : null;
}

/** A backup code as it is shown: 4 + 4 digits. */
export const shownBackupCode = (digits: string): string => `${digits.slice(0, 4)} ${digits.slice(4)}`;
