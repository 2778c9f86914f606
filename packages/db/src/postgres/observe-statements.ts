import type { Sql } from 'postgres';

/**
 * Called with the text of each statement when it is made, never with its values. Returns what is called at its end, with
 * the error if it failed; null without an observer.
 */
export type StatementObserver = (text: string) => ((error?: unknown) => void) | null;

/**
 * Lets an observer follow the statements that drizzle sends through a pool, those of transactions included.
 * @param sql is changed
 */
export function observeStatements(sql: Sql, observer: StatementObserver): void {
  const observed = (owner: object, unsafe: (...args: never[]) => unknown) =>
    function (...args: readonly unknown[]): unknown {
      const query: unknown = Reflect.apply(unsafe, owner, args);
      const end = observer(String(args[0]));
      // Not its own `then`, which would send it before its form is chosen.
      if (end && query instanceof Promise) void Promise.prototype.then.call(query, () => end(), end);
      return query;
    };
  const { unsafe, begin } = sql;
  Object.assign(sql, {
    unsafe: observed(sql, unsafe),
    begin(...args: readonly unknown[]): unknown {
      const use = args.at(-1);
      if (typeof use !== 'function') throw new TypeError('begin takes a function');
      const inTransaction = (inner: Sql): unknown =>
        Reflect.apply(use, undefined, [Object.assign(inner, { unsafe: observed(inner, inner.unsafe) })]);
      return Reflect.apply(begin, sql, [...args.slice(0, -1), inTransaction]);
    },
  });
}
