import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@nuances/db/free-port';

const pollMs = 50;

/** A running HAProxy. */
export interface Balancer {
  readonly url: string;
  /** Resolves once it sends requests to this instance, by its place in the list. */
  sendsTo(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts HAProxy of the machine before instances on these ports, with the settings of docs/watching.md. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'nuances-balancer-'));
  const [port, statusPort] = [await freePort(), await freePort()];
  await writeFile(
    join(folder, 'haproxy.cfg'),
    `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  option redispatch
frontend product
  bind 127.0.0.1:${port}
  default_backend nuances
frontend status
  bind 127.0.0.1:${statusPort}
  stats enable
  stats uri /
backend nuances
  option httpchk GET /api/health
  timeout check 3s
  default-server check inter 500ms fall 1 rise 1
${ports.map((of, index) => `  server i${index} 127.0.0.1:${of}\n`).join('')}`,
  );
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  const isUp = (index: number) =>
    fetch(`http://127.0.0.1:${statusPort}/;csv`)
      .then((answer) => answer.text())
      .then(
        (text) => new RegExp(`^nuances,i${index},.*,UP,`, 'm').test(text),
        () => false,
      );
  return {
    url: `http://127.0.0.1:${port}`,
    async sendsTo(index) {
      while (!(await isUp(index))) {
        if (child.exitCode !== null) throw new Error('HAProxy did not start');
        await sleep(pollMs);
      }
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
