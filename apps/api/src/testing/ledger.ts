import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpResponse, type HttpClient, openHttpClient } from './http-client.ts';
import { openWriter, type Writer } from './ledger-writer.ts';

/** Between two tries of what was not acknowledged, milliseconds. */
const retryMs = 50;
/** How long something is tried, once the faults are over, before the run is given up, milliseconds. */
const acknowledgeTimeoutMs = 60_000;

export interface Audit {
  /** Acknowledged, but missing. */
  readonly missing: number;
  /** Duplicated, or not acknowledged. */
  readonly duplicates: number;
  readonly altered: number;
  /** In another account. */
  readonly foreign: number;
}

export interface Ledger {
  /** Writes without pause until it is stopped; each write is retried until it is acknowledged. Resolves when no write is left. */
  write(until: Promise<unknown>): Promise<void>;
  /** Reads all accounts and compares them with the record of acknowledged writes. */
  audit(): Promise<Audit & { readonly total: number }>;
  /** Counts of acknowledged writes, statuses and connection errors. */
  readonly met: ReadonlyMap<string, number>;
  acknowledged(): number;
  close(): void;
}

/**
 * Clients that write and record acknowledged writes. Whatever happens to the product: each recorded item must be
 * stored once, unchanged, in its own account only.
 * @param port the product's port, the same after a restart
 */
export async function openLedger(port: number, { people, seed }: { people: number; seed: number }): Promise<Ledger> {
  const client: HttpClient = openHttpClient(port, people * 2);
  const met = new Map<string, number>();
  const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
  let acknowledged = 0;
  /** When the last faults ended, milliseconds of this process; infinite while there are some. */
  let calmSince = 0;

  /** Retries until there is a final answer, without temporary errors. */
  async function insist(method: string, path: string, token: string, body?: unknown): Promise<HttpResponse> {
    const since = performance.now();
    for (let isFirst = true; ; isFirst = false) {
      const answer = await client
        .request({ method, path, headers: { authorization: `Bearer ${token}` }, body })
        .catch((error: unknown) => {
          meet(error instanceof Error && 'code' in error ? String(error.code) : 'fault');
          return null;
        });
      if (answer) {
        meet(String(answer.status));
        if (answer.status === 503 && !(Number(answer.headers['retry-after']) > 0)) meet('503 without Retry-After');
        // Deleted already: the answer to the first try was lost.
        if (answer.status < 300 || (method === 'DELETE' && answer.status === 404 && !isFirst)) {
          acknowledged += 1;
          return answer;
        }
        if (answer.status < 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      }
      if (performance.now() - Math.max(since, calmSince) > acknowledgeTimeoutMs)
        throw new Error(`${method} ${path} was never acknowledged`);
      await sleep(retryMs);
    }
  }

  // One after the other: a busy machine refuses so many passwords at once.
  const writers: Writer[] = [];
  for (let index = 0; index < people; index += 1) writers.push(await openWriter(client, insist, seed, index));

  return {
    met,
    acknowledged: () => acknowledged,
    async write(until) {
      calmSince = Number.POSITIVE_INFINITY;
      const end = () => (calmSince = performance.now());
      until.then(end, end);
      // All of them: the audit would miss what one that goes on has just written.
      const ended = await Promise.allSettled(
        writers.map(async (writer) => {
          while (calmSince === Number.POSITIVE_INFINITY) await writer.step();
        }),
      );
      for (const writer of ended) if (writer.status === 'rejected') throw writer.reason;
    },
    async audit() {
      const found = { missing: 0, duplicates: 0, altered: 0, foreign: 0, total: 0 };
      for (const writer of writers) {
        const rows = await writer.read();
        const seen = new Set<string>();
        for (const { kind, id, hash } of rows) {
          found.total += 1;
          const written = writer.book.get(id);
          if (writers.some((other) => other !== writer && other.book.has(id))) found.foreign += 1;
          else if (!written || seen.has(id)) found.duplicates += 1;
          else if (written.kind !== kind || written.hash !== hash) found.altered += 1;
          seen.add(id);
        }
        for (const id of writer.book.keys()) if (!seen.has(id)) found.missing += 1;
      }
      return found;
    },
    close: () => client.close(),
  };
}
