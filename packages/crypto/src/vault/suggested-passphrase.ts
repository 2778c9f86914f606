/** Words of a suggestion: 66 bits, with lists of 2,048 words. */
const suggestedWords = 6;

/**
 * A random passphrase.
 * @param words of one language; as many as a power of two, so that each is as likely
 * @throws RangeError for another number of words
 */
export function suggestPassphrase(words: readonly string[]): string {
  const { length } = words;
  if (length < 2048 || length > 65_536 || (length & (length - 1)) !== 0)
    throw new RangeError('Words are not evenly drawn');
  const drawn = crypto.getRandomValues(new Uint16Array(suggestedWords));
  return Array.from(drawn, (number) => words[number % length]).join(' ');
}
