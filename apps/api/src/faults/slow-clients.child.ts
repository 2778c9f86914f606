/**
 * Clients that never finish their request, for slow-clients.faults.test.ts: so many connections that they are held by
 * another process than the one that measures. Writes one line of JSON when the last of them is closed.
 *
 * Arguments: port, how many that send headers slowly, how many that send a body slowly, first source address
 * (127.0.0.x; 0 for the system's choice).
 */
import { connect, type Socket } from 'node:net';

const [port = 0, heads = 0, bodies = 0, address = 0] = process.argv.slice(2).map(Number);

/** Milliseconds between two bytes. */
const pauseMs = 2_000;
/** Connections from one source address: it has about 28,000 ports, some of them in TIME_WAIT. */
const perAddress = 2_000;
/** Opened at a time, to test the server's timeouts and not the kernel's accept queue. */
const atOnce = 35;

const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n';
const beginnings = { head, body: `${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{` } as const;
type Kind = keyof typeof beginnings;

const counts = { closed: 0, answered: {} as Record<string, number>, refused: 0, longestMs: 0 };

/** One slow client, from its first byte to its end. */
function dawdle(kind: Kind, index: number): Promise<void> {
  const from = address === 0 ? {} : { localAddress: `127.0.0.${address + Math.floor(index / perAddress)}` };
  return new Promise((resolve) => {
    let began = 0;
    let said = '';
    let drip: ReturnType<typeof setInterval> | undefined;
    const socket: Socket = connect({ port, host: '127.0.0.1', ...from }, () => {
      began = performance.now();
      socket.write(beginnings[kind]);
      drip = setInterval(() => socket.write(kind === 'head' ? 'x' : ' '), pauseMs);
    });
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (said += String(chunk)));
    // A write to a closed connection is answered by a reset.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      if (began === 0) counts.refused += 1;
      else {
        counts.closed += 1;
        counts.longestMs = Math.max(counts.longestMs, performance.now() - began);
        const status = /^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 'none';
        counts.answered[status] = (counts.answered[status] ?? 0) + 1;
      }
      resolve();
    });
  });
}

const kinds: Kind[] = [...Array<Kind>(heads).fill('head'), ...Array<Kind>(bodies).fill('body')];
const ends: Promise<void>[] = [];
for (let from = 0; from < kinds.length; from += atOnce) {
  for (const [offset, kind] of kinds.slice(from, from + atOnce).entries()) ends.push(dawdle(kind, from + offset));
  await new Promise((resolve) => setTimeout(resolve, 25));
}
await Promise.all(ends);
process.stdout.write(`${JSON.stringify(counts)}\n`);
