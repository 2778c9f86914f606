import { Icon } from '@nuances/ui/icon';
import { Link, useLocation } from '@tanstack/react-router';
import type { Ref } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { currentAt, entries } from './entries.ts';
import styles from './side-bar.module.css';

interface LinksProps {
  readonly onFollow?: () => void;
  readonly firstRef?: Ref<HTMLAnchorElement>;
}

/** The entries of the menu, the same in the side bar and in the drawer. */
export function MenuLinks({ onFollow, firstRef }: LinksProps) {
  const { LL } = useI18n();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <ul className={styles.list}>
      {entries.map(({ to, icon, label }, index) => (
        <li key={to}>
          <Link
            to={to}
            className={styles.item}
            {...currentAt(path, to)}
            {...(onFollow ? { onClick: onFollow } : {})}
            {...(firstRef && index === 0 ? { ref: firstRef } : {})}
          >
            <Icon name={icon} size={24} />
            <span>{label(LL)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
