import { AppError, type ErrorCode } from '@nuances/domain/errors';
import { fallbackLocale } from '@nuances/domain/locales';
import { allowsScope, type TokenScope } from '@nuances/domain/script-tokens';
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

/** What has to hold before a procedure's input is validated. */
export interface Admission<Added extends object = object> {
  readonly access: Access;
  /** Decides access; what it returns joins the context. A promise only where something is read. */
  readonly guard: (context: Context) => Promise<Added> | Added;
  /** Of the whole procedure, milliseconds. */
  readonly timeoutMs: number;
  /** Counts an attempt for the caller's address before costly work. */
  readonly countsAttempt: boolean;
  /** The procedure's own statement reads the session: it passes it to `context.settle`, or null. */
  readonly readsSession: boolean;
  /** What a script token needs to make the call; null for a call that only a login may make. */
  readonly scope: TokenScope | null;
}

/** Not exported: only the builders below set the admission of a procedure, and each enforces what it sets. */
const admissionKey: unique symbol = Symbol('admission');

/**
 * Gives the answer of a procedure as JSON that the database has written, in place of the procedure itself.
 * @param input as its schema gives it
 */
export type WriteJson = (context: Context, input: unknown) => Promise<string>;

/** The meta of a procedure: its admission, set by its builder, and its REST operation if it has one. */
export interface ProcedureMeta {
  readonly [admissionKey]?: Admission;
  readonly rest?: RestOperation;
  /** For long lists, which are never read here. */
  readonly writeJson?: WriteJson;
}

const isGuarded = (meta: unknown): meta is ProcedureMeta & { readonly [admissionKey]: Admission } =>
  typeof meta === 'object' && meta !== null && admissionKey in meta;

/** What a procedure declares besides its input and output. */
interface ReadMeta extends Pick<ProcedureMeta, 'rest' | 'writeJson'> {
  readonly admission: Admission;
}

/** Reads a procedure's meta; null for a procedure that no builder of this file made. */
export function metaOf(meta: unknown): ReadMeta | null {
  if (!isGuarded(meta)) return null;
  const { [admissionKey]: admission, ...rest } = meta;
  return { admission, ...rest };
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

/** @throws AppError `tokenScope` for a script token that may not make such a call */
function requireScope({ scope }: Pick<Session, 'scope'>, needed: TokenScope | null): void {
  if (scope !== null && !allowsScope(scope, needed)) throw new AppError('tokenScope');
}

/**
 * A live login, or a script token of this scope.
 * @throws AppError `sessionMissing` without either, `tokenScope` for another script token
 */
const requireUser =
  (scope: TokenScope | null) =>
  async (context: Context): Promise<{ user: Session }> => {
    const user = await context.session();
    if (!user) throw new AppError('sessionMissing');
    requireScope(user, scope);
    return { user };
  };

/** @throws AppError `sessionMissing`, `tokenScope` for a script token, or `forbidden` for another role */
async function requireAdmin(context: Context): Promise<{ user: Session }> {
  const { user } = await requireUser(null)(context);
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
function requireAuthentic({ bearer, sessions }: Context): NamedSession {
  const named = bearer === undefined ? null : sessions.namedBy(bearer);
  if (named === null) throw new AppError('sessionMissing');
  return named;
}

/**
 * The owner of a valid access token, whose session the procedure's own statement reads; or of a script token, whose row
 * is read for its owner first.
 * @throws AppError `sessionMissing` for any other token, `tokenScope` for a script token of another scope
 */
const requireClaim =
  (scope: TokenScope) =>
  (context: Context): Promise<{ caller: SessionClaim }> | { caller: SessionClaim } => {
    const require = (caller: SessionClaim | null) => {
      if (!caller) throw new AppError('sessionMissing');
      requireScope(caller, scope);
      return { caller };
    };
    const claim = context.claim();
    return claim === null ? context.session().then(() => require(context.claim())) : require(claim);
  };

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
export function authorize({ guard }: Pick<Admission, 'guard'>, context: Context): Promise<void> | null {
  const added = guard(context);
  return added instanceof Promise ? added.then(() => undefined) : null;
}

/**
 * Which of two failures is sent: a caller without a session learns only that. Procedures that read it in their own
 * statement may have failed before it, for example by their input.
 */
export async function failureFor(
  { readsSession, scope }: Pick<Admission, 'readsSession' | 'scope'>,
  context: Context,
  error: unknown,
): Promise<AppError> {
  const failure = toAppError(error);
  // A failure of ours says nothing of the account, and a database that is away would be asked once more.
  if (!readsSession || statusOf(failure) >= 500) return failure;
  return requireUser(scope)(context).then(() => failure, toAppError);
}

/**
 * Runs the work of a procedure within its timeout, once access is decided. The input is looked at only then, so that an
 * unauthorised caller learns nothing.
 * @param readInput gives the input as it was sent
 * @throws AppError for anything that is thrown
 */
export async function admitted<Added extends object, Result>(
  admission: Admission<Added>,
  context: Context,
  readInput: () => unknown,
  work: (added: Added, input: unknown) => Promise<Result>,
): Promise<Result> {
  const run = async () => {
    // Nothing is waited for that is there already.
    const guarded = admission.guard(context);
    const added = guarded instanceof Promise ? await guarded : guarded;
    if (admission.countsAttempt) await context.countAuthAttempt();
    const sent = readInput();
    const input: unknown = sent instanceof Promise ? await sent : sent;
    rejectUnsafeInput(input);
    return work(added, input);
  };
  try {
    return await withTimeout(admission.timeoutMs, run());
  } catch (error) {
    throw await failureFor(admission, context, error);
  }
}

/** Before a mutation: replicas may have what the caller changes only later. */
export async function announceWrite(context: Context): Promise<void> {
  if (!context.replicas) return;
  const caller = context.claim();
  if (caller) await context.replicas.beforeWrite(caller.userId);
}

const guarded = <Added extends object>(
  access: Access,
  guard: (context: Context) => Promise<Added> | Added,
  { timeoutMs = requestTimeoutMs, countsAttempt = false, readsSession = false, scope = null }: Partial<Admission> = {},
) => {
  const admission = { access, guard, timeoutMs, countsAttempt, readsSession, scope };
  return t.procedure.meta({ [admissionKey]: admission }).use(async ({ ctx, type, getRawInput, next }) => {
    try {
      return await admitted(admission, ctx, getRawInput, async (added) => {
        if (type === 'mutation') await announceWrite(ctx);
        const result = await next({ ctx: added });
        if (!result.ok) throw result.error;
        return result;
      });
    } catch (error) {
      throw toTrpcError(toAppError(error));
    }
  });
};

export const publicProcedure = guarded('public', admitEveryone);
export const optionalProcedure = guarded('optional', findVisitor, { scope: 'write' });
export const authenticProcedure = guarded('authentic', requireAuthentic);
/** For a login only: what concerns passwords, the e-mail address, sessions, devices, and the account itself. */
export const userProcedure = guarded('user', requireUser(null));
/** For a login, and for any script token. */
export const readProcedure = guarded('user', requireUser('read'), { scope: 'read' });
/** For a login, and for a script token that may write. */
export const writeProcedure = guarded('user', requireUser('write'), { scope: 'write' });
/**
 * As {@link readProcedure}, one statement cheaper for a login: the session is read by the statement that does the
 * work (`auth/caller.ts`), which does nothing without it.
 */
export const claimReadProcedure = guarded('user', requireClaim('read'), { readsSession: true, scope: 'read' });
/** As {@link claimReadProcedure}, for what {@link writeProcedure} is for. */
export const claimWriteProcedure = guarded('user', requireClaim('write'), { readsSession: true, scope: 'write' });
export const adminProcedure = guarded('admin', requireAdmin);
/** @param timeoutMs of the procedure, {@link requestTimeoutMs} by default */
export const adminProcedureWithin = (timeoutMs: number) => guarded('admin', requireAdmin, { timeoutMs });

/** For login, sign-up and mailed links: counts the attempt before costly work. */
export const attemptProcedure = guarded('public', admitEveryone, { countsAttempt: true });
