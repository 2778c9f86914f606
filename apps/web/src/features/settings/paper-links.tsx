import { buttonClass } from '@nuances/ui/button';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from '../../components/section-text.module.css';
import { Section } from '../../components/section.tsx';

/** Links to what is made for paper: the booklet of a period, and the page for a consultation. */
export function PaperLinks() {
  const { LL } = useI18n();
  const papers = [
    {
      to: '/profile/booklet',
      title: LL.booklet.open(),
      text: LL.booklet.openMore(),
      name: LL.booklet.make(),
    },
    {
      to: '/statistics/consultation',
      title: LL.consult.open(),
      text: LL.consult.openMore(),
      name: LL.consult.prepare(),
    },
  ] as const;
  return papers.map(({ to, title, text, name }) => (
    <Section key={to} title={title}>
      <p className={styles.text}>{text}</p>
      <Link to={to} className={`${buttonClass()} ${styles.action}`}>
        {name}
      </Link>
    </Section>
  ));
}
