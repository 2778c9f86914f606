import { countText } from '@nuances/i18n/plural';
import { useI18n } from '../../../i18n/locale-store.ts';
import config from '../../../components/section-text.module.css';
import type { JournalSummary } from '../../../archive/journal/journal-work.ts';
import { LeftOut } from '../left-out.tsx';

/** The entries of a journal that are not imported, line by line, and the time zone in which its times are read. */
export function JournalLeftOut({ head }: { readonly head: JournalSummary }) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.journal;
  const { faults, faultCount, files, places } = head;
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <LeftOut
        summary={countText(texts.skipped, locale, faultCount)}
        lines={faults.map(({ line, fault, value }) => {
          const sentence = texts.fault[fault]({ line: number(line) });
          return value === '' ? sentence : texts.faultValue({ fault: sentence, value });
        })}
        count={faultCount}
      />
      {files > 0 ? <p className={config.text}>{countText(texts.attachments, locale, files)}</p> : null}
      {places > 0 ? <p className={config.text}>{countText(texts.places, locale, places)}</p> : null}
      <p className={config.text}>{texts.zone({ zone: timeZone })}</p>
    </>
  );
}
