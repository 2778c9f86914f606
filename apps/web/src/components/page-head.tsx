import { Icon, type IconName } from '@nuances/ui/icon';
import type { MouseEvent, ReactNode } from 'react';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './page-head.module.css';
import { useGoBack } from './use-go-back.ts';

interface BackLinkProps {
  readonly className: string | undefined;
  readonly onClick: (event: MouseEvent) => void;
  /** Where nothing to go back to is known, that page takes the place of this one. */
  readonly replace: boolean;
  readonly children: ReactNode;
}

interface Props {
  readonly title: ReactNode;
  /** For what takes its name from the title. */
  readonly titleId?: string;
  readonly icon?: Extract<IconName, 'left' | 'close'>;
  /** The name of the link back; « Retour » without one. */
  readonly backName?: string;
  /** The link to where the page belongs. */
  readonly renderBack: (props: BackLinkProps) => ReactNode;
  readonly menu?: ReactNode;
}

/** The head of a page that was opened from another one: the way back and the title. On a phone there is no other bar. */
export function PageHead({ title, titleId, icon = 'left', backName, renderBack, menu }: Props) {
  const { LL } = useI18n();
  const { isFirst, goBack } = useGoBack();
  const children = (
    <>
      <Icon name={icon} size={22} />
      <span className="visually-hidden">{backName ?? (icon === 'close' ? LL.action.close() : LL.action.back())}</span>
    </>
  );
  return (
    <header className={styles.head}>
      {renderBack({ className: styles.back, onClick: goBack, replace: isFirst, children })}
      <h1 id={titleId} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {menu}
    </header>
  );
}
