/**
 * A stand-in for the product, for server.test.ts to kill: starts the embedded database of the
 * folder given as argument, says so on one line, and lives until it is ended.
 * With `end` as second argument it has nothing more to do and ends by itself, without stop().
 */
import { startEmbedded } from './server.ts';

const [dataDir, then] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Which folder?');

const toStderr = (message: string) => process.stderr.write(`${message}\n`);
const database = await startEmbedded({
  dataDir,
  log: { debug: () => undefined, info: toStderr, warn: toStderr, error: toStderr },
});
if (then !== 'end') {
  const life = setInterval(() => undefined, 60_000);
  process.once('SIGTERM', () => {
    clearInterval(life);
    void database.stop();
  });
}

// Last: who reads it may end this process at once.
process.stdout.write(`${JSON.stringify({ url: database.url, adopted: database.adopted })}\n`);
