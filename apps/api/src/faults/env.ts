/** Whether the long suites run whole (`npm run test:faults`) or in the short form for every `npm test`. */
export const isWhole = process.env['NUANCES_FAULTS'] === 'whole';

/** Whether the contract is tested through PgBouncer (`npm run test:pgbouncer`). */
export const isPooled = process.env['NUANCES_POOLER'] === 'pgbouncer';

/** Whether the contract is tested with a replica that lags (`npm run test:replica`). */
export const isReplicated = process.env['NUANCES_REPLICA'] === 'lagging';

/** Whether the people of the contract have one-time codes (`npm run test:codes`). */
export const hasCodes = process.env['NUANCES_SECOND_FACTOR'] === 'codes';

/** Prints a measured value in the long form. */
export function report(line: string): void {
  if (isWhole) console.warn(line);
}
