import { locales } from '@nuances/domain/locales';
import type { FastifyInstance } from 'fastify';
import { rejectOtherMethods } from '../http/method-not-allowed.ts';

const path = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. As long as the product runs with this contact, the file stays fresh. */
const validityDays = 180;
const dayMs = 86_400_000;

/** Who takes reports of vulnerabilities, and where this file is at home. */
export interface SecurityTxt {
  /** A URI: `mailto:`, `https:` or `tel:`. */
  readonly contact: string;
  /** Base of the product's addresses, asked at each use. */
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
  rejectOtherMethods(app, path, ['GET', 'HEAD']);
}
