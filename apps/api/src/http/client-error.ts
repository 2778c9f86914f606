import { AppError, type ErrorCode } from '@nuances/domain/errors';
import { fallbackLocale } from '@nuances/domain/locales';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { failureBody } from './failure-body.ts';
import { dataPolicy, securityHeaders } from './security-headers.ts';

/** Time that a client has after the answer to read it and to close. */
const lingerMs = 1_000;

/** A complete answer except its request id. Built once: thousands of slow clients may be answered at a time. */
function answerOf(status: string, code: ErrorCode): { readonly head: string; readonly rest: string } {
  const body = JSON.stringify(failureBody(new AppError(code), fallbackLocale));
  const headers = {
    ...securityHeaders,
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return { head: `HTTP/1.1 ${status}\r\nx-request-id: `, rest: `\r\n${lines.join('\r\n')}\r\n\r\n${body}` };
}

const notUnderstood = answerOf('400 Bad Request', 'badRequest');
const answers: Readonly<Record<string, typeof notUnderstood>> = {
  HPE_HEADER_OVERFLOW: answerOf('431 Request Header Fields Too Large', 'tooLarge'),
  ERR_HTTP_REQUEST_TIMEOUT: answerOf('408 Request Timeout', 'badRequest'),
};

/** Answers requests that Node's parser refused, or that timed out: there is only a socket. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { head, rest } = (error.code === undefined ? undefined : answers[error.code]) ?? notUnderstood;
  socket.end(head + randomUUID() + rest);
  // A client that continues to send would otherwise keep the connection open.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
