import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { encodeInParts, encodingOf } from './encoding.ts';

/** A shorter list fits into the first packets as it is, bytes. */
const encodedFrom = 4_096;
/** The quickest that compresses well: a third of a list of scans is left, in 3 ms for each megabyte. */
const quality = 1;

/**
 * A hook before a list is sent, unless it is sent in buffers. What the caller has already is not sent again (`If-None-Match`,
 * RFC 9110), and a long list is compressed: no attacker makes a browser ask for one, because nothing but a token admits a call.
 */
export async function sendList(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || reply.statusCode !== 200) return payload;
  const body = Buffer.from(payload);
  const validator = `"${createHash('sha256').update(body).digest('base64url')}"`;
  // Weak: it is the same for each encoding.
  reply.headers({ etag: `W/${validator}`, vary: 'Accept-Encoding' });
  if (request.headers['if-none-match']?.replace('W/', '') === validator) {
    reply.code(304);
    return null;
  }
  const encoding = body.length < encodedFrom ? 'identity' : encodingOf(request);
  if (encoding === 'identity') return body;
  reply.header('content-encoding', encoding);
  return encodeInParts(body, encoding, quality);
}
