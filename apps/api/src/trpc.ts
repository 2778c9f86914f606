import { AppError, type ErrorCode } from '@nuances/domain/errors';
import { fallbackLocale } from '@nuances/domain/locales';
import { allowsScope, type TokenScope } from '@nuances/domain/script-tokens';
import { given } from '@nuances/domain/thing';
import { initTRPC } from '@trpc/server';
import type { NamedSession, Session, SessionClaim } from './auth/sessions.ts';
import { rejectUnsafeInput } from './http/input-guard.ts';
import type { Context } from './context.ts';
import { localizeError, statusOf, toAppError, toTrpcError } from './errors.ts';
import { requestTimeoutMs, withTimeout } from './timeout.ts';

/**
 * Access to a procedure:
 * - `public`: everyone, a token changes nothing;
 * - `optional`: everyone, with the session of a valid token; an invalid one means a visitor;
 * - `authentic`: the holder of a token that we signed, even one that expired (logout);
 * - `user`, `admin`: a live session, with that role; some of the first also take a script token ({@link Admission.scope}).
 */
export type Access = 'public' | 'optional' | 'authentic' | 'user' | 'admin';

const restMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** How a procedure is called over REST. The place of its input follows from method and path (http/rest.ts). */
export interface RestOperation {
  readonly method: (typeof restMethods)[number];
  /** In Fastify's syntax, `:name` for a parameter. */
  readonly path: string;
  /** Status of a success, 200 by default. */
  readonly status?: 201;
  /** Description for the OpenAPI document; the first sentence is the summary. */
  readonly about: string;
  /** Its own error codes, besides those of any call. */
  readonly failures?: readonly ErrorCode[];
  /** For a GET that changes something: link scanners send HEAD and must not use links up. */
  readonly hasNoHead?: true;
}

/** What has to hold before a procedure's input is validated: set by its builder, and enforced by it. */
interface Admission<Added extends object = object> {
  readonly access: Access;
  /** Decides access; what it returns joins the context. A promise only where something is read. */
  readonly guard: (context: Context, scope: TokenScope | null) => Promise<Added> | Added;
  /** The procedure's own statement reads the session: it passes it to `context.settle`, or null. */
  readonly readsSession: boolean;
}

/** Not exported: only the builders below set the admission of a procedure. */
const admissionKey: unique symbol = Symbol('admission');

/** What a procedure says of its call over REST, method and path as `GET /api/things`; nothing where there is none. */
type RestMeta =
  | (Omit<RestOperation, 'method' | 'path'> & { readonly rest: `${RestOperation['method']} /api/${string}` })
  | { readonly rest?: undefined };

/** The meta of a procedure: its admission, set by its builder, and what it says of itself. */
export type ProcedureMeta = RestMeta & {
  readonly [admissionKey]?: Admission;
  /** What a script token needs to make the call; without it only a login may. */
  readonly scope?: TokenScope;
  /**
   * Counts an attempt for the caller's address before costly work: for login, sign-up and mailed links. `queued`: those that
   * hash a password, one after the other.
   */
  readonly countsAttempt?: true | 'queued';
  /** Of the whole procedure, {@link requestTimeoutMs} by default. */
  readonly timeoutMs?: number;
  /** Largest body, bytes, if not the default. */
  readonly maxBodyBytes?: number;
};

/** What a procedure declares besides its input and output. */
export interface DeclaredMeta extends Admission {
  readonly scope: TokenScope | null;
  readonly rest: RestOperation | undefined;
  readonly maxBodyBytes: number | undefined;
}

const isGuarded = (meta: unknown): meta is ProcedureMeta & { readonly [admissionKey]: Admission } =>
  typeof meta === 'object' && meta !== null && admissionKey in meta;

/** @throws Error for another method */
function operationOf(meta: RestMeta): RestOperation | undefined {
  if (meta.rest === undefined) return undefined;
  const { rest, about, status, failures, hasNoHead } = meta;
  const method = restMethods.find((one) => rest.startsWith(`${one} `));
  if (!method) throw new Error(`${rest} has no method`);
  return { method, path: rest.slice(method.length + 1), about, ...given({ status, failures, hasNoHead }) };
}

/** Reads a procedure's meta; null for a procedure that no builder of this file made. */
export function metaOf(meta: unknown): DeclaredMeta | null {
  return isGuarded(meta)
    ? {
        ...meta[admissionKey],
        scope: meta.scope ?? null,
        rest: operationOf(meta),
        maxBodyBytes: meta.maxBodyBytes,
      }
    : null;
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    // Otherwise tRPC decides by NODE_ENV, and errors carry stacks outside production.
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const app = localizeError(toAppError(error), ctx?.locale ?? fallbackLocale);
      return { ...shape, message: app.message, data: { ...shape.data, app } };
    },
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;

/** @throws AppError `tokenScope` for a script token that may not make such a call */
function requireScope({ scope }: Pick<Session, 'scope'>, needed: TokenScope | null): void {
  if (scope !== null && !allowsScope(scope, needed)) throw new AppError('tokenScope');
}

/**
 * A live login, or a script token of this scope.
 * @throws AppError `sessionMissing` without either, `tokenScope` for another script token
 */
async function requireUser(context: Context, scope: TokenScope | null): Promise<{ user: Session }> {
  const user = await context.session();
  if (!user) throw new AppError('sessionMissing');
  requireScope(user, scope);
  return { user };
}

/** @throws AppError `sessionMissing`, `tokenScope` for a script token, or `forbidden` for another role */
async function requireAdmin(context: Context): Promise<{ user: Session }> {
  const { user } = await requireUser(context, null);
  if (user.role !== 'admin') {
    context.recordSecurityEvent('admin_refused', { userId: user.userId });
    throw new AppError('forbidden');
  }
  return { user };
}

/**
 * The session of an authentic token; it may have ended already.
 * @throws AppError `tokenScope` for a live script token, `sessionMissing` for any other
 */
async function requireAuthentic(context: Context): Promise<NamedSession> {
  const { bearer, services } = context;
  const named = bearer === undefined ? null : services.sessions.namedBy(bearer);
  if (named !== null) return named;
  throw new AppError((await context.session()) ? 'tokenScope' : 'sessionMissing');
}

/**
 * The owner of a valid access token, whose session the procedure's own statement reads; or of a script token, whose row
 * is read for its owner first.
 * @throws AppError `sessionMissing` for any other token, `tokenScope` for a script token of another scope
 */
function requireClaim(
  context: Context,
  scope: TokenScope | null,
): Promise<{ caller: SessionClaim }> | { caller: SessionClaim } {
  const require = (caller: SessionClaim | null) => {
    if (!caller) throw new AppError('sessionMissing');
    requireScope(caller, scope);
    return { caller };
  };
  const claim = context.claim();
  return claim === null ? context.session().then(() => require(context.claim())) : require(claim);
}

/** The session of a valid token that may write; anything else means a visitor. */
async function findVisitor(context: Context): Promise<{ visitor: Session | null }> {
  const visitor = await context.session();
  return { visitor: visitor?.scope === 'read' ? null : visitor };
}

const admitEveryone = () => ({});

/**
 * Refuses a caller before the request is read further; the procedure calls the same guard again for the caller's
 * data. The session is read once per request.
 * @returns null when nothing has to be waited for
 * @throws AppError `sessionMissing` or `forbidden`, at once or by the promise
 */
export function authorize(
  { guard, scope }: Pick<DeclaredMeta, 'guard' | 'scope'>,
  context: Context,
): Promise<void> | null {
  const added = guard(context, scope);
  return added instanceof Promise ? added.then(() => undefined) : null;
}

/**
 * Which of two failures is sent: a caller without a session learns only that. Procedures that read it in their own
 * statement may have failed before it, for example by their input.
 */
export async function failureFor(
  { readsSession, scope }: Pick<DeclaredMeta, 'readsSession' | 'scope'>,
  context: Context,
  error: unknown,
): Promise<AppError> {
  const failure = toAppError(error);
  // A failure of ours says nothing of the account, and a database that is away would be asked once more.
  if (!readsSession || statusOf(failure) >= 500) return failure;
  return requireUser(context, scope).then(() => failure, toAppError);
}

/** Before a mutation: replicas may have what the caller changes only later. */
async function announceWrite(context: Context): Promise<void> {
  if (!context.services.replicas) return;
  const caller = context.claim();
  if (caller) await context.services.replicas.beforeWrite(caller.userId);
}

/**
 * A builder of procedures. Access is decided first, then the input is looked at: an unauthorised caller learns nothing
 * from it.
 */
function guarded<Added extends object>(
  access: Access,
  guard: (context: Context, scope: TokenScope | null) => Promise<Added> | Added,
  readsSession = false,
) {
  return t.procedure
    .meta({ [admissionKey]: { access, guard, readsSession } })
    .use(async ({ ctx, type, meta, getRawInput, next }) => {
      const { scope = null, countsAttempt = false, timeoutMs = requestTimeoutMs } = meta ?? {};
      const run = async () => {
        // Nothing is waited for that is there already.
        const guarding = guard(ctx, scope);
        const added = guarding instanceof Promise ? await guarding : guarding;
        const work = async () => {
          rejectUnsafeInput(await getRawInput());
          if (type === 'mutation') await announceWrite(ctx);
          const result = await next({ ctx: added });
          if (!result.ok) throw result.error;
          return result;
        };
        if (countsAttempt === 'queued') return ctx.queueAuthAttempt(work);
        if (countsAttempt) await ctx.countAuthAttempt();
        return work();
      };
      try {
        return await withTimeout(timeoutMs, run());
      } catch (error) {
        throw toTrpcError(await failureFor({ readsSession, scope }, ctx, error));
      }
    });
}

export const publicProcedure = guarded('public', admitEveryone);
export const optionalProcedure = guarded('optional', findVisitor).meta({ scope: 'write' });
export const authenticProcedure = guarded('authentic', requireAuthentic);
/** For a login; with a `scope` in its meta for a script token too. */
export const userProcedure = guarded('user', requireUser);
/**
 * As {@link userProcedure}, one statement cheaper for a login: the session is read by the statement that does the
 * work (`auth/caller.ts`), which does nothing without it.
 */
export const claimProcedure = guarded('user', requireClaim, true);
export const adminProcedure = guarded('admin', requireAdmin);
