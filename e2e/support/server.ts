import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const repositoryRoot = dirname(dirname(import.meta.dirname));
/** The first start may build the whole product. */
const startTimeoutMs = 300_000;
const stopTimeoutMs = 15_000;
const logTimeoutMs = 5_000;
const logs = join(import.meta.dirname, '..', 'test-results', 'servers');
const ready = /^Nuances is ready: (\S+)$/m;

/**
 * Without `NODE_ENV`, which Playwright sets for its workers: the product starts as it does for a person, and finds the
 * existing build.
 */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV'));

/** What differs from server to server, at each of its starts. */
interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Options of node, such as those of its profiler. */
  readonly nodeArguments?: readonly string[];
  /** Whether its log goes with its data; else it stays for whoever looks for a fault. */
  readonly forgetsLog?: boolean;
}

/** The product as on a first start: built, with an empty data folder of its own. */
export class Server {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'nuances-server-'));
  readonly #log: string;
  readonly #options: ServerOptions;
  #child: ChildProcess | undefined;
  #url: string | undefined;
  /** Length of the log at the last start, bytes. */
  #logFrom = 0;

  constructor(name: string, options: ServerOptions = {}) {
    this.#log = join(options.forgetsLog === true ? this.dataDir : logs, `${name}.log`);
    this.#options = options;
  }

  /** Address; stays the same after a restart. */
  get url(): string {
    if (this.#url === undefined) throw new Error('the server was never started');
    return this.#url;
  }

  /** Its process. */
  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('the server does not run');
    return this.#child.pid;
  }

  /** Folder of the mails that it would have sent. */
  get outbox(): string {
    return join(this.dataDir, 'outbox');
  }

  /** @param more variables of this start only */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    if (this.#child) return;
    const { env, nodeArguments = [] } = this.#options;
    mkdirSync(logs, { recursive: true });
    // It writes to the file itself, so that its log costs this process no time.
    const log = openSync(this.#log, 'a');
    this.#logFrom = fstatSync(log).size;
    const child = spawn(process.execPath, [...nodeArguments, join(repositoryRoot, 'apps', 'api', 'start.mjs')], {
      cwd: repositoryRoot,
      env: {
        ...environment,
        FORCE_COLOR: '',
        PORT: this.#url ? new URL(this.#url).port : '0',
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        RATE_LIMIT: '100000000',
        AUTH_RATE_LIMIT: '100000000',
        DRAIN_S: '0', // no balancer sends anything
        // Its log is searched for secrets, so the log level is the lowest.
        LOG_LEVEL: 'trace',
        ...env,
        ...more,
      },
      stdio: ['ignore', 'pipe', log],
    });
    closeSync(log);
    this.#child = child;
    this.#url = await new Promise<string>((resolve, reject) => {
      const fail = (why: string) => {
        clearTimeout(late);
        this.#child = undefined;
        reject(new Error(`${why}\n${this.saidSinceStart().slice(-4_000)}`));
      };
      const late = setTimeout(() => {
        child.kill('SIGKILL');
        fail(`the server did not start in ${startTimeoutMs} ms`);
      }, startTimeoutMs);
      let heard = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        appendFileSync(this.#log, chunk);
        heard += chunk.toString();
        const url = ready.exec(heard)?.[1];
        if (url === undefined) return;
        clearTimeout(late);
        for (const event of ['exit', 'error']) child.removeAllListeners(event);
        // A signal that could not be sent is seen by whoever waits for its effect.
        child.on('error', () => undefined);
        child.once('exit', () => {
          if (this.#child === child) this.#child = undefined;
        });
        resolve(url);
      });
      child.once('error', (error) => fail(error.message));
      child.once('exit', (code) => fail(`the server ended with ${code} before it was ready`));
    });
  }

  /** What it has written since its last start. */
  saidSinceStart(): string {
    const log = openSync(this.#log, 'r');
    try {
      const said = Buffer.alloc(fstatSync(log).size - this.#logFrom);
      return said.subarray(0, readSync(log, said, 0, said.length, this.#logFrom)).toString();
    } finally {
      closeSync(log);
    }
  }

  /** Its complete log. One more request is sent and awaited in the log, so that nothing is pending. */
  async log(): Promise<string> {
    await this.start();
    const { headers } = await fetch(`${this.url}/api/health`);
    const last = headers.get('x-request-id');
    if (last === null) throw new Error('the server names no request');
    for (const end = Date.now() + logTimeoutMs; Date.now() < end; await pause(20)) {
      const said = readFileSync(this.#log, 'utf8');
      if (said.includes(last)) return said;
    }
    throw new Error('the server does not log its requests');
  }

  /** Stops it in order, as Ctrl-C does. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Kills it, as a power cut does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops it and removes its data. */
  async discard(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    child.kill('SIGCONT'); // A paused process could not end.
    const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(force);
  }
}
