/** Letters that Unicode normalization does not decompose: ligatures, and letters with a stroke. */
const whole: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '’': "'",
};

const letters = new RegExp(`[${Object.keys(whole).join('')}]`, 'g');

/** A text without case and accents, so that "elan" finds "Élan" and "coeur" finds "cœur". */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // ASCII has no accents: skip the slow part.
  if (!/[^\0-\x7f]/.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replaceAll(/\p{Mn}+/gu, '')
    .replaceAll(letters, (letter) => whole[letter] ?? letter);
}
