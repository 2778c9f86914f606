import { Hills } from '@nuances/ui/hills';
import { Icon, type IconName } from '@nuances/ui/icon';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useId } from 'react';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import styles from './dashboard.module.css';

/** A link to a screen; the shell's menu knows them all. */
export interface DashboardLink {
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: IconName;
  readonly label: (LL: I18n['LL']) => string;
}

/** The protected welcome page. */
export function Dashboard({ links }: { readonly links: readonly DashboardLink[] }) {
  const { LL } = useI18n();
  const id = useId();
  return (
    <div className={styles.dashboard}>
      <div className={styles.hills} aria-hidden="true">
        <Hills height={240} />
      </div>
      <div className={styles.text}>
        <h1 className="t-h1">{LL.dashboard.title()}</h1>
        <p className={styles.lead}>{LL.dashboard.lead()}</p>
        <h2 id={id} className={styles.more}>
          {LL.dashboard.more()}
        </h2>
        <ul className={styles.list} aria-labelledby={id}>
          {links.map(({ to, icon, label }) => (
            <li key={to}>
              <Link to={to} className={styles.link}>
                <Icon name={icon} size={24} />
                {label(LL)}
                <Icon className={styles.arrow} name="right" />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
