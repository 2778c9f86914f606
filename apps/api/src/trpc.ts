import { AppError } from '@nuances/domain/errors';
import { fallbackLocale } from '@nuances/domain/locales';
import { initTRPC } from '@trpc/server';
import type { Session } from './auth/sessions.ts';
import { rejectUnsafeInput } from './http/input-guard.ts';
import type { Context } from './context.ts';
import { toAppError, toTrpcError, localizeError } from './errors.ts';
import { requestTimeoutMs, withTimeout } from './timeout.ts';

/**
 * Who may call:
 * - `public`: anybody, a token changes nothing;
 * - `optional`: anybody, counted as signed in when the token is good; a bad one means a visitor;
 * - `authentic`: whoever holds a token that we signed, even one that expired (logout);
 * - `user`, `admin`: a live session, with that role.
 */
export type Access = 'public' | 'optional' | 'authentic' | 'user' | 'admin';

/** Every procedure names its access class; a test fails for one that does not. */
export interface ProcedureMeta {
  readonly access: Access;
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
export async function requireUser(context: Context): Promise<Session> {
  const session = await context.session();
  if (!session) throw new AppError('sessionMissing');
  return session;
}

/** @throws AppError `sessionMissing`, or `forbidden` for another role */
export async function requireAdmin(context: Context): Promise<Session> {
  const session = await requireUser(context);
  if (session.role !== 'admin') throw new AppError('forbidden');
  return session;
}

/**
 * The session that an authentic token names; it may be over already.
 * @throws AppError `sessionMissing` for anything we did not sign
 */
export function requireAuthentic(context: Context): string {
  const sessionId = context.bearer === undefined ? null : context.sessions.idOfAuthentic(context.bearer);
  if (sessionId === null) throw new AppError('sessionMissing');
  return sessionId;
}

/** Turns whatever a procedure throws into one of our failures, once for all of them, and bounds its time. */
const translatedWithin = (ms: number) =>
  t.procedure.use(async ({ next }) => {
    const result = await withTimeout(ms, next()).catch((error: unknown) => {
      throw toTrpcError(toAppError(error));
    });
    if (!result.ok) throw toTrpcError(toAppError(result.error));
    return result;
  });
const translated = translatedWithin(requestTimeoutMs);

/** Looks at the input only after access is decided, so that a stranger learns nothing from it. */
const clean = t.middleware(async ({ getRawInput, next }) => {
  rejectUnsafeInput(await getRawInput());
  return next();
});

export const publicProcedure = translated.meta({ access: 'public' }).use(clean);

export const optionalProcedure = translated
  .meta({ access: 'optional' })
  .use(async ({ ctx, next }) => next({ ctx: { visitor: await ctx.session() } }))
  .use(clean);

export const authenticProcedure = translated
  .meta({ access: 'authentic' })
  .use(({ ctx, next }) => next({ ctx: { sessionId: requireAuthentic(ctx) } }))
  .use(clean);

export const userProcedure = translated
  .meta({ access: 'user' })
  .use(async ({ ctx, next }) => next({ ctx: { user: await requireUser(ctx) } }))
  .use(clean);

/** @param ms how long a caller may have to wait, where it is not {@link requestTimeoutMs} */
export const adminProcedureWithin = (ms: number) =>
  translatedWithin(ms)
    .meta({ access: 'admin' })
    .use(async ({ ctx, next }) => next({ ctx: { user: await requireAdmin(ctx) } }))
    .use(clean);
export const adminProcedure = adminProcedureWithin(requestTimeoutMs);

/** For login, sign-up and mailed links: counts the attempt before anything costly happens. */
export const attemptProcedure = translated
  .meta({ access: 'public' })
  .use(async ({ ctx, next }) => {
    await ctx.countAuthAttempt();
    return next();
  })
  .use(clean);
