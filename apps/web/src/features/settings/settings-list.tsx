import { Icon, type IconName } from '@nuances/ui/icon';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './settings-list.module.css';

export interface SettingsRow {
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: IconName;
  readonly label: string;
  /** What is set at present. */
  readonly value?: ReactNode;
  readonly danger?: boolean;
}

interface Props {
  readonly settings: readonly SettingsRow[];
  readonly data: readonly SettingsRow[];
  /** Shown beside the list without an address of its own. */
  readonly open: SettingsRow['to'] | null;
}

/** Every page of the settings, those about one's data apart. */
export function SettingsList({ settings, data, open }: Props) {
  const { LL } = useI18n();
  return (
    <nav className={styles.nav} aria-label={LL.profile.tab.config()}>
      <Rows rows={settings} open={open} />
      <h2 className={styles.title}>{LL.settings.data()}</h2>
      <Rows rows={data} open={open} />
    </nav>
  );
}

function Rows({ rows, open }: { readonly rows: readonly SettingsRow[]; readonly open: Props['open'] }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ to, icon, label, value, danger = false }) => (
        <li key={to}>
          <Link
            to={to}
            className={styles.row}
            data-danger={danger ? '' : undefined}
            {...(to === open ? { 'aria-current': 'page' as const } : {})}
          >
            <Icon name={icon} size={22} />
            <span className={styles.label}>{label}</span>
            <span className={styles.value}>{value}</span>
            <Icon name="right" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
