import { AppError, type ErrorCode } from '@nuances/domain/errors';
import { fallbackLocale } from '@nuances/domain/locales';
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

/** What has to hold before a procedure's input is validated. */
export interface Admission<Added extends object = object> {
  readonly access: Access;
  /** Decides access; what it returns joins the context. */
  readonly guard: (context: Context) => Promise<Added>;
  /** Of the whole procedure, milliseconds. */
  readonly timeoutMs: number;
  /** Counts an attempt for the caller's address before costly work. */
  readonly countsAttempt: boolean;
  /** The procedure's own statement reads the session: it passes it to `context.settle`, or null. */
  readonly readsSession: boolean;
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

/** What is told of a procedure beside its input and output. */
interface ReadMeta extends Pick<ProcedureMeta, 'rest' | 'writeJson'> {
  readonly admission: Admission;
}

/** Reads a procedure's meta; null for a procedure that no builder of this file made. */
export function metaOf(meta: unknown): ReadMeta | null {
  if (!isGuarded(meta)) return null;
  const { [admissionKey]: admission, ...told } = meta;
  return { admission, ...told };
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

/**
 * The owner of a valid access token, whose session the procedure's own statement reads.
 * @throws AppError `sessionMissing` for any other token
 */
async function requireClaim(context: Context): Promise<{ caller: SessionClaim }> {
  const caller = context.claim();
  if (!caller) throw new AppError('sessionMissing');
  return { caller };
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
export async function authorize({ guard }: Pick<Admission, 'guard'>, context: Context): Promise<void> {
  await guard(context);
}

/** The admission of a signed-in caller, for what is no procedure. */
export const userAdmission: Pick<Admission, 'guard'> = { guard: guards.user };

/**
 * Of two failures the one that is told: whoever has no session learns only that. Procedures that read it in their own
 * statement may have failed before it, for example by their input.
 */
export async function failureFor(
  { readsSession }: Pick<Admission, 'readsSession'>,
  context: Context,
  error: unknown,
): Promise<AppError> {
  const failure = toAppError(error);
  // A failure of ours says nothing of the account, and a database that is away would be asked once more.
  if (!readsSession || statusOf(failure) >= 500) return failure;
  return guards.user(context).then(() => failure, toAppError);
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
    const added = await admission.guard(context);
    if (admission.countsAttempt) await context.countAuthAttempt();
    const input = await readInput();
    rejectUnsafeInput(input);
    return work(added, input);
  };
  try {
    return await withTimeout(admission.timeoutMs, run());
  } catch (error) {
    throw await failureFor(admission, context, error);
  }
}

const guarded = <Added extends object>(
  access: Access,
  guard: (context: Context) => Promise<Added>,
  { timeoutMs = requestTimeoutMs, countsAttempt = false, readsSession = false }: Partial<Admission> = {},
) => {
  const admission = { access, guard, timeoutMs, countsAttempt, readsSession };
  return t.procedure.meta({ [admissionKey]: admission }).use(async ({ ctx, getRawInput, next }) => {
    try {
      return await admitted(admission, ctx, getRawInput, async (added) => {
        const result = await next({ ctx: added });
        if (!result.ok) throw result.error;
        return result;
      });
    } catch (error) {
      throw toTrpcError(toAppError(error));
    }
  });
};

export const publicProcedure = guarded('public', guards.public);
export const optionalProcedure = guarded('optional', guards.optional);
export const authenticProcedure = guarded('authentic', guards.authentic);
export const userProcedure = guarded('user', guards.user);
/**
 * For a signed-in caller as `userProcedure`, one statement cheaper: the session is read by the statement that does the
 * work (`auth/caller.ts`), which does nothing without it.
 */
export const claimProcedure = guarded('user', requireClaim, { readsSession: true });
export const adminProcedure = guarded('admin', guards.admin);
/** @param timeoutMs of the procedure, {@link requestTimeoutMs} by default */
export const adminProcedureWithin = (timeoutMs: number) => guarded('admin', guards.admin, { timeoutMs });

/** For login, sign-up and mailed links: counts the attempt before costly work. */
export const attemptProcedure = guarded('public', guards.public, { countsAttempt: true });
