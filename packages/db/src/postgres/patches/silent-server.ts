/**
 * Patch of postgres.js 3.4.9: it waits for an answer as long as TCP does, a quarter of an hour where a host has vanished
 * without a reset, and every statement behind it waits too. Here the connection ends when the server owes an answer and has
 * sent nothing for longer than its own `statement_timeout` lets a statement take.
 */
import type { Socket } from 'node:net';

/** Messages of the protocol: the server is ready for the next statement, outside of a transaction or in one. */
const ready = 'Z'.charCodeAt(0);
const outside = 'I'.charCodeAt(0);
/** Those that it answers so. */
const asking: readonly (number | undefined)[] = ['Q', 'S'].map((type) => type.charCodeAt(0));

/** Reads a stream of messages in pieces of any size. @param onReady called with the state that each `ready` tells */
function createReader(onReady: (state: number | undefined) => void): (chunk: Buffer) => void {
  let begun = Buffer.alloc(0);
  /** Bytes of a message that are still to come. */
  let left = 0;
  return (chunk) => {
    const bytes = begun.length > 0 ? Buffer.concat([begun, chunk]) : chunk;
    let at = left;
    for (; at + 6 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
      if (bytes[at] === ready) onReady(bytes[at + 5]);
    begun = Buffer.from(bytes.subarray(at));
    left = Math.max(0, at - bytes.length);
  };
}

/**
 * Ends a connection whose server has owed an answer and sent nothing for so long. A transaction that changes
 * `statement_timeout` for itself may take any time, and so may everything before the server is ready for the first statement,
 * which has a limit of its own.
 * @param ms milliseconds
 */
export function endWhenSilent(socket: Socket, ms: number): Socket {
  const { write } = socket;
  const push = socket.push.bind(socket);
  let isOpen = false;
  /** Messages without an answer, and whether the last one waits for more of ours before it is answered. */
  let [owed, isPartial] = [0, false];
  let [isUnlimited, isHeard] = [false, false];
  let timer: NodeJS.Timeout | undefined;

  const read = createReader((state) => {
    if (isOpen) owed -= 1;
    isOpen = true;
    if (owed === 0 && state === outside) isUnlimited = false;
  });

  function check(): void {
    timer = undefined;
    if (owed === 0 && !isPartial) return;
    if (isHeard || isUnlimited) wait();
    else socket.destroy(Object.assign(new Error('The database does not answer'), { code: 'CONNECTION_CLOSED' }));
  }

  function wait(): void {
    if (timer) return;
    isHeard = false;
    // After what has arrived while this process itself stood still.
    timer = setTimeout(() => setImmediate(check), ms).unref();
  }

  socket.push = (chunk: Buffer | null) => {
    isHeard = true;
    if (chunk) read(chunk);
    return push(chunk);
  };
  socket.write = (...values: readonly unknown[]): boolean => {
    const [bytes] = values;
    if (isOpen && Buffer.isBuffer(bytes)) {
      // The driver writes whole messages.
      for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
        isPartial = !asking.includes(bytes[at]);
        if (!isPartial) owed += 1;
      }
      if (bytes.includes('statement_timeout')) isUnlimited = true;
      wait();
    }
    return Boolean(Reflect.apply(write, socket, values));
  };
  return socket;
}
