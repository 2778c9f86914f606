import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const repositoryRoot = dirname(dirname(import.meta.dirname));
/** The first start may build the whole product. */
const startTimeoutMs = 300_000;
const stopTimeoutMs = 15_000;
const logTimeoutMs = 5_000;
const logs = join(import.meta.dirname, '..', 'test-results', 'servers');

/**
 * Without `NODE_ENV`, which Playwright sets for its workers: the product starts as it does for a person, and finds the
 * existing build.
 */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV'));

/** The product as on a first start: built, with an empty data folder of its own. */
export class Server {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'nuances-story-'));
  readonly #name: string;
  #child: ChildProcess | undefined;
  #url: string | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Address; stays the same after a restart. */
  get url(): string {
    if (this.#url === undefined) throw new Error('the server was never started');
    return this.#url;
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  /** Folder of the mails that it would have sent. */
  get outbox(): string {
    return join(this.#dataDir, 'outbox');
  }

  get #log(): string {
    return join(logs, `${this.#name}.log`);
  }

  get running(): boolean {
    return this.#child !== undefined;
  }

  /** @param more variables of this start only */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    if (this.#child) return;
    mkdirSync(logs, { recursive: true });
    const log = createWriteStream(this.#log, { flags: 'a' });
    const child = spawn(process.execPath, [join(repositoryRoot, 'apps', 'api', 'start.mjs')], {
      cwd: repositoryRoot,
      env: {
        ...environment,
        FORCE_COLOR: '',
        PORT: this.#url ? new URL(this.#url).port : '0',
        HOST: '127.0.0.1',
        DATA_DIR: this.#dataDir,
        RATE_LIMIT: '1000000',
        AUTH_RATE_LIMIT: '1000000',
        DRAIN_S: '0', // no balancer sends anything
        // Its log is searched for secrets, so the log level is the lowest.
        LOG_LEVEL: 'trace',
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stderr.pipe(log, { end: false });
    child.stdout.pipe(log, { end: false });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
    this.#url = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(`the server did not start in ${startTimeoutMs} ms\n${said}`));
      }, startTimeoutMs);
      let heard = '';
      child.stdout.on('data', (chunk: Buffer) => {
        heard += chunk.toString();
        const url = /Nuances is ready: (\S+)/.exec(heard)?.[1];
        if (url === undefined) return;
        clearTimeout(late);
        resolve(url);
      });
      child.once('exit', (code) => {
        clearTimeout(late);
        this.#child = undefined;
        reject(new Error(`the server ended with ${code} before it was ready\n${said}`));
      });
    });
  }

  /** Its complete log. One more request is sent and awaited in the log, so that nothing is pending. */
  async log(): Promise<string> {
    await this.start();
    const { headers } = await fetch(`${this.url}/api/health`);
    const last = headers.get('x-request-id');
    if (last === null) throw new Error('the server names no request');
    for (const end = Date.now() + logTimeoutMs; Date.now() < end; await pause(20)) {
      const said = await readFile(this.#log, 'utf8');
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
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (child.exitCode !== null) return;
    child.kill(signal);
    const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(force);
  }
}
