/**
 * Program that server.faults.test.ts runs and kills in place of the product: starts the embedded database of the folder given
 * as first argument, prints its URL as one line of JSON, and runs until it is killed. With `end` as second argument it
 * ends by itself after that, without stop().
 */
import { startEmbedded } from './server.ts';

const [dataDir, then] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('The first argument is the data folder');

const toStderr = (message: string) => process.stderr.write(`${message}\n`);
const database = await startEmbedded({
  dataDir,
  log: { debug: () => undefined, info: toStderr, warn: toStderr, error: toStderr },
});
if (then !== 'end') {
  const keepAlive = setInterval(() => undefined, 60_000);
  process.once('SIGTERM', () => {
    clearInterval(keepAlive);
    void database.stop();
  });
}

// Last, because the reader may kill this process at once.
process.stdout.write(`${JSON.stringify({ url: database.url })}\n`);
