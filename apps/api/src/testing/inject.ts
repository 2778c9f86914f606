import type { FastifyInstance } from 'fastify';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';

export interface HttpRequest {
  /** A person's or any access token. */
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to the app without a network. `json` is undefined unless the answer is JSON. */
export async function inject(app: FastifyInstance, method: Method, path: string, request: HttpRequest = {}) {
  const { token, body, language } = request;
  const answer = await app.inject({
    method,
    url: path,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(language === undefined ? {} : { 'accept-language': language }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const json: unknown = isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined;
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json };
}
