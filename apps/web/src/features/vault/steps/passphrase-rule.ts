/** A passphrase has at least so many words, or characters. */
const wordsMin = 4;
const charactersMin = 14;

/** Shorter ones, such as "a", do not count as words. */
const wordLengthMin = 2;

/** Fewer different characters, or words, are no secret, however often they are repeated. */
const differentCharactersMin = 6;
const differentWordsMin = 3;

/** Sentences that lists of guesses begin with. Without spaces, so that a spelling is found in all forms. */
const known = [
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

/** What stands between a text and a passphrase: see the texts `vault.phrase.*`. */
export type PassphraseFault = 'short' | 'isPassword' | 'common';

const wordsOf = (text: string) => text.split(/[\s\-_.,;]+/u).filter((word) => word.length >= wordLengthMin);

/** How many words a text has. */
export const wordCount = (text: string): number => wordsOf(text).length;

/**
 * Why a text cannot be the passphrase of a vault; null when it can.
 * @param password of the account, when it was just typed: the server receives that one
 */
export function passphraseFault(text: string, password: string | null): PassphraseFault | null {
  const phrase = text.normalize('NFKC').trim();
  const words = wordsOf(phrase);
  const characters = Array.from(phrase.replaceAll(/\s+/gu, ''));
  if (password !== null && phrase === password.normalize('NFKC').trim()) return 'isPassword';
  if (words.length < wordsMin && Array.from(phrase).length < charactersMin) return 'short';
  const folded = phrase.toLowerCase();
  const isPoor =
    new Set(characters).size < differentCharactersMin ||
    (words.length >= wordsMin && new Set(wordsOf(folded)).size < differentWordsMin);
  const plain = folded.replaceAll(/[^\p{L}\d]/gu, '');
  return isPoor || /^\d+$/.test(plain) || known.some((one) => plain.startsWith(one)) ? 'common' : null;
}
