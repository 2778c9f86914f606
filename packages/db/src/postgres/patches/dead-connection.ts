/**
 * Patch of postgres.js 3.4.9: connections that die while they are used (its issues 1066, 1154, 1208 and pull request
 * 1155). The driver reuses the object of the dead connection without resetting it:
 * - It sends ROLLBACK, or the next statement of the transaction, to the dead connection: a TypeError that cannot be
 *   caught, and the process ends. Here such statements are refused with CONNECTION_CLOSED.
 * - When the connection has been opened again meanwhile, a statement of the dead transaction runs on it, outside of
 *   any transaction. Refused likewise.
 * - The error of the dead connection is given to the first query of the next one. Here that query, which was never
 *   sent, is run.
 * - Bytes for the dead connection can stay in its buffer, together with a timer that never fires, and delay the
 *   startup message of the next connection until it has timed out several times. Here the startup message is long
 *   enough to be sent at once; the server refuses it for the bytes before it, and the next attempt is clean.
 * - The error of a socket comes before its close event: a query sent in between is neither sent nor refused, and takes the
 *   answer to a later one. Here both come together.
 * - One that the other end closes before it has accepted it, as a balancer without a server does, is opened again at once, five
 *   hundred times a second, and the query waits for ever. Here that is an error.
 * - `end` waits for dead connections until its timeout. Here it does not.
 * And one that lives: when all are in use, the driver sends the next statement behind one without parameters, in two parts if it
 * has parameters itself. A pooler gives the server's connection to somebody else between them, and the answer is lost. Here a
 * statement waits there until a connection is free.
 */
import type { Socket } from 'node:net';
import postgres, { type Options, type Sql } from 'postgres';
import { type DriverQuery, isQuery, readConnection, readQuery } from './driver-internals.ts';

/** The driver sends a buffer of this size without waiting for more. */
const immediateWriteBytes = 1_024;

/** A connection object of the driver. */
interface GuardedConnection {
  isAlive: boolean;
  /** How many sockets of this object have died. */
  generation: number;
  terminate(): void;
}

/** One socket of a connection object: a transaction is bound to it and ends with it. */
interface Generation {
  readonly connection: GuardedConnection;
  readonly generation: number;
}

interface Transaction {
  generation: Generation | null;
}

/** The error of a socket that closes before the server has accepted it. */
class ClosedEarly extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** Keeps the error of a socket until it closes. One that closes before the server has accepted it has an error too. */
export function failAtClose(socket: Socket, isAccepted: () => boolean): Socket {
  const { emit } = socket;
  let error: readonly unknown[] | undefined;
  socket.emit = (event: string | symbol, ...values: readonly unknown[]): boolean => {
    if (event === 'error') {
      error = values;
      return true;
    }
    if (event === 'close' && !isAccepted())
      error ??= [new ClosedEarly('The database has closed the connection at once')];
    if (event !== 'close' || !error) return Boolean(Reflect.apply(emit, socket, [event, ...values]));
    Reflect.apply(emit, socket, ['error', ...error]);
    return Boolean(Reflect.apply(emit, socket, ['close', true]));
  };
  return socket;
}

export interface ConnectionGuard {
  /** Options to open the pool with. */
  extend(options: Options<Record<string, never>>): Options<Record<string, never>>;
  /** The pool, guarded. */
  attach(sql: Sql): Sql;
}

/** @param isDirect false behind a pooler, which refuses the parameter of the startup message that is long */
export function createConnectionGuard(isDirect = true): ConnectionGuard {
  const connections = new Map<number, GuardedConnection>();
  return {
    extend: (options) => ({
      ...options,
      connection: {
        ...options.connection,
        // Blanks have no meaning for the server.
        ...(isDirect && { options: `${options.connection?.['options'] ?? ''}${' '.repeat(immediateWriteBytes)}` }),
      },
      onclose: (id: number) => {
        const connection = connections.get(id);
        if (connection) {
          connection.isAlive = false;
          connection.generation += 1;
        }
        options.onclose?.(id);
      },
    }),
    attach: (sql) => attach(sql, connections, isDirect),
  };
}

/** Watches the queries of one pool: which connection runs each of them, and whether that one is still alive. */
interface QueryGuard {
  /** Watches a query; the generation of its connection is stored in the transaction that it opens, if any. */
  track<Result>(result: Result, transaction?: Transaction | null): Result;
  /** Binds the queries of a transaction to the generation that has begun it. */
  bind(handler: object, generation: Generation): void;
}

function createQueryGuard(
  connections: Map<number, GuardedConnection>,
  poolHandler: object,
  isDirect: boolean,
): QueryGuard {
  /** By the handler of its queries, which every transaction has of its own. */
  const generationOfTransaction = new WeakMap<object, Generation>();

  /** Decides before a query is written: one of a transaction runs on the socket that has begun it, or not at all. */
  function execute(connection: GuardedConnection, query: DriverQuery, send: (query: DriverQuery) => unknown): unknown {
    // Whether other queries may follow before the answer.
    if (query.handler === poolHandler) return send(query) && isDirect;
    if (!connection.isAlive) return refuse(query);
    const bound = generationOfTransaction.get(query.handler);
    if (bound === undefined)
      generationOfTransaction.set(query.handler, { connection, generation: connection.generation });
    else if (bound.generation !== connection.generation) return refuse(query);
    return send(query);
  }

  /** By the driver's own object: it is asked for with every query. */
  const guards = new Map<unknown, GuardedConnection>();

  /** The guard of a connection of the driver, made at its first query. */
  function guardOf(value: unknown): GuardedConnection {
    const guard = guards.get(value) ?? createGuard(value);
    guards.set(value, guard);
    return guard;
  }

  function createGuard(value: unknown): GuardedConnection {
    const driver = readConnection(value);
    const known = connections.get(driver.id);
    if (known) return known;
    const guarded: GuardedConnection = { isAlive: true, generation: 0, terminate: () => driver.terminate() };
    connections.set(driver.id, guarded);
    const { execute: send, connect: open } = driver;
    driver.execute = (query) => execute(guarded, query, send);
    driver.connect = (query) => connect(guarded, query, open);
    return guarded;
  }

  return {
    track(result, transaction = null) {
      if (!isQuery(result)) return result; // a fragment of a query
      const { onexecute } = result.options;
      result.options.onexecute = (value) => {
        const connection = guardOf(value);
        if (transaction) transaction.generation = { connection, generation: connection.generation };
        // The return value says whether other queries may follow on this connection: not after BEGIN.
        return onexecute ? onexecute(value) : true;
      };
      return result;
    },
    bind: (handler, generation) => void generationOfTransaction.set(handler, generation),
  };
}

const triedAgain = new WeakSet<DriverQuery>();

function connect(connection: GuardedConnection, query: DriverQuery, open: (query: DriverQuery) => unknown): unknown {
  connection.isAlive = true;
  const { reject } = query;
  query.reject = (error) => {
    query.reject = reject;
    // The server refused the bytes before its startup message, and closed: they are gone with the first attempt.
    const isFirst = error instanceof ClosedEarly && !triedAgain.has(query);
    if (isFirst) triedAgain.add(query);
    if (isFirst || isErrorOfEarlierQuery(error)) query.handler(query);
    else reject(error);
  };
  return open(query);
}

function attach(sql: Sql, connections: Map<number, GuardedConnection>, isDirect: boolean): Sql {
  const { begin, unsafe, end } = sql;
  const guard = createQueryGuard(connections, readQuery(unsafe('select 1')).handler, isDirect);
  let openingTransaction: Transaction | null = null;

  const overrides = {
    unsafe(...args: readonly unknown[]): unknown {
      const query: unknown = Reflect.apply(unsafe, sql, args);
      // Only the BEGIN of `begin` has an onexecute of its own.
      return guard.track(query, readQuery(query).options.onexecute ? openingTransaction : null);
    },

    begin(...args: readonly unknown[]): unknown {
      const use = args.at(-1);
      if (typeof use !== 'function') throw new TypeError('begin takes a function');
      const transaction: Transaction = { generation: null };
      openingTransaction = transaction; // `begin` calls our `unsafe` synchronously
      try {
        return Reflect.apply(begin, sql, [
          ...args.slice(0, -1),
          (inner: Sql): unknown => {
            if (transaction.generation !== null)
              guard.bind(readQuery(inner.unsafe('select 1')).handler, transaction.generation);
            return Reflect.apply(use, undefined, [inner]);
          },
        ]);
      } finally {
        openingTransaction = null;
      }
    },

    async end(settings?: { timeout?: number }): Promise<void> {
      const ended = end(settings);
      // The driver begins in the next microtask. After it, dead connections must not delay the end.
      await new Promise((resolve) => setImmediate(resolve));
      for (const connection of connections.values()) if (!connection.isAlive) connection.terminate();
      await ended;
    },
  };
  return new Proxy(Object.assign(sql, overrides), {
    apply: (target, self, args) => guard.track<unknown>(Reflect.apply(target, self, args)),
  });
}

/** @returns true, which the driver takes for a query that was sent completely */
function refuse(query: DriverQuery): true {
  const error = Object.assign(new Error('The database connection was lost'), { code: 'CONNECTION_CLOSED' });
  query.reject(error);
  return true;
}

/** While connecting, a query has no text yet. An error that names one belongs to a query of the socket before. */
function isErrorOfEarlierQuery(error: unknown): boolean {
  return error instanceof postgres.PostgresError && 'query' in error && typeof error.query === 'string';
}
