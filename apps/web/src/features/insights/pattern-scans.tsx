import type { PatternScan } from '@nuances/domain/patterns/scan-groups';
import { answerOf } from '@nuances/domain/scan/scoring';
import type { AxisId } from '@nuances/domain/axes';
import { Button } from '@nuances/ui/button';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { answerName } from '../../i18n/scan-labels.ts';
import { scanMoment } from '../../i18n/scan-time.ts';
import styles from './pattern-scans.module.css';

/** Number of scans at first, and more with each press of the button. */
const page = 10;

interface Props {
  readonly axis: AxisId;
  readonly title: string;
  /** In time order. */
  readonly scans: readonly PatternScan[];
}

/** The scans of one side of a comparison as links, newest first. */
export function PatternScans({ axis, title, scans }: Props) {
  const words = useI18n();
  const { LL } = words;
  const [shown, setShown] = useState(page);
  const latest = scans.slice(-shown).reverse();
  return (
    <section className={styles.side}>
      <h3 className="t-cap-2">{title}</h3>
      <ul className={styles.list}>
        {latest.map((scan) => {
          const moment = scanMoment(words, scan);
          const answer = answerOf(scan.answers, axis);
          return (
            <li key={scan.id}>
              <Link to="/history/$id" params={{ id: scan.id }} className={styles.scan} data-hue={axis}>
                <span className={styles.day}>
                  {moment.day} <span className={styles.time}>{moment.time}</span>
                </span>
                <span className={styles.value} aria-hidden="true">
                  {answer}
                </span>
                <span className="visually-hidden">{answerName(LL, axis, answer)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {scans.length > shown ? (
        <Button variant="quiet" size="small" onClick={() => setShown(shown + page)}>
          {LL.action.more()}
        </Button>
      ) : null}
    </section>
  );
}
