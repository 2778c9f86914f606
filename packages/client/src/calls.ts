import type { AppRouter } from '@nuances/api/router';
import { signalWithin } from '@nuances/domain/timeout-signal';
import { httpLink, TRPCUntypedClient, type HTTPLinkOptions, type TRPCRequestOptions } from '@trpc/client';
import { ForeignAnswer, NuancesError, toNuancesError } from './nuances-error.ts';
import type { Tokens } from './session.ts';

/** How requests are made. */
export interface Transport {
  /** Address of the product, without a slash at its end. */
  readonly url: string;
  /** Of the sentences of failures; the account's without one. */
  readonly language: string | undefined;
  /** Milliseconds until a call without an answer fails. */
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
}

type LinkFetch = NonNullable<HTTPLinkOptions<AppRouter['_def']['_config']['$types']>['fetch']>;

function isReadable(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

/** A link that makes each call one request, with the token in the call's context. */
export function linkOf({ url, language, timeoutMs, fetch: send }: Transport) {
  const fetchInTime: LinkFetch = async (input, init) => {
    const signal = init?.signal ? signalWithin(timeoutMs, init.signal) : AbortSignal.timeout(timeoutMs);
    // Not followed: a token or a password goes to the address that was named, and nowhere else.
    const response = await send(input, { ...init, signal, redirect: 'manual' });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    if (isJson && response.ok) return response;
    // What cannot be read as JSON would lose its status, by which a call may be made again.
    const text = await response.text();
    if (!isJson || !isReadable(text)) throw new ForeignAnswer(response);
    return new Response(text, response);
  };
  return httpLink<AppRouter>({
    url: `${url}/trpc`,
    fetch: fetchInTime,
    headers({ op }) {
      const token = op.context['token'];
      return {
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(typeof token === 'string' ? { authorization: `Bearer ${token}` } : {}),
      };
    },
  });
}

/** Calls that take no token: a refused password must not be tried a second time with another token. */
const needsNoToken = (path: string) => path.startsWith('auth.') && path !== 'auth.logout';

/** The calls of a client, by name: with a token, which is renewed once when it is refused. */
export class Calls extends TRPCUntypedClient<AppRouter> {
  readonly #url: string;
  readonly #tokens: Tokens;

  constructor(transport: Transport, tokens: Tokens) {
    super({ links: [linkOf(transport)] });
    this.#url = transport.url;
    this.#tokens = tokens;
  }

  override query(path: string, input?: unknown, options?: TRPCRequestOptions): Promise<unknown> {
    return this.#made(path, (context) => super.query(path, input, { ...options, context }));
  }

  override mutation(path: string, input?: unknown, options?: TRPCRequestOptions): Promise<unknown> {
    return this.#made(path, (context) => super.mutation(path, input, { ...options, context }));
  }

  /** @throws NuancesError */
  async #made(path: string, make: (context: Record<string, unknown>) => Promise<unknown>): Promise<unknown> {
    const token = needsNoToken(path) ? null : await this.#tokens.current();
    try {
      return await make({ token });
    } catch (thrown) {
      const error = toNuancesError(thrown, this.#url);
      if (token === null || !hasEnded(error)) throw error;
      const next = await this.#tokens.renewed(token);
      if (next === null) throw error;
      return make({ token: next }).catch((again: unknown) => {
        throw toNuancesError(again, this.#url);
      });
    }
  }
}

const hasEnded = (error: unknown) =>
  error instanceof NuancesError && (error.code === 'sessionMissing' || error.code === 'sessionExpired');
