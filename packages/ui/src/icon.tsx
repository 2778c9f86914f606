import { classNames } from './class-names.ts';
import type { FurtherIconName } from './further-icons.ts';
import styles from './icon.module.css';

/** The icons of the first pages and of messages. All others come later, with `all-icons.ts`. */
export const firstIcons = {
  admin: 'M4 20.5h16 M6.5 16.5v-4 M12 16.5v-9 M17.5 16.5V4',
  menu: 'M4 7h16 M4 12h16 M4 17h10',
  close: 'M6 6l12 12 M18 6L6 18',
  play: 'M8 5.2v13.6L19 12z',
  pause: 'M8.5 5.5v13 M15.5 5.5v13',
  check: 'M5 12.5l4.7 4.7L19 7.5',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 0 1 0-17z M12 11v5.5 M12 7.6v.01',
  sun: 'M3.5 16.5h17 M7 16.5a5 5 0 0 1 10 0 M12 5v2.5 M4.9 9.4l1.7 1.5 M19.1 9.4l-1.7 1.5 M7.5 20h9',
  breath: 'M12 3.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 0 1 0-17z M12 8a4 4 0 1 1 0 8a4 4 0 0 1 0-8z',
  right: 'M9.5 5.5L16 12l-6.5 6.5',
  moon: 'M19.5 14.3A8 8 0 1 1 9.7 4.5a6.5 6.5 0 0 0 9.8 9.8z',
} as const;

export type IconName = keyof typeof firstIcons | FurtherIconName;

/** Interface icons on the glyphs' 24 x 24 grid: stroked, never filled. */
let paths: Readonly<Partial<Record<IconName, string>>> = firstIcons;

/** Adds the icons that the first page does without, before a screen draws them. */
export function addIcons(further: Readonly<Record<FurtherIconName, string>>): void {
  paths = { ...firstIcons, ...further };
}

export interface IconProps {
  name: IconName;
  /** Side of the square in px at the usual font size; 20 in buttons, 22 to 24 in icon buttons. */
  size?: number | undefined;
  className?: string | undefined;
}

/** A decorative icon in the colour of the text; the text beside it or the control's label names it. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={classNames(styles.icon, name === 'more' && styles.more, className)}
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
    >
      <path d={paths[name]} />
    </svg>
  );
}
