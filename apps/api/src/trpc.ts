import { AppError, type ErrorCode } from '@nuances/domain/errors';
import { fallbackLocale } from '@nuances/domain/locales';
import { initTRPC } from '@trpc/server';
import type { NamedSession, Session } from './auth/sessions.ts';
import { rejectUnsafeInput } from './http/input-guard.ts';
import type { Context } from './context.ts';
import { toAppError, toTrpcError, localizeError } from './errors.ts';
import { requestTimeoutMs, withTimeout } from './timeout.ts';

/**
 * Who may call:
 * - `public`: anybody, a token changes nothing;
 * - `optional`: anybody, counted as signed in when the token is good; a bad one means a visitor;
 * - `authentic`: the holder of a token that we signed, even one that expired (logout);
 * - `user`, `admin`: a live session, with that role.
 */
export type Access = 'public' | 'optional' | 'authentic' | 'user' | 'admin';

/** How a procedure is called over REST. Where its input stands follows from method and path (http/rest.ts). */
export interface RestOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Fastify's form, `:name` for a part that varies. */
  readonly path: `/api/${string}`;
  /** Status of a success, 200 by default. */
  readonly status?: 201;
  /** What it does, for the OpenAPI document; the first sentence is its summary. */
  readonly about: string;
  /** Codes that its input or the stored data may lead to, besides those that any call may answer. */
  readonly failures?: readonly ErrorCode[];
  /** For a GET that changes something: programs that look at links before people do must not use them up. */
  readonly hasNoHead?: true;
  /** Largest body where it is not everybody's; over tRPC too. */
  readonly maxBodyBytes?: number;
}

/** Not exported: only the builders below set the access of a procedure, and each enforces what it sets. */
const accessKey: unique symbol = Symbol('access');

/** What a procedure says of itself: its access, set by its builder, and its REST operation if it has one. */
export interface ProcedureMeta {
  readonly [accessKey]?: Access;
  readonly rest?: RestOperation;
}

const isGuarded = (meta: unknown): meta is ProcedureMeta & { readonly [accessKey]: Access } =>
  typeof meta === 'object' && meta !== null && accessKey in meta;

/** What a procedure's meta says; null for a procedure that no builder of this file made. */
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
 * The session that an authentic token names; it may be over already.
 * @throws AppError `sessionMissing` for anything we did not sign
 */
async function requireAuthentic({ bearer, sessions }: Context): Promise<NamedSession> {
  const named = bearer === undefined ? null : sessions.namedBy(bearer);
  if (named === null) throw new AppError('sessionMissing');
  return named;
}

/** The one place that decides access; each guard gives what its procedures know of their caller. */
const guards = {
  public: async () => ({}),
  optional: async (context: Context) => ({ visitor: await context.session() }),
  authentic: requireAuthentic,
  user: requireUser,
  admin: requireAdmin,
} satisfies Record<Access, (context: Context) => Promise<object>>;

/**
 * Refuses a caller before anything else of the request is read; the procedure asks the same guard again for what it
 * knows of the caller. The session is read once per request.
 * @throws AppError `sessionMissing` or `forbidden`
 */
export async function authorize(access: Access, context: Context): Promise<void> {
  await guards[access](context);
}

/** Turns anything a procedure throws into one of our failures, once for all of them, and bounds its time. */
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

/** Looks at the input only after access is decided, so that a stranger learns nothing from it. */
const clean = t.middleware(async ({ getRawInput, next }) => {
  rejectUnsafeInput(await getRawInput());
  return next();
});

export const publicProcedure = guarded('public', guards.public).use(clean);
export const optionalProcedure = guarded('optional', guards.optional).use(clean);
export const authenticProcedure = guarded('authentic', guards.authentic).use(clean);
export const userProcedure = guarded('user', guards.user).use(clean);
export const adminProcedure = guarded('admin', guards.admin).use(clean);
/** @param timeoutMs how long a caller may have to wait, where it is not {@link requestTimeoutMs} */
export const adminProcedureWithin = (timeoutMs: number) => guarded('admin', guards.admin, timeoutMs).use(clean);

/** For login, sign-up and mailed links: counts the attempt before anything costly happens. */
export const attemptProcedure = guarded('public', guards.public)
  .use(async ({ ctx, next }) => {
    await ctx.countAuthAttempt();
    return next();
  })
  .use(clean);
