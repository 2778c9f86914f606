import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mail } from '../mail/mail.ts';
import { productBundle } from './bundle.ts';
import { startScript } from './script.ts';

const ready = /^Nuances is ready: (\S+)$/m;
/** Milliseconds; generous for a busy machine. */
const startWithin = 60_000;

/** A process of the product, as in production. */
export interface Product {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** What it wrote to standard output and standard error. */
  readonly said: { readonly out: string; readonly err: string };
  /** Mails to an address, in the order in which they were written. */
  mailsTo(email: string): Promise<Mail[]>;
  /** The administrator's command line, beside it. Resolves to what it printed. */
  admin(...words: string[]): Promise<string>;
  /** Ends it, if it has not ended, and removes its folder unless it was given one. */
  discard(): Promise<void>;
}

export interface ProductOptions {
  /** undefined for a PostgreSQL of its own. */
  readonly databaseUrl?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** A folder that outlives this process; without one it gets its own. */
  readonly dataDir?: string;
}

/** Starts the bundle on a free port and waits for the line that says so. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = await productBundle();
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'nuances-product-')));
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl,
    LOG_LEVEL: 'warn',
    DRAIN_S: '0',
    MAIL: 'file',
    RATE_LIMIT: '100000000',
    AUTH_RATE_LIMIT: '100000000',
    ...options.env,
  };
  const { child, said } = startScript([join(folder, 'main.cjs')], { env });

  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}: ${said.err}`));
    const timer = setTimeout(() => fail('The product did not start in time'), startWithin);
    child.stdout.on('data', () => {
      const address = ready.exec(said.out)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => fail(`The product ended with ${String(code)}`));
    child.once('error', reject);
    child.once('exit', () => clearTimeout(timer));
  });

  return {
    url,
    port: Number(new URL(url).port),
    dataDir,
    child,
    said,
    async mailsTo(email) {
      const outbox = join(dataDir, 'outbox');
      const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted();
      const mails = await Promise.all(
        names.map(async (name) => JSON.parse(await readFile(join(outbox, name), 'utf8')) as Mail),
      );
      return mails.filter(({ to }) => to === email);
    },
    async admin(...words) {
      const command = startScript([join(folder, 'admin.cjs'), ...words], { env });
      if ((await command.ended) !== 0) throw new Error(`admin ${words.join(' ')}: ${command.said.err}`);
      return command.said.out;
    },
    async discard() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
