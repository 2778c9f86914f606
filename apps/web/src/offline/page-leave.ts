type Transaction = EventTarget & Pick<IDBTransaction, 'abort'>;

/** Transactions of this page that have not ended. */
const running = new Set<Transaction>();
let awake = Promise.resolve();

/** Adds a transaction to those that end when the page is left. */
export function endOnLeave(transaction: Transaction): void {
  running.add(transaction);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
}

/** Adds every transaction that a connection begins from now on. */
export function endAllOnLeave(connection: IDBDatabase): void {
  const begin = connection.transaction.bind(connection);
  connection.transaction = (...parameters) => {
    const transaction = begin(...parameters);
    endOnLeave(transaction);
    return transaction;
  };
}

/** Resolves at once; in a page that was left once it runs again: no transaction may begin before. */
export const pageRuns = (): Promise<void> => awake;

/**
 * The browser may keep a page that is left, to show it again. WebKit keeps its transactions open with it: they would end after the
 * next task of the page, and those of every other page wait for them. So they are aborted here; a committed one ends by itself.
 */
function leave({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  // A browser that lets the page run on for a moment lets it write, too, what was typed last; WebKit runs no task of it.
  awake = new Promise((resolve) => setTimeout(resolve));
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // Committed.
    }
  }
}

if (typeof window !== 'undefined') window.addEventListener('pagehide', leave);
