import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from '../class-names.ts';
import { Glyph } from '../glyph.tsx';
import type { NoteHue } from '../hues.ts';
import { Icon } from '../icon.tsx';
import { useTopModal } from './modal-stack.ts';
import '../pressable-marker.ts';
import menu from './menu.module.css';
import { unname } from './unname.ts';
import { useSettledOpen } from './use-settled-open.ts';
import styles from './check-menu.module.css';

/** The entry for no choice. */
const all = 'all';

export interface CheckMenuProps {
  label: string;
  /** Name of its button, which includes the current choice. */
  triggerLabel: string;
  triggerClassName: string | undefined;
  /** The visible text of the button. */
  trigger: ReactNode;
  allLabel: string;
  options: readonly { readonly hue: NoteHue; readonly label: string }[];
  /** Empty when everything is shown. */
  chosen: ReadonlySet<NoteHue>;
  onChange: (chosen: ReadonlySet<NoteHue>) => void;
}

/** A button with a menu of chips, several of which can be on; it stays open during the choice. */
export function CheckMenu({
  label,
  triggerLabel,
  triggerClassName,
  trigger,
  allLabel,
  options,
  chosen,
  onChange,
}: CheckMenuProps) {
  const modal = useTopModal();
  const opening = useSettledOpen();
  const change = (keys: ReadonlySet<unknown>) => {
    const clear = chosen.size > 0 && keys.has(all);
    onChange(new Set(clear ? [] : options.map(({ hue }) => hue).filter((hue) => keys.has(hue))));
  };
  return (
    <MenuTrigger {...opening}>
      <Button className={classNames(triggerClassName)} aria-label={triggerLabel}>
        {trigger}
      </Button>
      {/* Not modal: react-aria's scroll lock would inject a <style> on iOS. */}
      <Popover
        ref={unname}
        isNonModal
        className={classNames(menu.popover, 'appear')}
        placement="bottom start"
        offset={6}
        {...(modal && { UNSTABLE_portalContainer: modal })}
      >
        <AriaMenu
          className={classNames(menu.menu)}
          aria-label={label}
          selectionMode="multiple"
          shouldCloseOnSelect={false}
          selectedKeys={chosen.size === 0 ? [all] : chosen}
          onSelectionChange={(keys) => {
            if (keys !== 'all') change(keys);
          }}
        >
          <MenuItem id={all} textValue={allLabel} className={classNames(menu.item, styles.item)}>
            <span className={styles.all}>{allLabel}</span>
            <Icon className={styles.tick} name="check" />
          </MenuItem>
          {options.map(({ hue, label: name }) => (
            <MenuItem key={hue} id={hue} textValue={name} className={classNames(menu.item, styles.item)} data-hue={hue}>
              <span className={styles.chip}>
                <Glyph hue={hue} size={20} />
                {name}
              </span>
              <Icon className={styles.tick} name="check" />
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
