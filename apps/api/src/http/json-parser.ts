import { AppError } from '@nuances/domain/errors';
import type { FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { rejectDuplicateKeys } from './input-guard.ts';

/**
 * The text of a JSON body; empty for an empty one.
 * @throws AppError `mediaType` for a compressed body, `badRequest` for bytes that are no UTF-8
 */
export function textOfBody({ headers }: FastifyRequest, body: Buffer): string {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^(?:identity)?$/i.test(encoding)) throw new AppError('mediaType');
  if (!isUtf8(body)) throw new AppError('badRequest');
  return body.toString();
}

/**
 * Parses a JSON text.
 * @throws AppError `badRequest` for broken JSON and for a key that is named twice
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('badRequest', { cause: error });
  }
  rejectDuplicateKeys(text, value);
  return value;
}
