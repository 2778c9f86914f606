/** Whether the long suites run whole (`npm run test:faults`) or in the short form that every `npm test` has time for. */
export const isWhole = process.env['NUANCES_FAULTS'] === 'whole';

/** Says a figure that was measured, where whoever runs the whole form reads it. */
export function report(line: string): void {
  if (isWhole) console.warn(line);
}
