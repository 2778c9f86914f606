import type { Locale } from '@nuances/domain/locales';
import { i18nObject } from 'typesafe-i18n';
import enCli from './en/cli';
import enError from './en/error';
import frCli from './fr/cli';
import frError from './fr/error';
import type { Formatters, TranslationFunctions } from './i18n-types';

/** Texts of the command line and of failures. */
export type CliTexts = Pick<TranslationFunctions, 'cli' | 'error'>;

const en = { cli: enCli, error: enError };
const catalogues: Readonly<Record<Locale, typeof en>> = { en, fr: { cli: frCli, error: frError } };

/** The texts of the command line alone, as its package does not carry those of the app. */
export function cliTexts(locale: Locale): CliTexts {
  return i18nObject<Locale, typeof en, CliTexts, Formatters>(locale, catalogues[locale], {});
}
