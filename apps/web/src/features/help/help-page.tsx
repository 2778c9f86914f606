import { dateTags } from '@nuances/domain/locales';
import { buttonClass } from '@nuances/ui/button';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { useState } from 'react';
import { MinuteLink } from '../../components/minute-link.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { helpLines, type HelpLine } from './lines.ts';
import styles from './help-page.module.css';

const emergencyNumber = '112';

const plain = (number: string) => number.replaceAll(' ', '');

/** The help lines: the same for everybody, never opened because of an answer, and never counted in usage. */
export function HelpPage() {
  const { LL, locale } = useI18n();
  const [country, setCountry] = useState('');
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const days = new Intl.DateTimeFormat(dateTags[locale], { dateStyle: 'long', timeZone: 'UTC' });
  const countries = [...new Set(helpLines.map((line) => line.country))];
  const shown = helpLines.filter((line) => country === '' || line.country === country);

  return (
    <article className={styles.page}>
      <h1 className="t-h1">{LL.help.title()}</h1>
      <p className="t-lead">{LL.help.intro()}</p>
      <p>{LL.help.anyReason()}</p>
      <p>{LL.help.hardest()}</p>
      <p className={styles.emergency}>{LL.help.emergency({ number: emergencyNumber })}</p>
      <label className={styles.country}>
        <span>{LL.help.country.label()}</span>
        <select value={country} onChange={(event) => setCountry(event.target.value)}>
          <option value="">{LL.help.country.all()}</option>
          {countries.map((code) => (
            <option key={code} value={code}>
              {names.of(code)}
            </option>
          ))}
        </select>
      </label>
      <ul>
        {shown.map((line) => (
          <Line key={line.number} line={line} reviewed={days.format(new Date(line.reviewed))} />
        ))}
      </ul>
      <p>
        <a className={styles.site} href="https://findahelpline.com" target="_blank" rel="noreferrer">
          {LL.help.directory()}
        </a>
      </p>
      <p>{LL.help.trusted()}</p>
      <div>
        <p>{LL.help.minuteText()}</p>
        <MinuteLink className={styles.minute} />
      </div>
      <p className="t-small-2">{LL.disclaimer.text()}</p>
      <p className="t-small-2">{LL.help.offline()}</p>
    </article>
  );
}

/** @param reviewed the day on which the line was looked up, in words */
function Line({ line, reviewed }: { readonly line: HelpLine; readonly reviewed: string }) {
  const { LL, locale } = useI18n();
  return (
    <li className={styles.line}>
      <div>
        <h2 className="t-h3">
          <UnbrokenWords>{line.name[locale]}</UnbrokenWords>
        </h2>
        <p className="t-small-2">{LL.help.hours({ hours: line.hours[locale] })}</p>
        <p className="t-small-2">{LL.help.language({ language: line.language[locale] })}</p>
        <p className={styles.source}>
          {LL.help.source({ source: line.source.name, date: reviewed })}{' '}
          <a href={line.source.url} target="_blank" rel="noreferrer">
            {LL.help.site()}
          </a>
        </p>
      </div>
      <div className={styles.ways}>
        <a className={buttonClass()} href={`tel:${plain(line.number)}`}>
          {LL.help.call({ number: line.number })}
        </a>
        {line.byText ? (
          <a className={buttonClass({ variant: 'quiet' })} href={`sms:${plain(line.number)}`}>
            {LL.help.text({ number: line.number })}
          </a>
        ) : null}
      </div>
    </li>
  );
}
