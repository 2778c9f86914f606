import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const repositoryRoot = dirname(import.meta.dirname);
/** Timeout of the first start, which may build everything, milliseconds. */
const startTimeoutMs = 300_000;
const stopTimeoutMs = 15_000;
const ready = /^Nuances is ready: (\S+)$/m;

/** The built product as `npm start` runs it, with a data folder of its own. */
export class Product {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'nuances-bench-'));
  readonly #log = join(this.#dataDir, 'product.log');
  readonly #nodeArguments: readonly string[];
  #child: ChildProcess | undefined;
  #port = 0;

  /** @param nodeArguments options of node for the product's process, such as those of its profiler */
  constructor(nodeArguments: readonly string[] = []) {
    this.#nodeArguments = nodeArguments;
    // Started as root, the embedded database runs under another account, which must be able to enter the folder.
    chmodSync(this.#dataDir, 0o711);
  }

  /** Environment with which an administrator's command finds the same database. */
  get dataDir(): string {
    return this.#dataDir;
  }

  get port(): number {
    return this.#port;
  }

  /** Process id of the server. */
  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('The product does not run');
    return this.#child.pid;
  }

  /**
   * Starts the product and waits until its log says that it is ready.
   * @returns duration in milliseconds, and whether it had to build first
   */
  async start(): Promise<{ ms: number; built: boolean }> {
    const log = openSync(this.#log, 'w');
    const began = performance.now();
    const child = spawn(process.execPath, [...this.#nodeArguments, join(repositoryRoot, 'apps', 'api', 'start.mjs')], {
      cwd: repositoryRoot,
      env: {
        ...process.env,
        // Not NODE_ENV=production: the build would be a different one. The log settings are production's.
        NODE_ENV: '',
        LOG_LEVEL: 'info',
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: this.#dataDir,
        DATABASE_URL: '',
        MASTER_KEY: '',
        MASTER_KEY_PREVIOUS: '',
        // Without the mail settings of the shell: the accounts are made up, and no mail may be sent.
        MAIL: 'file',
        RATE_LIMIT: '100000000',
        AUTH_RATE_LIMIT: '100000000',
        DRAIN_S: '0',
      },
      // The log goes to a file, so that reading it costs the measuring process no time.
      stdio: ['ignore', 'pipe', log],
    });
    closeSync(log);
    this.#child = child;
    const url = await new Promise<string>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why}\n${readFileSync(this.#log, 'utf8').slice(-2_000)}`));
      const timer = setTimeout(() => fail('The product did not start in time'), startTimeoutMs);
      let output = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const address = ready.exec(output)?.[1];
        if (address === undefined) return;
        clearTimeout(timer);
        resolve(address);
      });
      child.once('error', (error) => fail(error.message));
      child.once('exit', (code) => fail(`The product ended with ${String(code)} instead of starting`));
    });
    const ms = performance.now() - began;
    this.#port = Number(new URL(url).port);
    return { ms, built: readFileSync(this.#log, 'utf8').includes('Building Nuances') };
  }

  /** Address of its embedded database, from the files in `DATA_DIR`. Valid until the next start. */
  databaseUrl(): string {
    const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
    const password = read(this.#dataDir, 'postgres.password').trim();
    const lines = read(this.#dataDir, 'postgres', 'postmaster.pid').split('\n');
    const [port, socketFolder] = lines.slice(3);
    const host = socketFolder ? encodeURIComponent(socketFolder) : '127.0.0.1';
    return `postgres://nuances_app:${password}@${host}:${port}/postgres`;
  }

  /**
   * Pauses the product, but not its database, until {@link resume}, so that its background jobs do not disturb a
   * measurement.
   */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGCONT'); // A paused process could not end.
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(force);
  }

  /** Ends it and removes its data. */
  async discard(): Promise<void> {
    await this.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}
