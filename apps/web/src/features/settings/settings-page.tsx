import { Link, useMatch } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { PageHead } from '../../components/page-head.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './settings-page.module.css';

interface Props {
  /** Without it the page has the name that its route has. */
  readonly title?: string;
  /** Where the page belongs, when that is not the list of all settings. */
  readonly inside?: 'security';
  /** Beside the list the page's own first heading is enough. */
  readonly hasOwnHeading?: boolean;
  readonly children: ReactNode;
}

/** One page of the settings: on a phone with a head that leads back, on the desk beside their list. */
export function SettingsPage({ title, inside, hasOwnHeading = false, children }: Props) {
  const id = useId();
  const { LL } = useI18n();
  const name = useMatch({ strict: false, select: ({ staticData }) => staticData.pageName?.(LL) });
  return (
    <section className={styles.page} aria-labelledby={id} data-own-heading={hasOwnHeading ? '' : undefined}>
      <PageHead
        title={title ?? name}
        titleId={id}
        renderBack={(link) =>
          inside === 'security' ? (
            <Link to="/profile/security" {...link} />
          ) : (
            <Link to="/profile" search={{ tab: 'config' }} {...link} />
          )
        }
      />
      <div className={styles.body}>{children}</div>
    </section>
  );
}
