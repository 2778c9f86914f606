/**
 * The one spelling of a passphrase: NFKC, because keyboards write one letter in several ways; and single spaces without any at
 * the ends, because keyboards of phones add them.
 */
export const passphraseSpelling = (passphrase: string): string =>
  passphrase.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
