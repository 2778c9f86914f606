import autocannon, { type Request, type Result } from 'autocannon';

/** A request that is repeated; a body that must differ each time is created for each. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** One for all, or one for each request. */
  readonly token?: string | (() => string);
  readonly body?: () => unknown;
}

/** Result of a load. */
export interface Load {
  readonly perSecond: number;
  /** 99 % of the answers came within this time, milliseconds. */
  readonly p99Ms: number;
}

/**
 * Repeats a request with autocannon, whose client costs far less than `node:http`.
 * @throws Error when an answer is no 2xx
 */
export async function load(request: LoadRequest, connections: number, seconds: number): Promise<Load> {
  const { method, token, body } = request;
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(typeof token === 'string' ? { authorization: `Bearer ${token}` } : {}),
  };
  const sent: Request = {
    method,
    headers,
    ...(body === undefined && typeof token !== 'function'
      ? {}
      : {
          setupRequest: (next) => ({
            ...next,
            ...(typeof token === 'function' ? { headers: { ...headers, authorization: `Bearer ${token()}` } } : {}),
            ...(body === undefined ? {} : { body: JSON.stringify(body()) }),
          }),
        }),
  };
  const result: Result = await autocannon({ url: request.url, connections, duration: seconds, requests: [sent] });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${request.url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { perSecond: result['2xx'] / result.duration, p99Ms: result.latency.p99 };
}
