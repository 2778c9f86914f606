import { limits } from '../limits.ts';
import { passphraseSpelling } from './passphrase-spelling.ts';

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

/** Single letters are none: with three spaces between them they are as easy to guess as one short word. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s\-_.,;]+/u)
    .filter((word) => word.length > 1);

/** How many words a passphrase has. */
export function wordCount(passphrase: string): number {
  return wordsOf(passphrase).length;
}

/**
 * The first broken rule of a passphrase (SPEC.md VAULT-1); null for a good one.
 * @param loginPassword null when it was not typed just now: no device keeps it
 */
export function passphraseProblem(passphrase: string, loginPassword: string | null): PassphraseProblem | null {
  const { min, words, different, differentWords } = limits.vaultPassphrase;
  const typed = withoutSpaces(passphrase);
  const spelling = passphraseSpelling(passphrase);
  const found = wordsOf(spelling);
  if (Array.from(spelling).length < min && found.length < words) return 'short';
  if (loginPassword !== null && typed === withoutSpaces(loginPassword)) return 'isPassword';
  const letters = typed.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const isCommon =
    new Set(letters).size < different ||
    (found.length >= words && new Set(found).size < differentWords) ||
    /^\d*$/.test(letters) ||
    // Repeated when it is found in itself, doubled, before its end.
    `${letters}${letters}`.indexOf(letters, 1) < letters.length ||
    rows.some((row) => row.includes(letters)) ||
    guessedFirst.some((guess) => letters.startsWith(guess));
  return isCommon ? 'common' : null;
}
