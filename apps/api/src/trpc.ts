import { AppError, type ErrorCode } from '@nuances/domain/errors';
import { fallbackLocale } from '@nuances/domain/locales';
import { initTRPC } from '@trpc/server';
import type { NamedSession, Session } from './auth/sessions.ts';
import { rejectUnsafeInput } from './http/input-guard.ts';
import type { Context } from './context.ts';
import { toAppError, toTrpcError, localizeError } from './errors.ts';
import { requestTimeoutMs, withTimeout } from './timeout.ts';

/**
 * Access to a procedure:
 * - `public`: everyone, a token changes nothing;
 * - `optional`: everyone, with the session of a valid token; an invalid one means a visitor;
 * - `authentic`: the holder of a token that we signed, even one that expired (logout);
 * - `user`, `admin`: a live session, with that role.
 */
export type Access = 'public' | 'optional' | 'authentic' | 'user' | 'admin';

/** How a procedure is called over REST. The place of its input follows from method and path (http/rest.ts). */
export interface RestOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Fastify's syntax, `:name` for a parameter. */
  readonly path: `/api/${string}`;
  /** Status of a success, 200 by default. */
  readonly status?: 201;
  /** Description for the OpenAPI document; the first sentence is the summary. */
  readonly about: string;
  /** Its own error codes, besides those of any call. */
  readonly failures?: readonly ErrorCode[];
  /** For a GET that changes something: link scanners send HEAD and must not use links up. */
  readonly hasNoHead?: true;
  /** Largest body, bytes, if not the default; over tRPC too. */
  readonly maxBodyBytes?: number;
}

/** Not exported: only the builders below set the access of a procedure, and each enforces what it sets. */
const accessKey: unique symbol = Symbol('access');

/** The meta of a procedure: its access, set by its builder, and its REST operation if it has one. */
export interface ProcedureMeta {
  readonly [accessKey]?: Access;
  readonly rest?: RestOperation;
}

const isGuarded = (meta: unknown): meta is ProcedureMeta & { readonly [accessKey]: Access } =>
  typeof meta === 'object' && meta !== null && accessKey in meta;

/** Reads a procedure's meta; null for a procedure that no builder of this file made. */
export function metaOf(meta: unknown): { readonly access: Access; readonly rest: RestOperation | undefined } | null {
  return isGuarded(meta) ? { access: meta[accessKey], rest: meta.rest } : null;
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
export const createCallerFactory = t.createCallerFactory;

/** @throws AppError `sessionMissing` without a live session */
async function requireUser(context: Context): Promise<{ user: Session }> {
  const user = await context.session();
  if (!user) throw new AppError('sessionMissing');
  return { user };
}

/** @throws AppError `sessionMissing`, or `forbidden` for another role */
async function requireAdmin(context: Context): Promise<{ user: Session }> {
  const { user } = await requireUser(context);
  if (user.role !== 'admin') {
    context.recordSecurityEvent('admin_refused', { userId: user.userId });
    throw new AppError('forbidden');
  }
  return { user };
}

/**
 * The session of an authentic token; it may have ended already.
 * @throws AppError `sessionMissing` for any other token
 */
async function requireAuthentic({ bearer, sessions }: Context): Promise<NamedSession> {
  const named = bearer === undefined ? null : sessions.namedBy(bearer);
  if (named === null) throw new AppError('sessionMissing');
  return named;
}

/** Decides access; each guard returns the caller's data for its procedures. */
const guards = {
  public: async () => ({}),
  optional: async (context: Context) => ({ visitor: await context.session() }),
  authentic: requireAuthentic,
  user: requireUser,
  admin: requireAdmin,
} satisfies Record<Access, (context: Context) => Promise<object>>;

/**
 * Refuses a caller before the request is read further; the procedure calls the same guard again for the caller's
 * data. The session is read once per request.
 * @throws AppError `sessionMissing` or `forbidden`
 */
export async function authorize(access: Access, context: Context): Promise<void> {
  await guards[access](context);
}

/** Converts anything that a procedure throws into an AppError, and applies the timeout. */
const within = (timeoutMs: number) =>
  t.procedure.use(async ({ next }) => {
    const result = await withTimeout(timeoutMs, next()).catch((error: unknown) => {
      throw toTrpcError(toAppError(error));
    });
    if (!result.ok) throw toTrpcError(toAppError(result.error));
    return result;
  });

const guarded = <Added extends object>(
  access: Access,
  guard: (context: Context) => Promise<Added>,
  timeoutMs = requestTimeoutMs,
) =>
  within(timeoutMs)
    .meta({ [accessKey]: access })
    .use(async ({ ctx, next }) => next({ ctx: await guard(ctx) }));

/** Validates the input only after access is decided, so that an unauthorised caller learns nothing. */
const clean = t.middleware(async ({ getRawInput, next }) => {
  rejectUnsafeInput(await getRawInput());
  return next();
});

export const publicProcedure = guarded('public', guards.public).use(clean);
export const optionalProcedure = guarded('optional', guards.optional).use(clean);
export const authenticProcedure = guarded('authentic', guards.authentic).use(clean);
export const userProcedure = guarded('user', guards.user).use(clean);
export const adminProcedure = guarded('admin', guards.admin).use(clean);
/** @param timeoutMs of the procedure, {@link requestTimeoutMs} by default */
export const adminProcedureWithin = (timeoutMs: number) => guarded('admin', guards.admin, timeoutMs).use(clean);

/** For login, sign-up and mailed links: counts the attempt before costly work. */
export const attemptProcedure = guarded('public', guards.public)
  .use(async ({ ctx, next }) => {
    await ctx.countAuthAttempt();
    return next();
  })
  .use(clean);
