import type { FastifyRequest } from 'fastify';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

/** How a body is encoded. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that the caller takes. */
export function encodingOf({ headers }: FastifyRequest): Encoding {
  const accepted = (headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Encodes a body, outside of the event loop.
 * @param quality of brotli, 0 (quick) to 11 (small)
 */
export async function encode(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'br') return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return encoding === 'gzip' ? zip(body) : body;
}

/** Brotli gives nothing before it has a window of its input, as the binary logarithm of bytes. */
const streamedWindow = 18;

/** Encodes a body as {@link encode} does, but gives each part as soon as it is encoded. */
export function encodeInParts(body: Buffer, encoding: Exclude<Encoding, 'identity'>, quality: number): Transform {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: streamedWindow };
  const encoder = encoding === 'br' ? createBrotliCompress({ params, chunkSize: 65_536 }) : createGzip();
  return encoder.end(body);
}
