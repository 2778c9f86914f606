/**
 * The internals of postgres.js 3.4.9 that our patches use. They are checked, so that another version fails with a clear
 * error.
 */

/** A query of the driver, which is also the promise of its result. */
export interface DriverQuery {
  /** Sends the query: to any connection of the pool, or to the one of its transaction. */
  readonly handler: (query: DriverQuery) => unknown;
  readonly options: { onexecute?: (connection: unknown) => unknown };
  reject: (error: unknown) => void;
}

/** A connection of the driver. The object outlives its socket and is used again for the next one. */
export interface DriverConnection {
  readonly id: number;
  execute: (query: DriverQuery) => unknown;
  connect: (query: DriverQuery) => unknown;
  terminate: () => void;
}

export function isQuery(value: unknown): value is DriverQuery {
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

/** @throws Error when the driver is not the version the patches were written for */
export function readQuery(value: unknown): DriverQuery {
  if (!isQuery(value)) throw unknownVersion();
  return value;
}

/** @throws Error as {@link readQuery} */
export function readConnection(value: unknown): DriverConnection {
  if (!isConnection(value)) throw unknownVersion();
  return value;
}

function unknownVersion(): Error {
  return new Error('postgres.js is not the version that packages/db/src/postgres/patches was written for');
}

function isConnection(value: unknown): value is DriverConnection {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value && 'execute' in value && 'connect' in value && 'terminate' in value)) return false;
  const { id, execute, connect, terminate } = value;
  return [execute, connect, terminate].every((part) => typeof part === 'function') && typeof id === 'number';
}
