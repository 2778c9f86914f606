import { decimal } from '@nuances/i18n/numbers';
import { Button } from '@nuances/ui/button';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { runTexts } from './run-text.ts';
import styles from './usage-table.module.css';

interface Props {
  readonly now: Date;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Table of the last runs of the aggregation; closed at first. */
export function Runs({ now, open, onOpen }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const { run: headings } = LL.admin;
  const { data: runs } = trpc.admin.runs.useQuery();
  const title = LL.admin.runs();
  if (!runs || runs.length === 0) return null;
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className={styles.toggle}
        aria-expanded={open}
        iconEnd={open ? 'up' : 'down'}
        onClick={() => onOpen(!open)}
      >
        {title}
      </Button>
      {open ? (
        // A scroll area must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
          <table className={styles.table}>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                {[headings.started, headings.trigger, headings.duration, headings.rows, headings.outcome].map(
                  (heading) => (
                    <th key={heading()} scope="col">
                      {heading()}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => {
                const { started, trigger, duration, outcome } = runTexts(words, run, now);
                return (
                  <tr key={run.id}>
                    <th scope="row">{`${started.date}, ${started.time}`}</th>
                    <td>{trigger}</td>
                    <td>{duration}</td>
                    <td>{decimal(run.rows, locale)}</td>
                    <td>{outcome}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  );
}
