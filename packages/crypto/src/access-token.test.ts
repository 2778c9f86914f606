import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKey, parseMasterKey } from './master-key.ts';
import { accessTokenLifetimeS, createAccessTokens, newToken } from './tokens.ts';

const master = parseMasterKey('9b1c3fd5e7208a46b8d2f4016e3a5c7d91b0e2f4d6c8a79b5d3e1f0a2c4b6d8e');
const claims = { sub: '3f6c1b9e-0000-4000-8000-000000000001', sid: 'a'.repeat(64), role: 'user' } as const;
const start = Date.UTC(2026, 2, 4, 5, 6, 7, 890);
let time = start;
const tokens = createAccessTokens(master, () => time);

/** Any token, signed with any key: what an attacker or a later version could send. */
const forge = (
  payload: object,
  header: object = { alg: 'HS256', typ: 'at+jwt' },
  key = deriveKey(master, 'access-token'),
  digest = 'sha256',
) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${createHmac(digest, key).update(input).digest('base64url')}`;
};
const iat = Math.floor(start / 1000);
const good = { ...claims, iat, exp: iat + 900, aud: 'nuances-api', iss: 'nuances' };

describe('an access token', () => {
  it('returns its claims for fifteen minutes, exp in seconds', () => {
    time = start;
    const token = tokens.sign(claims);
    expect(tokens.verify(token)).toEqual({
      kind: 'valid',
      claims: { ...claims, iat, exp: iat + accessTokenLifetimeS },
    });
    time = (iat + accessTokenLifetimeS) * 1000 - 1;
    expect(tokens.verify(token).kind).toBe('valid');
    time = (iat + accessTokenLifetimeS) * 1000;
    expect(tokens.verify(token)).toEqual({
      kind: 'expired',
      claims: { ...claims, iat, exp: iat + accessTokenLifetimeS },
    });
    time = start;
  });

  it('control: is valid with the claims that the refusals below change', () => {
    expect(tokens.verify(forge(good)).kind).toBe('valid');
  });

  it.each([
    ['exp absent', { ...good, exp: undefined }],
    ['exp a string', { ...good, exp: String(good.exp) }],
    ['exp a fraction', { ...good, exp: good.exp + 0.5 }],
    ['exp null', { ...good, exp: null }],
    ['another audience', { ...good, aud: 'elsewhere' }],
    ['no audience', { ...good, aud: undefined }],
    ['another issuer', { ...good, iss: 'elsewhere' }],
    ['no session', { ...good, sid: undefined }],
    ['a session that is no string', { ...good, sid: 7 }],
    ['no user', { ...good, sub: undefined }],
    ['an unknown role', { ...good, role: 'root' }],
    ['not yet good', { ...good, nbf: 4_000_000_000 }],
  ])('is invalid with %s, even well signed', (_, payload) => {
    expect(tokens.verify(forge(payload))).toEqual({ kind: 'invalid' });
  });

  it('is invalid with another typ, algorithm or key', () => {
    expect(tokens.verify(forge(good, { alg: 'HS256', typ: 'JWT' })).kind).toBe('invalid');
    expect(tokens.verify(forge(good, { alg: 'HS256' })).kind).toBe('invalid');
    expect(tokens.verify(forge(good, { alg: 'HS512', typ: 'at+jwt' }, undefined, 'sha512')).kind).toBe('invalid');
    expect(tokens.verify(forge(good, undefined, deriveKey(master, 'mail'))).kind).toBe('invalid');
    for (const alg of ['none', 'None', 'NONE']) {
      const [, payload, signature] = forge(good).split('.');
      const header = Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url');
      expect(tokens.verify(`${header}.${payload}.`).kind).toBe('invalid');
      expect(tokens.verify(`${header}.${payload}.${signature}`).kind).toBe('invalid');
      expect(tokens.verify(`${header}.${payload}`).kind).toBe('invalid');
    }
  });

  it('is invalid with any one character altered, or one more', () => {
    const token = tokens.sign(claims);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < token.length; at += 1) {
      const altered = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect(tokens.verify(altered).kind, `character ${at}`).toBe('invalid');
    }
    // The last character of the signature has two unused bits.
    const others = alphabet.replace(token.slice(-1), '');
    for (let at = 0; at < others.length; at += 1)
      expect(tokens.verify(token.slice(0, -1) + others.charAt(at)).kind, `the last a ${others.charAt(at)}`).toBe(
        'invalid',
      );
    for (const more of ['=', '.', ' ', '!', '\n', 'A']) expect(tokens.verify(token + more).kind, more).toBe('invalid');
  });

  it('is invalid, not expired, when it is both old and wrong', () => {
    const old = { ...good, exp: iat - 10 };
    expect(tokens.verify(forge(old)).kind).toBe('expired');
    expect(tokens.verify(forge({ ...old, aud: 'elsewhere' })).kind).toBe('invalid');
    expect(tokens.verify(forge(old, undefined, deriveKey(master, 'mail'))).kind).toBe('invalid');
  });

  it('is no refresh token, and no other text is valid', () => {
    for (const other of ['', '.', '..', 'null', newToken(), '\0', 'x'.repeat(100_000), '{}.{}.{}']) {
      expect(tokens.verify(other)).toEqual({ kind: 'invalid' });
    }
  });
});
