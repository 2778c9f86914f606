import { isLocale, type Locale, localeFromTag } from '@nuances/domain/locales';
import type { FastifyRequest } from 'fastify';

/** A theme that the person has chosen; without one the style sheet follows the system. */
export type Theme = 'day' | 'night';

function cookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = request.headers.cookie?.split(';').map((pair) => pair.trim().split('=', 2)) ?? [];
  return pairs.find(([key]) => key === name)?.[1];
}

/** The language of a page: the one chosen, else the browser's. */
export function localeOf(request: FastifyRequest): Locale {
  const chosen = cookie(request, 'locale');
  return isLocale(chosen) ? chosen : localeFromTag(request.headers['accept-language']);
}

/** The chosen theme; null when the system's is used. */
export function themeOf(request: FastifyRequest): Theme | null {
  const chosen = cookie(request, 'theme');
  return chosen === 'day' || chosen === 'night' ? chosen : null;
}
