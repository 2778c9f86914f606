import { eventsKeptMonths } from '@nuances/domain/limits';

/**
 * SQL: the beginning of the oldest month whose events are kept. A month goes as a whole, once its first event is as old as
 * the retention: no event is kept for longer, and one at the end of a month is kept for a month less.
 * @param at an expression of type timestamptz
 */
export function keptFrom(at = 'now()'): string {
  return `((date_trunc('month', (${at} at time zone 'UTC') - interval '${eventsKeptMonths} months') + interval '1 month') at time zone 'UTC')`;
}
