import { type SQL, sql } from 'drizzle-orm';

/** A moment by the database's clock, so many seconds ahead; a negative count lies in the past. */
export const secondsFromNow = (count: number): SQL => sql`now() + make_interval(secs => ${count})`;
