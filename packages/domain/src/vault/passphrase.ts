import { limits } from '../limits.ts';

/** Why a passphrase may not open a vault (SPEC.md VAULT-1). */
export type PassphraseProblem = 'short' | 'isPassword' | 'common';

/** What people type in a row; no rule is about a row's exact order. */
const rows = ['abcdefghijklmnopqrstuvwxyz', 'azertyuiopqsdfghjklmwxcvbn', 'qwertyuiopasdfghjklzxcvbnm'];

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/** Words as they are counted beside the field. */
export function wordsOf(passphrase: string): number {
  return passphrase.split(/\s+/).filter((word) => word !== '').length;
}

/** The first broken rule of a passphrase (SPEC.md VAULT-1); null for a good one. */
export function passphraseProblem(passphrase: string, loginPassword: string): PassphraseProblem | null {
  const { min, words, different } = limits.vaultPassphrase;
  const letters = plain(passphrase);
  if (passphrase.trim().length < min && wordsOf(passphrase) < words) return 'short';
  if (letters === plain(loginPassword)) return 'isPassword';
  const isCommon =
    new Set(letters.match(/[\p{L}\p{N}]/gu)).size < different ||
    /^\d*$/.test(letters) ||
    // Repeated when it is found in itself, doubled, before its end.
    `${letters}${letters}`.indexOf(letters, 1) < letters.length ||
    rows.some((row) => row.includes(letters));
  return isCommon ? 'common' : null;
}
