import autocannon, { type Request, type Result } from 'autocannon';

/** A request that is repeated; when each body must be different, a function makes it. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly token?: string;
  readonly body?: () => unknown;
}

/**
 * Number of requests per second that an address answered with 2xx, sent by autocannon, whose client needs far less
 * processor time than `node:http`.
 */
export async function requestsPerSecond(request: LoadRequest, connections: number, seconds: number): Promise<number> {
  const { method, token, body } = request;
  const sent: Request = {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { setupRequest: (next) => ({ ...next, body: JSON.stringify(body()) }) }),
  };
  const result: Result = await autocannon({ url: request.url, connections, duration: seconds, requests: [sent] });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${request.url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result['2xx'] / result.duration;
}
