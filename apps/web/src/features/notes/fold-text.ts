/** Letters that are two, or plain ones with a stroke: Unicode does not take them apart. */
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
  // Nothing in plain letters has to be taken apart.
  if (!/[^\0-\x7f]/.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replaceAll(/\p{Mn}+/gu, '')
    .replaceAll(letters, (letter) => whole[letter] ?? letter);
}
