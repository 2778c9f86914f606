import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import { allowsScope, isScriptToken, newScriptTokenSchema, tokenDays, type TokenScope } from './script-tokens.ts';
import { checkForm } from './validation.ts';

describe('script tokens', () => {
  it('TOKEN-2: have a form of their own', () => {
    expect(isScriptToken(`nu_${randomBytes(32).toString('base64url')}`)).toBe(true);
    const body = 'A'.repeat(43);
    for (const text of [
      body,
      `nu_${body}A`,
      `nu_${body.slice(1)}`,
      `NU_${body}`,
      `nu_${body}\n`,
      `nu_${body.slice(1)}.`,
      '',
    ])
      expect(isScriptToken(text), JSON.stringify(text)).toBe(false);
  });

  it.each<[TokenScope, TokenScope | null, boolean]>([
    ['read', 'read', true],
    ['write', 'read', true],
    ['read', 'write', false],
    ['write', 'write', true],
    ['read', null, false],
    ['write', null, false],
  ])('TOKEN-2: %s, for a call that needs %s: %s', (scope, needed, allowed) => {
    expect(allowsScope(scope, needed)).toBe(allowed);
  });

  it('TOKEN-3: a new one', () => {
    const right = { name: 'backup', scope: 'read', days: 90, password: 'x' };
    expect(checkForm(newScriptTokenSchema, right)).toBeNull();
    expect(newScriptTokenSchema.parse({ ...right, name: ' my cron job ' }).name).toBe('my cron job');
    const refused: [object, Record<string, string>][] = [
      [{ name: '  ' }, { name: 'tokenNameRequired' }],
      [{ name: 'a'.repeat(limits.name.max + 1) }, { name: 'nameLength' }],
      [{ scope: 'admin' }, { scope: 'badRequest' }],
      [{ days: 0 }, { days: 'badRequest' }],
      [{ days: 366 }, { days: 'badRequest' }],
      [{ days: 1.5 }, { days: 'badRequest' }],
      [{ password: '' }, { password: 'passwordRequired' }],
    ];
    for (const [wrong, errors] of refused)
      expect(checkForm(newScriptTokenSchema, { ...right, ...wrong })).toEqual(errors);
    for (const days of tokenDays) expect(checkForm(newScriptTokenSchema, { ...right, days })).toBeNull();
    expect(limits.scriptTokens).toEqual({ max: 20, daysMax: 365 });
  });
});
