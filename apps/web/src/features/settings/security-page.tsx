import { Icon, type IconName } from '@nuances/ui/icon';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useWideScreen } from '../../browser/use-wide-screen.ts';
import { Section } from '../../components/section.tsx';
import { useConnection } from '../../offline/connection.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './security-page.module.css';
import { SettingsPage } from './settings-page.tsx';

/** One thing about who can read the content, or get into the account. */
export interface SecurityPart {
  /** Its own page on a phone. */
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: IconName;
  readonly name: string;
  readonly state: ReactNode;
  /** Stands beside its row on a phone, while the state is not known. */
  readonly retry?: ReactNode;
  /** Without it the part is a page of its own on the desk too, which another part leads to. */
  readonly content?: ReactNode;
  /** Stands at the end of the title's line on the desk. */
  readonly control?: ReactNode;
  /** Its content takes the whole width, below its title. */
  readonly isWide?: boolean;
  /** Its state stands beside its title on the desk. */
  readonly showsState?: boolean;
}

interface Props {
  readonly content: readonly SecurityPart[];
  readonly access: readonly SecurityPart[];
  /** The part whose address is open. */
  readonly open: SecurityPart['to'] | null;
  /** Says of which day the copies are that are read without a network. */
  readonly copy: ReactNode;
}

/** Who can read the content and get into the account: on a phone rows that lead to a page for each part, on the desk all parts below each other. */
export function SecurityPage({ content, access, open, copy }: Props) {
  const { LL } = useI18n();
  const wide = useWideScreen();
  const offline = useConnection() === 'offline' ? <p className="t-small-2">{LL.security.offline()}</p> : null;
  const part = [...content, ...access].find(({ to }) => to === open);
  if (part && !wide) {
    return (
      <SettingsPage title={part.name} inside="security">
        {offline}
        {copy}
        {part.content}
      </SettingsPage>
    );
  }
  return (
    <SettingsPage title={LL.security.title()} hasOwnHeading>
      {offline}
      {copy}
      <Group words={LL.security.content} parts={content} wide={wide} open={open} />
      <Group words={LL.security.access} parts={access} wide={wide} open={open} />
    </SettingsPage>
  );
}

interface GroupProps {
  readonly words: Readonly<Record<'title' | 'lead', () => string>>;
  readonly parts: readonly SecurityPart[];
  readonly wide: boolean;
  readonly open: SecurityPart['to'] | null;
}

function Group({ words, parts, wide, open }: GroupProps) {
  const id = useId();
  const opened = useRef<HTMLElement>(null);
  // Its address leads to the part, among all others.
  useEffect(() => {
    const section = opened.current;
    if (!section?.parentElement) return undefined;
    // What stands above it loads later and would push it away, until the person moves.
    const follow = new ResizeObserver(() => section.scrollIntoView());
    follow.observe(section.parentElement);
    const moved = new AbortController();
    const stop = () => {
      follow.disconnect();
      moved.abort();
    };
    for (const type of ['wheel', 'pointerdown', 'keydown'])
      window.addEventListener(type, stop, { passive: true, signal: moved.signal });
    return stop;
  }, [open, wide]);
  return (
    <div>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {words.title()}
        </h2>
        <p className="t-small-2">{words.lead()}</p>
      </div>
      {wide ? (
        parts.map(({ to, name, state, content, control, isWide = false, showsState = false }) =>
          content === undefined ? null : (
            <Section
              key={to}
              ref={to === open ? opened : undefined}
              title={name}
              beside={showsState ? state : undefined}
              control={control}
              isWide={isWide}
            >
              {content}
            </Section>
          ),
        )
      ) : (
        <ul aria-labelledby={id}>
          {parts.map(({ to, icon, name, state, retry }) => (
            <li key={to} className={styles.item}>
              <Link to={to} className={styles.row}>
                <Icon name={icon} size={24} />
                <span className={styles.text}>
                  <span className={styles.name}>{name}</span> <span className={styles.state}>{state}</span>
                </span>
                <Icon name="right" />
              </Link>
              {retry}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
