import { isRecord } from '@nuances/domain/record';
import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { type AnyTRPCProcedure, callTRPCProcedure, type inferRouterInputs } from '@trpc/server';
import type { Context } from '../context.ts';
import { appRouter, type AppRouter } from '../router.ts';
import type { Access } from '../trpc.ts';

type Inputs = inferRouterInputs<AppRouter>;
type NamesIn<Feature extends keyof Inputs> = `${Feature}.${Extract<keyof Inputs[Feature], string>}`;
/** `auth.login` and its like. */
export type ProcedureName = { [Feature in keyof Inputs]: NamesIn<Feature> }[keyof Inputs];

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What Fastify has read of a request; nothing of it is checked yet. */
export interface RestRequest {
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
}

/** Where a procedure's input stands in a request. */
export type InputPlace = 'body' | 'query' | 'path' | 'path and body' | 'nowhere';

/** One line of the REST surface: a path, and the procedure behind it. */
export interface RestRoute {
  readonly method: RestMethod;
  /** In Fastify's form, `:name` for a part that varies. */
  readonly path: string;
  /** Decided before body and id are looked at; must be the procedure's own. */
  readonly access: Access;
  readonly input: InputPlace;
  readonly procedure: ProcedureName;
  /** Status of a success. */
  readonly status: 200 | 201;
  /** What it does, for the OpenAPI document. */
  readonly about: string;
  /** A GET that changes something has no HEAD: who looks at links before people do must not use them up. */
  readonly hasNoHead?: true;
  /** Largest body, bytes, where it is not everybody's {@link bodyLimit}; over tRPC too. */
  readonly bodyLimit?: number;
}

/** Largest body, bytes. */
export const bodyLimit = 64 * 1024;

/** The REST surface: one line a path, each a thin door to a procedure. */
export const restRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    input: 'body',
    procedure: 'auth.login',
    status: 200,
    about:
      'Signs in with a user name or an e-mail address. With `rotate: true` every refresh gives another refresh token; without it one token serves, 30 days after its last use and 90 days after the login at most.',
  },
  {
    method: 'POST',
    path: '/api/auth/signup',
    access: 'public',
    input: 'body',
    procedure: 'auth.signup',
    status: 201,
    about:
      'Makes an account and mails a verification link. The answer is the same whether or not somebody has the address; a taken user name is told.',
  },
  {
    method: 'POST',
    path: '/api/auth/refresh',
    access: 'public',
    input: 'body',
    procedure: 'auth.refresh',
    status: 200,
    about:
      'A new access token, good for 15 minutes. A token that rotates is answered with the one that takes its place: the old one stays valid until the new one was used here once, and 30 seconds beyond; used later still, it ends the session.',
  },
  {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'authentic',
    input: 'nowhere',
    procedure: 'auth.logout',
    status: 200,
    about: 'Ends the session that the access token names, with every token of it. An expired token will do.',
  },
  {
    method: 'GET',
    path: '/api/auth/verify/:token',
    access: 'public',
    input: 'path',
    procedure: 'auth.verify',
    hasNoHead: true,
    status: 200,
    about: 'Proves the address that the link was mailed to. A used link says success again.',
  },
  {
    method: 'POST',
    path: '/api/auth/resetpassword',
    access: 'public',
    input: 'body',
    procedure: 'auth.requestReset',
    status: 200,
    about: 'Mails a link to choose a new password, if the address is known. The answer is the same for every address.',
  },
  {
    method: 'GET',
    path: '/api/auth/resetpassword/:token',
    access: 'public',
    input: 'path',
    procedure: 'auth.checkReset',
    status: 200,
    about: 'Tells whether a reset link is still good, and the address it was sent to, masked. Uses nothing up.',
  },
  {
    method: 'POST',
    path: '/api/auth/resetpassword/:token',
    access: 'public',
    input: 'path and body',
    procedure: 'auth.reset',
    status: 200,
    about: 'Sets a new password, once, and ends every session. A password that is refused leaves the link good.',
  },
  {
    method: 'GET',
    path: '/api/profile',
    access: 'user',
    input: 'nowhere',
    procedure: 'profile.get',
    status: 200,
    about: 'The own profile. An address that waits for its link is shown as the e-mail, not verified.',
  },
  {
    method: 'PUT',
    path: '/api/profile',
    access: 'user',
    input: 'body',
    procedure: 'profile.update',
    status: 200,
    about:
      'Stores the own profile and answers it. Other fields are ignored, missing optional ones stay. A new address waits for its link, and the old one is told.',
  },
  {
    method: 'PUT',
    path: '/api/profile/resend-verification-email',
    access: 'user',
    input: 'body',
    procedure: 'profile.resendVerification',
    status: 200,
    about: 'Mails a new verification link to the own address that waits for one, never to another.',
  },
  {
    method: 'PUT',
    path: '/api/profile/language',
    access: 'user',
    input: 'body',
    procedure: 'profile.setLanguage',
    status: 200,
    about: 'The language of the interface, of mails, and of answers to requests that name none.',
  },
  {
    method: 'POST',
    path: '/api/results',
    access: 'user',
    input: 'body',
    procedure: 'results.create',
    status: 201,
    about: 'Stores a scan and computes its score. The same `_id` with the same content answers the stored scan.',
  },
  {
    method: 'GET',
    path: '/api/results',
    access: 'user',
    input: 'query',
    procedure: 'results.list',
    status: 200,
    about: 'All own scans, newest first; counts the screen that asks as opened.',
  },
  {
    method: 'DELETE',
    path: '/api/results/:_id',
    access: 'user',
    input: 'path',
    procedure: 'results.delete',
    status: 200,
    about: 'Removes an own scan; notes that are linked to it stay, without the link.',
  },
  {
    method: 'POST',
    path: '/api/results/startScan',
    access: 'optional',
    input: 'nowhere',
    procedure: 'results.startScan',
    status: 200,
    about: 'Counts that a quiz was begun.',
  },
  {
    method: 'GET',
    path: '/api/notes/userkey',
    access: 'user',
    input: 'nowhere',
    procedure: 'notes.userKey',
    status: 200,
    about: 'The key of the own notes, 64 hexadecimal digits: titles and texts are sealed with it before they are sent.',
  },
  {
    method: 'GET',
    path: '/api/notes/hash',
    access: 'user',
    input: 'query',
    procedure: 'notes.hash',
    status: 200,
    about:
      'A hash over the own notes, which changes with each of them: SHA-256, in hexadecimal, of every `id:revision`, sorted and joined by commas. With `log=true` the notes are counted as opened.',
  },
  {
    method: 'GET',
    path: '/api/notes/all',
    access: 'user',
    input: 'nowhere',
    procedure: 'notes.all',
    status: 200,
    about: 'All own notes as they are stored, sealed, newest first; and the hash of exactly these.',
  },
  {
    method: 'POST',
    path: '/api/notes',
    access: 'user',
    input: 'body',
    procedure: 'notes.create',
    status: 200,
    bodyLimit: limits.noteBodyMaxBytes,
    about:
      'Stores a note. The own `_id` of a stored note with the same content answers that note; with other content it is an update, as PUT. The id of a note that was deleted in the last 30 days takes the note back, and counts as no new one. `category` is taken for `categoryId`. Without `createdAt` the note is of now. Without `title` and `scanResultId` a new note has none, and a stored one keeps its own.',
  },
  {
    method: 'PUT',
    path: '/api/notes/:_id',
    access: 'user',
    input: 'path and body',
    procedure: 'notes.update',
    status: 200,
    bodyLimit: limits.noteBodyMaxBytes,
    about:
      'Writes over an own note; its time stays. With the `revision` that the change is based on, a note that was changed in the meantime is not lost: it is kept as another note and answered as `conflict`. Without `revision` the last write wins.',
  },
  {
    method: 'DELETE',
    path: '/api/notes/:_id',
    access: 'user',
    input: 'path',
    procedure: 'notes.delete',
    status: 200,
    about: 'Removes an own note.',
  },
  {
    method: 'GET',
    path: '/api/admin/stats',
    access: 'admin',
    input: 'nowhere',
    procedure: 'admin.stats',
    status: 200,
    about:
      'How the product is used, one row a week, summed over all people: `userStats` of what is done with an account, `globalStats` of sign-ups and of visitors without one. Weeks begin on Monday, 00:00 UTC; the oldest stands first and none is missing. Counted by the last aggregation.',
  },
  {
    method: 'POST',
    path: '/api/admin/aggregate',
    access: 'admin',
    input: 'nowhere',
    procedure: 'admin.aggregate',
    status: 200,
    about:
      'Counts every event that there is by now, the running week included. `success` is false when it failed, and when a run is under way already: `outcome` tells which. After 30 seconds the answer is `running`, and the run goes on by itself.',
  },
  {
    method: 'POST',
    path: '/api/public/visit',
    access: 'optional',
    input: 'body',
    procedure: 'public.visit',
    status: 200,
    about: 'Counts a visit of the home page.',
  },
  {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    input: 'nowhere',
    procedure: 'public.health',
    status: 200,
    about: 'Answers 200 once the product can serve.',
  },
];

const readers: Readonly<Record<InputPlace, (request: RestRequest) => unknown>> = {
  // An absent body is told field by field, as an empty one is.
  body: ({ body }) => body ?? {},
  query: ({ query }) => query,
  path: ({ params }) => params,
  // A part of the path stands over a field of the same name.
  'path and body': ({ body, params }) =>
    isRecord(body) && isRecord(params) ? { ...body, ...params } : (body ?? params),
  nowhere: () => undefined,
};

function isProcedure(value: unknown): value is AnyTRPCProcedure {
  return typeof value === 'function' && '_def' in value;
}

/** Every procedure by its full name. tRPC keeps them so, but types them nested. */
export const procedures: ReadonlyMap<string, AnyTRPCProcedure> = new Map(
  Object.entries<unknown>(appRouter._def.procedures).flatMap(([name, value]) =>
    isProcedure(value) ? [[name, value] as const] : [],
  ),
);

/** Calls the procedure behind a route, exactly as tRPC would. */
export async function callRoute(route: RestRoute, request: RestRequest, context: Context): Promise<unknown> {
  const procedure = procedures.get(route.procedure);
  if (!procedure) throw new AppError('notFound');
  const input = readers[route.input](request);
  return callTRPCProcedure({
    router: appRouter,
    path: route.procedure,
    type: procedure._def.type,
    ctx: context,
    getRawInput: () => Promise.resolve(input),
    // Not the input: tRPC would lay what was parsed over it, and fields that the schema drops would get through.
    input: undefined,
    signal: undefined,
    batchIndex: 0,
  });
}

/** The methods a path answers to, for `Allow`. HEAD goes wherever GET goes and only reads. */
export function allowedMethods(path: string): string[] {
  return restRoutes
    .filter((route) => route.path === path)
    .flatMap(({ method, hasNoHead }) => (method === 'GET' && !hasNoHead ? ['GET', 'HEAD'] : [method]));
}
