import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/**
 * A hook before an answer is sent: a list that the caller has already is not sent again (`If-None-Match`, RFC 9110). One that is
 * sent in buffers has no validator.
 */
export function sendIfChanged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (typeof payload !== 'string' || reply.statusCode !== 200) return done(null, payload);
  const validator = `"${createHash('sha256').update(payload).digest('base64url')}"`;
  reply.header('etag', validator);
  // A proxy that compresses the answer makes a weak validator of it.
  if (request.headers['if-none-match']?.replace('W/', '') !== validator) return done(null, payload);
  reply.code(304);
  done(null, null);
}
