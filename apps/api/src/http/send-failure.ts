import { AppError } from '@nuances/domain/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { statusOf, toAppError } from '../errors.ts';
import { logError } from '../observability/error-logging.ts';
import { failureBody } from './failure-body.ts';
import { dataPolicy, securityHeaders } from './security-headers.ts';

/** Answers a request with the failure that was thrown. */
export type SendFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The headers of every answer that is data. */
export function addDataHeaders(reply: FastifyReply, request: FastifyRequest): void {
  reply.header('x-request-id', request.id);
  reply.headers(securityHeaders);
  reply.header('content-security-policy', dataPolicy);
  reply.header('cache-control', 'no-store');
}

/** Sets Retry-After, if the failure has it. */
export function addRetryAfter(reply: FastifyReply, { retryAfterS }: AppError): void {
  if (retryAfterS !== undefined) reply.header('retry-after', Math.ceil(retryAfterS));
}

const isAborted = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

/** Makes {@link SendFailure}, in the language of the request. */
export const createSendFailure =
  (contextOf: (request: FastifyRequest) => Context): SendFailure =>
  (error, request, reply) => {
    // The client disconnected during its request: no answer, and no error of ours.
    const failure = isAborted(request) ? new AppError('badRequest') : toAppError(error);
    const body = failureBody(failure, contextOf(request).locale);
    logError(request.log, failure, error);
    addRetryAfter(reply, failure);
    addDataHeaders(reply, request);
    return reply.code(statusOf(failure)).type('application/json; charset=utf-8').send(body);
  };
