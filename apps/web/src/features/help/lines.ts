import type { Locale } from '@nuances/domain/locales';

/**
 * A listening or emergency line. Its texts are here and not in the catalogues, because they are data with a review
 * date.
 */
export interface HelpLine {
  readonly number: string;
  readonly country: 'FR' | 'EU' | 'GB' | 'US';
  readonly kind: 'listening' | 'emergency';
  readonly name: Readonly<Record<Locale, string>>;
  readonly hours: Readonly<Record<Locale, string>>;
  readonly language: Readonly<Record<Locale, string>>;
  readonly byText: boolean;
  /** Name and address of the page that publishes the number. */
  readonly source: { readonly name: string; readonly url: string };
  /** ISO day on which a person last compared the entry with its source. */
  readonly reviewed: string;
}

/** The help numbers of the product; a test fails when an entry has not been reviewed for a year. */
export const helpLines: readonly HelpLine[] = [
  {
    number: '3114',
    country: 'FR',
    kind: 'listening',
    name: { fr: 'Numéro national de prévention du suicide', en: 'French suicide prevention line' },
    hours: { fr: '24 heures sur 24, tous les jours', en: 'all day and night, every day' },
    language: { fr: 'français', en: 'French' },
    byText: false,
    source: { name: '3114.fr', url: 'https://3114.fr' },
    reviewed: '2026-11-20',
  },
  {
    number: '15',
    country: 'FR',
    kind: 'emergency',
    name: { fr: 'Samu, urgence médicale', en: 'Samu, medical emergency in France' },
    hours: { fr: '24 heures sur 24, tous les jours', en: 'all day and night, every day' },
    language: { fr: 'français', en: 'French' },
    byText: false,
    source: { name: 'service-public.fr', url: 'https://www.service-public.fr/particuliers/vosdroits/F33954' },
    reviewed: '2026-11-20',
  },
  {
    number: '112',
    country: 'EU',
    kind: 'emergency',
    name: { fr: 'Numéro d’urgence européen', en: 'European emergency number' },
    hours: { fr: '24 heures sur 24, tous les jours', en: 'all day and night, every day' },
    language: { fr: 'langue du pays, souvent l’anglais aussi', en: 'the country’s language, often English too' },
    byText: false,
    source: { name: 'Commission européenne', url: 'https://digital-strategy.ec.europa.eu/en/policies/112' },
    reviewed: '2026-11-20',
  },
  {
    number: '116 123',
    country: 'GB',
    kind: 'listening',
    name: { fr: 'Samaritans, Royaume-Uni et Irlande', en: 'Samaritans, United Kingdom and Ireland' },
    hours: { fr: '24 heures sur 24, tous les jours', en: 'all day and night, every day' },
    language: { fr: 'anglais', en: 'English' },
    byText: false,
    source: { name: 'samaritans.org', url: 'https://www.samaritans.org' },
    reviewed: '2026-11-20',
  },
  {
    number: '988',
    country: 'US',
    kind: 'listening',
    name: { fr: '988 Lifeline, États-Unis', en: '988 Lifeline, United States' },
    hours: { fr: '24 heures sur 24, tous les jours', en: 'all day and night, every day' },
    language: { fr: 'anglais et espagnol', en: 'English and Spanish' },
    byText: true,
    source: { name: '988lifeline.org', url: 'https://988lifeline.org' },
    reviewed: '2026-11-20',
  },
];
