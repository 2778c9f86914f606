import { limits } from '../limits.ts';

/** Why a passphrase may not open a vault (SPEC.md VAULT-1). */
export type PassphraseProblem = 'short' | 'isPassword' | 'common';

/** What people type in a row; no rule is about a row's exact order. */
const rows = ['abcdefghijklmnopqrstuvwxyz', 'azertyuiopqsdfghjklmwxcvbn', 'qwertyuiopasdfghjklzxcvbnm'];

/** What lists of guesses begin with: letters only, so that a sentence is found in every spelling. */
const guessedFirst = [
  'correcthorsebatterystaple',
  'azertyuiopqsdfghjklm',
  'qwertyuiopasdfghjkl',
  'ilovemyfamily',
  'jetaimepourtoujours',
  'iloveyouforever',
  'tobeornottobe',
  'etreounepasetre',
  'êtreounepasêtre',
  'liberteegalitefraternite',
  'libertéégalitéfraternité',
  'mysecretpassphrase',
  'maphrasesecrete',
  'maphrasesecrète',
];

const withoutSpaces = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/** How many words a passphrase has. */
export function wordCount(passphrase: string): number {
  return passphrase.split(/\s+/).filter((word) => word !== '').length;
}

/**
 * The first broken rule of a passphrase (SPEC.md VAULT-1); null for a good one.
 * @param loginPassword null when it was not typed just now: no device keeps it
 */
export function passphraseProblem(passphrase: string, loginPassword: string | null): PassphraseProblem | null {
  const { min, words, different } = limits.vaultPassphrase;
  const typed = withoutSpaces(passphrase);
  const characters = Array.from(passphrase.normalize('NFKC').trim());
  if (characters.length < min && wordCount(passphrase) < words) return 'short';
  if (loginPassword !== null && typed === withoutSpaces(loginPassword)) return 'isPassword';
  const letters = typed.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const isCommon =
    new Set(letters).size < different ||
    /^\d*$/.test(typed) ||
    // Repeated when it is found in itself, doubled, before its end.
    `${typed}${typed}`.indexOf(typed, 1) < typed.length ||
    rows.some((row) => row.includes(typed)) ||
    guessedFirst.some((guess) => letters.startsWith(guess));
  return isCommon ? 'common' : null;
}
