import { vi } from 'vitest';

/** A refusal of a call; its message is the code. */
export class Refused extends Error {
  readonly fields: object | undefined;
  constructor(code: string, fields?: object) {
    super(code);
    this.fields = fields;
  }
}

/** What a call is answered by: data or a whole response. It throws {@link Refused}, or an error in place of any answer. */
type Answer<Input> = (procedure: string, input: Input, init?: RequestInit) => unknown;

/** A `fetch` whose server is in reach. */
export function serverOf<Input>(answer: Answer<Input>) {
  // The client's types have checked what it sends.
  const isInput = (value: unknown): value is Input => typeof value === 'object';
  return async (url: unknown, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(url), 'http://localhost');
    const procedure = pathname.split('/').at(-1) ?? '';
    if (procedure === 'health') return Response.json({ status: 'ok' });
    const sent = typeof init?.body === 'string' ? init.body : searchParams.get('input');
    const input: unknown = JSON.parse(sent ?? '{}');
    if (!isInput(input)) throw new TypeError('no input');
    try {
      const data = await answer(procedure, input, init);
      return data instanceof Response ? data : Response.json({ result: { data } });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const app = { code: error.message, message: 'No.', fields: error.fields };
      return Response.json({ error: { message: 'No.', code: -32_600, data: { app } } }, { status: 409 });
    }
  };
}

/** Gives the page such a server. */
export const stubServer = <Input>(answer: Answer<Input>): void => void vi.stubGlobal('fetch', serverOf(answer));
