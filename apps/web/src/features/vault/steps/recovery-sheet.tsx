import { dayMonthAndYear } from '@nuances/i18n/dates';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useI18n } from '../../../i18n/locale-store.ts';
import paper from '../../../components/paper-sheet.module.css';
import styles from './recovery-sheet.module.css';

interface Sheet {
  readonly username: string;
  readonly address: string;
  /** Eight groups of four characters. */
  readonly groups: readonly string[];
  readonly fingerprint: readonly string[] | null;
}

/** The sheet as plain text, for a file. */
export function useSheetText({ username, address, groups, fingerprint }: Sheet): string {
  const words = useI18n().LL.sheet;
  return [
    words.title(),
    words.for({ username, address }),
    '',
    groups.slice(0, 4).join(' '),
    groups.slice(4).join(' '),
    '',
    words.what(),
    words.letters(),
    words.use.open({ address }),
    words.use.choose(),
    words.use.renew(),
    '',
    ...(fingerprint ? [`${words.print()}: ${fingerprint.join(' ')}`, ''] : []),
  ].join('\n');
}

/** The recovery code on one sheet of paper, black on white; only the printer shows it. */
export function RecoverySheet({ username, address, groups, fingerprint }: Sheet) {
  const { LL, locale } = useI18n();
  const words = LL.sheet;
  const [date] = useState(() => dayMonthAndYear(new Date(), locale));
  return createPortal(
    <div className={`${paper.sheet} ${styles.sheet}`}>
      <p className={styles.for}>{words.for({ username, address })}</p>
      <h1>{words.title()}</h1>
      <p>{words.what()}</p>
      <ol className={styles.code}>
        {Array.from(groups.entries(), ([place, letters]) => (
          <li key={place}>{letters}</li>
        ))}
      </ol>
      <p className={styles.small}>{words.letters()}</p>
      <h2>{words.use.title()}</h2>
      <ol className={styles.use}>
        <li>{words.use.open({ address })}</li>
        <li>{words.use.choose()}</li>
        <li>{words.use.renew()}</li>
      </ol>
      <div className={styles.advice}>
        <div>
          <h2>{words.keep.title()}</h2>
          <p>{words.keep.text()}</p>
        </div>
        <div>
          <h2>{words.seen.title()}</h2>
          <p>{words.seen.text()}</p>
        </div>
        <div>
          <h2>{words.lost.title()}</h2>
          <p>{words.lost.text()}</p>
        </div>
        {fingerprint ? (
          <div>
            <h2>{words.print()}</h2>
            <p className={styles.print}>
              {Array.from(fingerprint.entries(), ([place, word]) => (
                <span key={place}>{word} </span>
              ))}
            </p>
          </div>
        ) : null}
      </div>
      <p className={paper.place}>{words.place()}</p>
      <p className={`${paper.made} ${styles.made}`}>
        <span>{words.made({ date })}</span>
        <span>1 / 1</span>
      </p>
    </div>,
    document.body,
  );
}
