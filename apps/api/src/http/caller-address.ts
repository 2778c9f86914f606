import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

/**
 * The address that counts for limits and logs: the one that trusted proxies forward. What they forward and is none, such as
 * a name or an address with a port, counts as that proxy's own: otherwise each text would have limits of its own.
 */
export function callerAddress({ ip, ips, socket }: FastifyRequest): string {
  return [socket.remoteAddress ?? ip, ...(ips ?? [ip])].findLast((address) => isIP(address) !== 0) ?? ip;
}
