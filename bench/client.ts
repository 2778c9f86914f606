import { Agent, request } from 'node:http';

/** An answer of the product, of any status. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

type Method = 'GET' | 'POST';

/** One request to the product. */
export type SendRequest = (method: Method, path: string, body?: unknown, token?: string) => Promise<Answer>;

/** A call to the product that must succeed; returns its body as text. */
export type Call = (method: Method, path: string, body?: unknown, token?: string) => Promise<string>;

/**
 * Keeps up to `connections` open. Plain `node:http`, because the measuring process shares the machine with the product.
 */
export function openClient(port: number, connections: number): { send: SendRequest; call: Call; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send: SendRequest = (method, path, body, token) =>
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
          answer.once('end', () =>
            resolve({ status: Number(answer.statusCode), text: Buffer.concat(chunks).toString() }),
          );
        },
      );
      outgoing.once('error', reject);
      outgoing.end(payload);
    });
  const call: Call = async (method, path, body, token) => {
    const { status, text } = await send(method, path, body, token);
    if (status >= 200 && status < 300) return text;
    throw new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
  };
  return { send, call, close: () => agent.destroy() };
}

/** A person with an account. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly token: string;
}

const password = 'Bench-mark-7!';

/** The e-mail address of a person made here. */
export const emailOf = (username: string) => `${username}@example.org`;

/** Creates an account that has never been logged in to. */
export async function signUp(call: Call, username: string, email = emailOf(username)): Promise<void> {
  await call('POST', '/api/auth/signup', { username, email, password, language: 'en' });
}

/** Creates an account and logs in. */
export async function newPerson(call: Call, username: string): Promise<Person> {
  await signUp(call, username);
  const token = textIn(await call('POST', '/api/auth/login', { username, password }), 'shortToken');
  const claims = Buffer.from(String(token.split('.')[1]), 'base64url').toString();
  return { id: textIn(claims, 'sub'), username, password, token };
}

/** The tokens of another login of a person, by the names under which a browser stores them. */
export async function tokensOf(call: Call, { username, password: secret }: Person) {
  const login = await call('POST', '/api/auth/login', { username, password: secret });
  return { token: textIn(login, 'shortToken'), refreshToken: textIn(login, 'refreshToken') };
}

/** The key of a person's notes, in hexadecimal digits. */
export const userKeyOf = async (call: Call, { token }: Person): Promise<string> =>
  textIn(await call('GET', '/api/notes/userkey', undefined, token), 'userKey');

/** A text field of a JSON answer, by name. */
export function textIn(json: string, name: string): string {
  const answer: unknown = JSON.parse(json);
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
  if (typeof value !== 'string') throw new Error(`no ${name} in the answer`);
  return value;
}
