import type { ErrorCode } from '@nuances/domain/errors';
import type { RestRoute } from '../http/rest.ts';
import type { Access } from '../trpc.ts';

const accessCodes: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  optional: [],
  authentic: ['sessionMissing'],
  user: ['sessionMissing'],
  admin: ['sessionMissing', 'forbidden'],
};

/** Every code that a path may answer with, in the order in which it is decided. */
export function codesOf({ access, method, path, failures }: RestRoute): ErrorCode[] {
  return [
    // A balancer asks the health check as often as it likes.
    ...(path === '/api/health' ? [] : (['rateLimited'] as const)),
    ...accessCodes[access],
    ...(method === 'GET' ? [] : (['tooLarge', 'mediaType'] as const)),
    'badRequest',
    ...failures,
    'unavailable',
  ];
}
