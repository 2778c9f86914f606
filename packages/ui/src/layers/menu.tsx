import { useCallback, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { classNames } from '../class-names.ts';
import { iconButtonClass } from '../icon-button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { useTopModal } from './modal-stack.ts';
import '../pressable-marker.ts';
import { unname } from './unname.ts';
import { useSettledOpen } from './use-settled-open.ts';
import styles from './menu.module.css';

export interface MenuEntry {
  id: string;
  label: string;
  icon: IconName;
  /** Shown in the danger colour; a confirmation must follow. */
  danger?: boolean | undefined;
  /** Why the entry is off, as of a button: it stays reachable. */
  disabledReason?: string | undefined;
  /** Called when the entry that is off is chosen; to announce the reason. */
  onRefused?: (() => void) | undefined;
  onSelect: () => void;
}

export interface MenuProps {
  /** Accessible name of the button and of the menu. */
  label: string;
  items: readonly MenuEntry[];
  className?: string | undefined;
}

/** A three-dots button with a popup menu: arrows, Home, End, letters, Escape. */
export function Menu({ label, items, className }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const modal = useTopModal();
  const opening = useSettledOpen();
  const chosen = useRef<MenuEntry | null>(null);
  // Only when the popup has left the document: a dialog opened from here then returns the focus correctly.
  const followPopup = useCallback((popup: HTMLElement | null) => {
    unname(popup);
    const entry = chosen.current;
    if (popup || !entry) return;
    chosen.current = null;
    requestAnimationFrame(() => {
      trigger.current?.focus();
      if (entry.disabledReason === undefined) entry.onSelect();
      else entry.onRefused?.();
    });
  }, []);
  return (
    <MenuTrigger {...opening}>
      <Button ref={trigger} className={classNames(iconButtonClass, styles.trigger, className)} aria-label={label}>
        <Icon name="more" size={22} />
      </Button>
      {/* Not modal: react-aria's scroll lock would inject a <style> on iOS. */}
      <Popover
        ref={followPopup}
        isNonModal
        className={classNames(styles.popover, 'appear')}
        placement="bottom end"
        offset={4}
        {...(modal && { UNSTABLE_portalContainer: modal })}
      >
        <AriaMenu
          className={classNames(styles.menu)}
          aria-label={label}
          onAction={(key) => {
            chosen.current = items.find((item) => item.id === key) ?? null;
          }}
        >
          {items.map((item) => (
            <MenuItem
              key={item.id}
              id={item.id}
              textValue={item.label}
              className={classNames(styles.item, item.danger && styles.danger)}
              // Disabled for react-aria, it could not be reached.
              ref={(entry) => {
                if (item.disabledReason === undefined) entry?.removeAttribute('aria-disabled');
                else entry?.setAttribute('aria-disabled', 'true');
              }}
            >
              <Icon name={item.icon} size={20} />
              <span>{item.label}</span>
              {item.disabledReason === undefined ? null : (
                <Text slot="description" hidden>
                  {item.disabledReason}
                </Text>
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
