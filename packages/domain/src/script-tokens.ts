/** Tokens with which a script calls the API in the place of a person (SPEC.md TOKEN-2, TOKEN-3). */
import * as z from 'zod/mini';
import { trimmedField } from './field.ts';
import { limits } from './limits.ts';
import { passwordProofSchema } from './validation.ts';

/** What a script token may do; `write` includes `read`. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** What every script token begins with, so that scanners for leaked secrets find it. */
export const scriptTokenPrefix = 'nu_';

const pattern = /^nu_[A-Za-z0-9_-]{43}$/;

/** Whether a text has the form of a script token; an access token never has. */
export const isScriptToken = (text: string): boolean => pattern.test(text);

/** Whether a token of this scope may make a call that needs `needed`; null is a call that no token may make. */
export function allowsScope(scope: TokenScope, needed: TokenScope | null): boolean {
  return needed !== null && (needed === 'read' || scope === 'write');
}

/** Lives that the app offers, days. */
export const tokenDays = [7, 30, 90, limits.scriptTokens.daysMax] as const;

/** A new script token: it asks for the password, so that a stolen session cannot outlive itself. */
export const newScriptTokenSchema = z.object({
  name: trimmedField('tokenNameRequired', ['nameLength', (value) => value.length <= limits.name.max]),
  scope: z.enum(tokenScopes),
  /** Days until it expires. */
  days: z.int().check(z.gte(1), z.lte(limits.scriptTokens.daysMax)),
  ...passwordProofSchema.shape,
});
