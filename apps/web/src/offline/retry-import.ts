import { isChunkLoadError } from '../browser/chunk-errors.ts';
import { onReconnect } from './connection.ts';

/**
 * Does work whose code is loaded late. When a file of it cannot be fetched, the work starts again once the network or the
 * server is back; the file is asked for anew then. Rejects with every other error of the first start.
 */
export async function retryImport(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error && isChunkLoadError(error))) throw error;
    const stop = onReconnect(() => {
      stop();
      retryImport(work).catch(() => undefined);
    });
  }
}
