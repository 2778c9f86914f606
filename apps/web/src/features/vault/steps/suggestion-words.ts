import type { Locale } from '@nuances/domain/locales';

/** The words of suggestions in a language; their lists are loaded for who chooses a passphrase. */
export async function suggestionWords(locale: Locale): Promise<readonly string[]> {
  if (locale === 'fr') return (await import('@nuances/crypto/vault/french-words')).frenchWords;
  return (await import('@nuances/crypto/vault/english-words')).englishWords;
}
