import { expect, it } from 'vitest';
import { limits } from './limits.ts';
import { passkeyNameSchema } from './passkeys.ts';
import { checkForm } from './validation.ts';

it.each([
  ['iPhone', null],
  ['  Clé de Léa ', null],
  ['x'.repeat(limits.name.max), null],
  ['', 'passkeyNameRequired'],
  [' \n ', 'passkeyNameRequired'],
  ['x'.repeat(limits.name.max + 1), 'nameLength'],
])('PASSKEY-1: a passkey may be called %j: %j', (name, code) => {
  expect(checkForm(passkeyNameSchema, { name })).toEqual(code && { name: code });
  expect(passkeyNameSchema.safeParse({ name }).data?.name).toBe(code === null ? name.trim() : undefined);
});

it('PASSKEY-1: an account has twenty', () => {
  expect(limits.passkeys).toBe(20);
});
