import { Hills } from '@nuances/ui/hills';
import { IconButton } from '@nuances/ui/icon-button';
import { useEffect, useRef, type ReactNode } from 'react';
import { useBackInPage } from '../../../browser/back-button.ts';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './step-page.module.css';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Which of how many steps it is. */
  readonly step?: { readonly at: number; readonly of: number } | undefined;
  /** The way back to the former step, or out of all of them, which may have a name of its own. */
  readonly leave: { readonly icon: 'left' | 'close'; readonly go: () => void; readonly label?: string };
  /** A picture above the title, with the hills at the foot. */
  readonly picture?: ReactNode;
  readonly children?: ReactNode;
  /** The buttons of the step, always in sight. */
  readonly foot: ReactNode;
}

/** One step on the way to a vault: a head with the way back, the title, and one thing to do. */
export function StepPage({ title, lead, step, leave, picture, children, foot }: Props) {
  const { LL } = useI18n();
  const heading = useRef<HTMLHeadingElement>(null);
  // Back out of the steps would cost all that was made in them, the code on paper too.
  useBackInPage(leave.icon === 'left' ? leave.go : null);
  // A new step is read from its title on.
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <section className={styles.page} data-head="" data-toasts="top">
      <div className={styles.head}>
        <IconButton
          icon={leave.icon}
          label={leave.label ?? (leave.icon === 'left' ? LL.action.back() : LL.vault.leave())}
          onClick={leave.go}
        />
        <p className={styles.name}>{LL.vault.page.title()}</p>
        <p className={styles.count}>{step ? LL.vault.step({ step: step.at, total: step.of }) : null}</p>
      </div>
      {picture === undefined ? null : (
        <>
          <Hills className={styles.hills} height={176} />
          <div className={styles.picture}>{picture}</div>
        </>
      )}
      <div className={styles.body}>
        <h1 ref={heading} className="t-h1" tabIndex={-1}>
          {title}
        </h1>
        {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
      <div className={styles.foot} data-hills={picture === undefined ? undefined : ''}>
        {foot}
      </div>
    </section>
  );
}
