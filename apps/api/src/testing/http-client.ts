import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body, if its type is JSON. */
  readonly json: unknown;
  /** Milliseconds until the last byte. */
  readonly ms: number;
}

export interface RequestOptions {
  readonly method: string;
  /** Sent unchanged, even if it is malformed. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes, a text as it stands, or a value to be sent as JSON. */
  readonly body?: unknown;
}

export interface HttpClient {
  request(options: RequestOptions): Promise<HttpResponse>;
  close(): void;
}

/** undefined for what only says that it is JSON, such as tRPC's streams. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Plain HTTP to a loopback port, without the additions of a client library. */
export function openHttpClient(port: number, connections = 16): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    request: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const payload = bytesOf(body);
        const began = performance.now();
        const outgoing = request(
          {
            agent,
            host: '127.0.0.1',
            port,
            method,
            path,
            headers: {
              ...(payload === undefined
                ? {}
                : { 'content-type': 'application/json', 'content-length': String(payload.length) }),
              ...headers,
            },
          },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.once('error', reject);
            answer.once('end', () => {
              const text = Buffer.concat(chunks).toString();
              const isJson = /^application\/json\b/.test(answer.headers['content-type'] ?? '');
              resolve({
                status: Number(answer.statusCode),
                headers: answer.headers,
                text,
                json: isJson ? parsed(text) : undefined,
                ms: performance.now() - began,
              });
            });
          },
        );
        outgoing.once('error', reject);
        outgoing.end(payload);
      }),
    close: () => agent.destroy(),
  };
}

/** Sends bytes over a connection of their own and gives back all that came until the other side closed it. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}
