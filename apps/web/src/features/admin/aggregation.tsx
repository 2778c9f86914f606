import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { useI18n } from '../../i18n/locale-store.ts';
import { launchMessage } from './launch.ts';
import { runTexts, type AggregationRun } from './run-text.ts';
import { useAggregation } from './use-aggregation.ts';
import styles from './aggregation.module.css';

/** Button that starts the aggregation of events into weeks, and the result of the last run. */
export function Aggregation({ now }: { readonly now: Date }) {
  const { LL } = useI18n();
  const { runs, state, busy, start } = useAggregation();
  const message = state === null ? null : launchMessage(LL.admin, state);
  return (
    <div className={styles.aggregation}>
      <div className={styles.status}>
        <FormMessage className={styles.message} kind={message?.kind ?? 'error'}>
          {message?.text}
        </FormMessage>
        {runs ? <LastRun run={runs[0]} now={now} /> : null}
      </div>
      <Button variant="outline" busy={busy} busyLabel={LL.admin.aggregating()} onClick={() => void start()}>
        {LL.admin.aggregate()}
      </Button>
    </div>
  );
}

function LastRun({ run, now }: { readonly run: AggregationRun | undefined; readonly now: Date }) {
  const words = useI18n();
  const { admin } = words.LL;
  if (!run) return <p className={styles.last}>{admin.neverRun()}</p>;
  const { started, trigger, duration, rows, outcome } = runTexts(words, run, now);
  if (run.outcome === 'running')
    return (
      <p className={styles.last}>
        {admin.alreadyRunning()}{' '}
        {[trigger, admin.run.progress({ done: run.weeksDone, total: run.weeksTotal })].join(' · ')}
      </p>
    );
  return <p className={styles.last}>{[admin.lastRun(started), trigger, duration, rows, outcome].join(' · ')}</p>;
}
