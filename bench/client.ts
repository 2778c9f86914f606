import { Agent, request } from 'node:http';

/** One call to the product; the body of a success, as text. */
export type Call = (method: 'GET' | 'POST', path: string, body?: unknown, token?: string) => Promise<string>;

/** Keeps up to `connections` open. Plain `node:http`: the measuring process shares the machine with the product. */
export function openClient(port: number, connections: number): { call: Call; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call: Call = (method, path, body, token) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
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
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('error', reject);
          answer.once('end', () => {
            const text = Buffer.concat(chunks).toString();
            const status = answer.statusCode ?? 0;
            if (status >= 200 && status < 300) resolve(text);
            else reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`));
          });
        },
      );
      outgoing.once('error', reject);
      outgoing.end(payload);
    });
  return { call, close: () => agent.destroy() };
}

/** Somebody with an account. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly token: string;
}

/** Signs somebody up and logs them in. */
export async function newPerson(call: Call, username: string): Promise<Person> {
  const password = 'Bench-mark-7!';
  await call('POST', '/api/auth/signup', { username, email: `${username}@example.org`, password, language: 'en' });
  const token = textIn(await call('POST', '/api/auth/login', { username, password }), 'shortToken');
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return { id: textIn(claims, 'sub'), username, password, token };
}

function textIn(json: string, name: string): string {
  const answer: unknown = JSON.parse(json);
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
  if (typeof value !== 'string') throw new Error(`no ${name} in the answer`);
  return value;
}
