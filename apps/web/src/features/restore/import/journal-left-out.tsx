import { countText } from '@nuances/i18n/plural';
import { useI18n } from '../../../i18n/locale-store.ts';
import config from '../../../components/section-text.module.css';
import type { JournalSummary } from '../../../archive/journal/journal-work.ts';
import styles from './journal-left-out.module.css';

/** The entries of a journal that are not imported, line by line, and the time zone in which its times are read. */
export function JournalLeftOut({ head }: { readonly head: JournalSummary }) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.journal;
  const { faults, faultCount, attachments } = head;
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      {faultCount > 0 ? (
        <details className={styles.left}>
          <summary className={styles.summary}>{countText(texts.skipped, locale, faultCount)}</summary>
          <ul className={styles.list}>
            {faults.map(({ line, fault, value }) => {
              const sentence = texts.fault[fault]({ line: number(line) });
              return (
                <li key={`${line} ${fault}`}>
                  {value === '' ? sentence : texts.faultValue({ fault: sentence, value })}
                </li>
              );
            })}
          </ul>
          {faultCount > faults.length ? <p>{countText(texts.more, locale, faultCount - faults.length)}</p> : null}
        </details>
      ) : null}
      {attachments > 0 ? <p className={config.text}>{countText(texts.attachments, locale, attachments)}</p> : null}
      <p className={config.text}>{texts.zone({ zone: timeZone })}</p>
    </>
  );
}
