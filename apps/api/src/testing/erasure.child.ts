/** A process that finishes the erasures of the database given as argument, for erasure.long.test.ts to kill. */
import { openDatabase } from '@nuances/db/client';
import { createErasures } from '../account/erasures.ts';

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error('Which database?');
const handle = openDatabase(url, { max: 4, applicationName: 'nuances-erasure-child' });
await createErasures({ db: handle.db, log: { info: () => undefined, warn: () => undefined } }).flush();
await handle.close();
