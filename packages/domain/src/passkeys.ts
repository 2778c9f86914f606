/** Passkeys of an account (SPEC.md PASSKEY-1). */
import * as z from 'zod/mini';
import { trimmedField } from './field.ts';
import { limits } from './limits.ts';
import { loginSchema } from './validation.ts';

/** The name by which its owner recognises a passkey. */
export const passkeyNameSchema = z.object({
  name: trimmedField('passkeyNameRequired', ['nameLength', (value) => value.length <= limits.name.max]),
});

/** What a login with a passkey says of its device. */
export const passkeyLoginSchema = z.pick(loginSchema, { rotate: true, deviceTokens: true });
