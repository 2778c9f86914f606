import { Icon } from '@nuances/ui/icon';
import { useId, type ReactNode } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './panel.module.css';

interface Props {
  readonly title: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A section of the dashboard that its heading collapses. */
export function Panel({ title, open, onOpen, children }: Props) {
  const { LL } = useI18n();
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={`${id}title`} data-open={open ? '' : undefined}>
      <h2 className="t-h3">
        <button
          type="button"
          className={styles.toggle}
          title={open ? LL.admin.collapse({ panel: title }) : LL.admin.expand({ panel: title })}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => onOpen(!open)}
        >
          <Icon className={styles.chevron} name="up" />
          <span id={`${id}title`}>{title}</span>
        </button>
      </h2>
      <div id={id} className={styles.fold} inert={!open}>
        <div className={styles.content}>{children}</div>
      </div>
    </section>
  );
}
