import postgres, { type Options, type Sql } from 'postgres';

/**
 * postgres.js, kept from faults of 3.4.9 that strike when a connection dies while it is used (its
 * issues 1066, 1154, 1208 and pull request 1155, open in November 2026). It reuses the object of the
 * dead connection without cleaning it:
 * - it sends ROLLBACK, or the transaction's next statement, to the dead connection: a TypeError
 *   nobody can catch, and the process ends. Here such statements are refused (CONNECTION_CLOSED).
 * - when the connection has come back meanwhile, a statement of the dead transaction runs on it,
 *   outside of any transaction. Refused likewise.
 * - the error of the dead connection is given to the first query of the next one. Here that query,
 *   which was never sent, is run.
 * - bytes for the dead connection can stay in its buffer, together with a timer that never fires, and
 *   hold back what opens the next one until it has timed out several times. Here the opening message
 *   is long enough to be sent at once; the server refuses it for the bytes before, and the next
 *   attempt is clean.
 * - `end` waits for the dead until its time is up. Here it does not.
 *
 * Remove this file once the driver does all that; driver.test.ts shows whether it does.
 */
export function openDriver(url: string, options: Options<Record<string, never>>): Sql {
  const states = new Map<number, State>();
  const sql = postgres(url, {
    ...options,
    connection: {
      ...options.connection,
      // Blanks mean nothing to the server; the driver sends 1024 bytes without waiting for more.
      options: `${options.connection?.['options'] ?? ''}${' '.repeat(1024)}`,
    },
    onclose: (id: number) => {
      const state = states.get(id);
      if (state) markDead(state);
      options.onclose?.(id);
    },
  });

  const { begin, unsafe, end } = sql;
  /** Each transaction has a handler of its own, on each of its queries: that tells them apart. */
  const owners = new WeakMap<object, Generation>();
  const poolHandler = readQuery(unsafe('select 1')).handler;
  let beginning: Transaction | null = null;

  /** The driver's connection, guarded from its first query on. */
  function guard(connection: unknown): State {
    if (!isConnection(connection)) throw changed();
    const known = states.get(connection.id);
    if (known) return known;
    const state: State = { connection, alive: true, generation: 0 };
    states.set(connection.id, state);
    const { execute, connect } = connection;
    connection.execute = (query) => {
      if (query.handler !== poolHandler) {
        if (!state.alive) return refuse(query);
        const owner = owners.get(query.handler);
        if (owner === undefined) owners.set(query.handler, { state, generation: state.generation });
        else if (owner.generation !== state.generation) return refuse(query);
      } else if (!state.alive) {
        // Never sent, so the pool may give it to another connection once it has seen this one close.
        setImmediate(() => query.handler(query));
        return true;
      }
      const { reject } = query;
      query.reject = (error) => {
        // An error of the socket comes some time before its close: nothing may be sent in between.
        if (isLost(error)) markDead(state);
        reject(error);
      };
      return execute(query);
    };
    connection.connect = (query) => {
      state.alive = true;
      const { reject } = query;
      query.reject = (error) => {
        query.reject = reject;
        if (isLost(error)) markDead(state);
        if (isLeftover(error)) query.handler(query);
        else reject(error);
      };
      return connect(query);
    };
    return state;
  }

  /** Has the driver tell us which connection it gives to a query. */
  function watch<Result>(result: Result, transaction: Transaction | null = null): Result {
    if (!isQuery(result)) return result; // a fragment of one
    const { onexecute } = result.options;
    result.options.onexecute = (connection) => {
      const state = guard(connection);
      if (transaction) transaction.generation = { state, generation: state.generation };
      // Its answer says whether other queries may follow on this connection: not after BEGIN.
      return onexecute ? onexecute(connection) : true;
    };
    return result;
  }

  const additions = {
    unsafe(...args: readonly unknown[]): unknown {
      const query: unknown = Reflect.apply(unsafe, sql, args);
      // `begin` asks to be told as well, and nobody else does.
      return watch(query, readQuery(query).options.onexecute ? beginning : null);
    },

    begin(...args: readonly unknown[]): unknown {
      const use = args.at(-1);
      if (typeof use !== 'function') throw new TypeError('begin takes a function');
      const transaction: Transaction = { generation: null };
      beginning = transaction; // `begin` calls our `unsafe` before it first waits
      try {
        return Reflect.apply(begin, sql, [
          ...args.slice(0, -1),
          (inner: Sql): unknown => {
            if (transaction.generation !== null)
              owners.set(readQuery(inner.unsafe('select 1')).handler, transaction.generation);
            return Reflect.apply(use, undefined, [inner]);
          },
        ]);
      } finally {
        beginning = null;
      }
    },

    async end(settings?: { timeout?: number }): Promise<void> {
      const ended = end(settings);
      // The driver begins in the next microtask; then the dead must not keep it waiting.
      await new Promise((resolve) => setImmediate(resolve));
      for (const { alive, connection } of states.values()) if (!alive) connection.terminate();
      await ended;
    },
  };
  return new Proxy(Object.assign(sql, additions), {
    apply: (target, self, args) => watch<unknown>(Reflect.apply(target, self, args)),
  });
}

interface DriverQuery {
  readonly handler: (query: DriverQuery) => unknown;
  readonly options: { onexecute?: (connection: unknown) => unknown };
  reject: (error: unknown) => void;
}
interface DriverConnection {
  readonly id: number;
  execute: (query: DriverQuery) => unknown;
  connect: (query: DriverQuery) => unknown;
  terminate: () => void;
}
/** A connection, and how many times it has died. */
interface State {
  readonly connection: DriverConnection;
  alive: boolean;
  generation: number;
}
interface Generation {
  readonly state: State;
  readonly generation: number;
}
interface Transaction {
  generation: Generation | null;
}

function markDead(state: State): void {
  if (!state.alive) return;
  state.alive = false;
  state.generation += 1;
}

/** @returns true, which tells the driver that there is nothing to wait for */
function refuse(query: DriverQuery): true {
  const error = Object.assign(new Error('The database connection was lost'), { code: 'CONNECTION_CLOSED' });
  // Later, so that whoever tries again at once does not keep the close from being seen.
  setImmediate(() => query.reject(error));
  return true;
}

/** Whether the connection itself failed; an error of one query leaves it whole. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    'syscall' in error || ('code' in error && /^CONNECT(ION_CLOSED|ION_DESTROYED|_TIMEOUT)$/.test(String(error.code)))
  );
}

/**
 * Whether an error belongs to a query of the connection before. While connecting, a query has no
 * text yet; an error that names one has been another's.
 */
function isLeftover(error: unknown): boolean {
  return error instanceof postgres.PostgresError && 'query' in error && typeof error.query === 'string';
}

function readQuery(value: unknown): DriverQuery {
  if (!isQuery(value)) throw changed();
  return value;
}

function isQuery(value: unknown): value is DriverQuery {
  return (
    value instanceof Promise &&
    'handler' in value &&
    typeof value.handler === 'function' &&
    'reject' in value &&
    typeof value.reject === 'function' &&
    'options' in value &&
    typeof value.options === 'object'
  );
}

function changed(): Error {
  return new Error('postgres.js is not the version driver.ts was written for');
}

function isConnection(value: unknown): value is DriverConnection {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value && 'execute' in value && 'connect' in value && 'terminate' in value)) return false;
  const { id, execute, connect, terminate } = value;
  return [execute, connect, terminate].every((part) => typeof part === 'function') && typeof id === 'number';
}
