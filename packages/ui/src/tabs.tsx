import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './tabs.module.css';

export interface Tab<T extends string> {
  id: T;
  label: string;
  icon?: IconName | undefined;
  panel: ReactNode;
  /** Runs when the tab is pressed, instead of showing its content; arrow keys still show it. */
  onPress?: (() => void) | undefined;
  /** Stays mounted while another tab is shown, so that no state is lost. */
  keep?: boolean | undefined;
}

export interface TabsProps<T extends string> {
  /** Name of the list of tabs, for screen readers. */
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (id: T) => void;
  className?: string | undefined;
}

/** The tab that an arrow key moves to; it wraps around at the ends. */
export function nextTab(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Parts of one screen, one at a time: the chosen tab is in the tab order, arrow keys reach the others. */
export function Tabs<T extends string>({ label, tabs, value, onChange, className }: TabsProps<T>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const tabId = (id: T) => `${base}-tab-${id}`;
  const panelId = (id: T) => `${base}-panel-${id}`;

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextTab(event.key, at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus();
  };

  return (
    <div className={className}>
      <div ref={list} className={styles.list} role="tablist" aria-label={label}>
        {tabs.map(({ id, label: name, icon, onPress }, at) => (
          <button
            key={id}
            type="button"
            id={tabId(id)}
            className={styles.tab}
            role="tab"
            aria-selected={id === value}
            aria-controls={panelId(id)}
            tabIndex={id === value ? 0 : -1}
            onClick={onPress ?? (() => onChange(id))}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            {icon && <Icon className={styles.icon} name={icon} />}
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel, keep = false }) => (
        <div key={id} id={panelId(id)} role="tabpanel" aria-labelledby={tabId(id)} hidden={id !== value}>
          {id === value || keep ? panel : null}
        </div>
      ))}
    </div>
  );
}
