import type { Locale } from '@nuances/domain/locales';

const narrowSpace = '\u202F';

/** English dates put the day before the month, as the French ones do. */
const tags: Readonly<Record<Locale, string>> = { en: 'en-GB', fr: 'fr-FR' };

function part(date: Date, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tags[locale], options).format(date);
}

/** French counts the first of a month: « 1er novembre ». */
function dayOfMonth(date: Date, locale: Locale): string {
  const day = date.getDate();
  return locale === 'fr' && day === 1 ? '1er' : String(day);
}

/**
 * A scan's day in the person's time zone: « vendredi 20 novembre », "Friday 20 November"; with the
 * year when it is not the running one.
 */
export function longDay(date: Date, locale: Locale, now: Date): string {
  const words = [
    part(date, locale, { weekday: 'long' }),
    dayOfMonth(date, locale),
    part(date, locale, { month: 'long' }),
  ];
  if (date.getFullYear() !== now.getFullYear()) words.push(String(date.getFullYear()));
  return words.join(' ');
}

/** Hour and minute in the person's time zone: « 21 h 14 » with narrow spaces, "21:14". */
export function timeOfDay(date: Date, locale: Locale): string {
  const hour = String(date.getHours()).padStart(2, '0');
  const minute = String(date.getMinutes()).padStart(2, '0');
  return locale === 'fr' ? `${hour}${narrowSpace}h${narrowSpace}${minute}` : `${hour}:${minute}`;
}
