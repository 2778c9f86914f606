import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { Server } from '../e2e/support/server.ts';
import { type Call, newPerson, openClient, type Person, type SendRequest } from './client.ts';
import { openSql } from './open-sql.ts';

/** What is measured: the built product as `npm start` runs it, with a data folder of its own. */
export class Product extends Server {
  /** @param nodeArguments options of node for the product's process, such as those of its profiler */
  constructor(nodeArguments: readonly string[] = []) {
    super('bench', {
      nodeArguments,
      // A line for each call of a measurement.
      forgetsLog: true,
      env: {
        // Those of production.
        LOG_LEVEL: 'info',
        DATABASE_URL: '',
        MASTER_KEY: '',
        MASTER_KEY_PREVIOUS: '',
        // Without the mail settings of the shell: the accounts are made up, and no mail may be sent.
        MAIL: 'file',
      },
    });
    // Started as root, the embedded database runs under another account, which must be able to enter the folder.
    chmodSync(this.dataDir, 0o711);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Address of its embedded database, from the files in `DATA_DIR`. Valid until the next start. */
  databaseUrl(): string {
    const read = (...path: string[]) => readFileSync(join(this.dataDir, ...path), 'utf8');
    const password = read('postgres.password').trim();
    const [port, socketFolder] = read('postgres', 'postmaster.pid').split('\n').slice(3);
    const host = socketFolder ? encodeURIComponent(socketFolder) : '127.0.0.1';
    return `postgres://nuances_app:${password}@${host}:${port}/postgres`;
  }

  /**
   * Pauses the product, but not its database, until {@link resume}, so that its background jobs do not disturb a
   * measurement.
   */
  pause(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.pid, 'SIGCONT');
  }
}

/** What measurements work with: a running product, and its database. */
export interface Stage {
  readonly product: Product;
  readonly origin: string;
  readonly send: SendRequest;
  readonly call: Call;
  readonly sql: Sql;
  /** Creates an account and logs in. One after the other: a busy machine answers several at once with 503. */
  readonly newPerson: (username: string) => Promise<Person>;
  /** Ends the connections to both. */
  readonly close: () => Promise<void>;
}

/** Starts a product, the first time building it. @param connections that calls and statements have */
export async function start(product: Product, connections: number): Promise<Stage> {
  process.stderr.write('Starting the product (the first time it is built)…\n');
  await product.start();
  const { send, call, close } = openClient(product.port, connections);
  const sql = openSql(product.databaseUrl(), connections);
  return {
    product,
    origin: `http://localhost:${product.port}`,
    send,
    call,
    sql,
    newPerson: (username) => newPerson(call, username),
    async close() {
      close();
      await sql.end({ timeout: 5 });
    },
  };
}

/** Does something with a product of its own, which is removed afterwards, also when a signal ends this process. */
export async function withProduct(
  work: (product: Product) => Promise<void>,
  nodeArguments?: readonly string[],
): Promise<void> {
  const product = new Product(nodeArguments);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void product.discard().then(() => process.exit(130)));
  try {
    await work(product);
  } finally {
    await product.discard();
  }
}
