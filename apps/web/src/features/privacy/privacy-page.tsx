import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { eventsKeptMonths } from '@nuances/domain/limits';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './privacy-page.module.css';

/** Lists what is stored, why, for how long, and who can read it. */
export function PrivacyPage() {
  const { LL } = useI18n();
  const sections = [
    ['stored', LL.privacy.stored.title(), LL.privacy.stored.text()],
    ['why', LL.privacy.why.title(), LL.privacy.why.text()],
    ['time', LL.privacy.time.title(), LL.privacy.time.text({ months: eventsKeptMonths })],
    ['can', LL.privacy.can.title(), LL.privacy.can.text()],
    ['cannot', LL.privacy.cannot.title(), LL.privacy.cannot.text()],
    ['vault', LL.privacy.vault.title(), LL.privacy.vault.text()],
    ['yours', LL.privacy.yours.title(), LL.privacy.yours.text()],
  ] as const;
  return (
    <article className={styles.page}>
      <h1 className="t-h1">{LL.privacy.title()}</h1>
      {sections.map(([id, title, text]) => (
        <section key={id}>
          <h2 className="t-h3">{title}</h2>
          <p>
            <UnbrokenWords>{text}</UnbrokenWords>
          </p>
        </section>
      ))}
    </article>
  );
}
