import { dateTags, type Locale } from '@nuances/domain/locales';

/**
 * Formats a time for a mail. The reader's time zone is unknown, so it is UTC, with the name of the zone:
 * « 1er novembre 2026 », « 14 h 05 (temps universel coordonné) »; "1 November 2026", "14:05 (Coordinated Universal Time)".
 */
export function formatTime(at: Date, locale: Locale): { date: string; time: string } {
  const part = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes) =>
    new Intl.DateTimeFormat(dateTags[locale], { timeZone: 'UTC', ...options })
      .formatToParts(at)
      .filter((found) => found.type === type)
      .map(({ value }) => value)
      .join('');
  const day = at.getUTCDate();
  const dayText = locale === 'fr' && day === 1 ? '1er' : String(day);
  const month = part({ month: 'long', day: 'numeric' }, 'month');
  const zone = part({ hour: '2-digit', timeZoneName: 'long' }, 'timeZoneName');
  const [hour, minute] = [at.getUTCHours(), at.getUTCMinutes()].map((count) => String(count).padStart(2, '0'));
  const clock = locale === 'fr' ? `${hour}\u202Fh\u202F${minute}` : `${hour}:${minute}`;
  return { date: `${dayText} ${month} ${at.getUTCFullYear()}`, time: `${clock} (${zone})` };
}
