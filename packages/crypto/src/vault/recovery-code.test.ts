import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRecoveryCode, readRecoveryCode, readTyped, recoveryGroups, recoverySecret } from './recovery-code.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('a recovery code', () => {
  it('has 32 characters in eight groups, and is new each time', () => {
    const code = newRecoveryCode();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{32}$/);
    expect(recoveryGroups(code)).toHaveLength(8);
    expect(recoveryGroups(code).join('')).toBe(code);
    expect(Buffer.from(recoverySecret(code)).toString()).toBe(code.slice(0, 31));
    const many = Array.from({ length: 500 }, newRecoveryCode);
    expect(new Set(many).size).toBe(500);
    // Each character occurs: 15,500 draws of 32.
    expect(new Set(many.map((other) => other.slice(0, 31)).join('')).size).toBe(32);
  });

  it('is read however it is typed', () => {
    for (let run = 0; run < 200; run += 1) {
      const code = newRecoveryCode();
      const typed = ` ${recoveryGroups(code).join(' - ')}\n`.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      expect(readRecoveryCode(typed)).toBe(code);
      expect(readRecoveryCode(code.replaceAll('1', 'I').replaceAll('0', 'O'))).toBe(code);
    }
    expect(readTyped('7k Lo-')).toBe('7K10');
  });

  it('is not read with any one wrong character, anywhere', () => {
    const code = newRecoveryCode();
    for (let at = 0; at < code.length; at += 1) {
      for (const wrong of alphabet) {
        const typed = `${code.slice(0, at)}${wrong}${code.slice(at + 1)}`;
        expect(readRecoveryCode(typed), typed).toBe(wrong === code.charAt(at) ? code : null);
      }
    }
  });

  it('is not read with two neighbours that changed places', () => {
    for (let run = 0; run < 100; run += 1) {
      const code = newRecoveryCode();
      for (let at = 0; at < 31; at += 1) {
        const typed = `${code.slice(0, at)}${code.charAt(at + 1)}${code.charAt(at)}${code.slice(at + 2)}`;
        expect(readRecoveryCode(typed)).toBe(typed === code ? code : null);
      }
    }
  });

  it('is nothing else', () => {
    const code = newRecoveryCode();
    for (const other of ['', code.slice(1), `${code}0`, `U${code.slice(1)}`, `é${code.slice(1)}`]) {
      expect(readRecoveryCode(other)).toBeNull();
    }
    fc.assert(fc.property(fc.string(), (text) => readRecoveryCode(text) === null));
  });
});
