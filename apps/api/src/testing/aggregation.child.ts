/**
 * A process that counts the weeks of the database given as argument, for aggregation.faults.test.ts to kill: prints
 * that it is ready, waits for a line, prints that its run has started, and its outcome.
 */
import { openDatabase } from '@nuances/db/client';
import { once } from 'node:events';
import { createAggregation } from '../admin/aggregation.ts';

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error('Which database?');
const say = (word: string) => process.stdout.write(`${word}\n`);

const handle = openDatabase(url, { max: 4, applicationName: 'nuances-aggregation-child' });
const toStderr = (details: object) => process.stderr.write(`${JSON.stringify(details)}\n`);
const aggregation = createAggregation({ db: handle.db, log: { info: () => undefined, error: toStderr } });
await handle.sql`select 1`;
say('ready');
await once(process.stdin, 'data');
const run = await aggregation.begin({ trigger: 'command' });
say(run === null ? 'busy' : 'begun');
if (run) say(await run.ended);
process.stdin.destroy();
await handle.close();
