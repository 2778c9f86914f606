import { locales } from '@nuances/domain/locales';
import type { FastifyInstance } from 'fastify';

const path = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. The date is computed at each request, so it never expires while the product runs. */
const validityDays = 180;
const dayMs = 86_400_000;

/** The contact for reports of vulnerabilities, and the base URL of this file. */
export interface SecurityTxt {
  /** A URI: `mailto:`, `https:` or `tel:`. */
  readonly contact: string;
  /** Returns the base URL of the product. */
  appUrl(): string;
}

/** Serves `security.txt` (RFC 9116). */
export function registerSecurityTxt(app: FastifyInstance, { contact, appUrl }: SecurityTxt): void {
  app.get(path, (_request, reply) => {
    const today = Math.floor(Date.now() / dayMs);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date((today + validityDays) * dayMs).toISOString()}`,
      `Preferred-Languages: ${locales.join(', ')}`,
      `Canonical: ${appUrl()}${path}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
