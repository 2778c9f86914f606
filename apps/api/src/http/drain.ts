import type { Server } from 'node:http';

/** The time between the signal to end and the closing of the listener: balancers stop sending requests meanwhile. */
export interface Drain {
  /** Whether the product is about to end: it answers, but is not ready for more. */
  isOn(): boolean;
  /** From now on every answer closes its connection, so that clients open the next one to another instance. */
  start(server: Server): void;
}

/** The drain of one instance. */
export function createDrain(): Drain {
  let isOn = false;
  return {
    isOn: () => isOn,
    start(server) {
      isOn = true;
      // Here and not in a hook, which would cost something with each request of a whole life.
      server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    },
  };
}
