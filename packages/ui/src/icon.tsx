import { classNames } from './class-names.ts';
import styles from './icon.module.css';

/** Interface icons on the glyphs' 24 x 24 grid: stroked, never filled. */
const paths = {
  today: 'M4 11.2 12 4.6l8 6.6 M6.3 9.6v10.4h11.4V9.6 M9.8 20v-5.2h4.4V20',
  quiz: 'M12 3.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 0 1 0-17z M12 9a3 3 0 1 1 0 6a3 3 0 0 1 0-6z M12 3.5V9 M14.6 13.5l4.7 2.7 M9.4 13.5l-4.7 2.7',
  stats: 'M3.5 17.5c3-.5 4-8 7-8s3.5 5 6 5 3-4.5 4-8 M3.5 21h17',
  note: 'M6 3.5h8.5L19 8v12.5H6z M14.5 3.5V8H19 M9 12.5h7 M9 16.5h4.5',
  history: 'M12 7.5V12l3.2 2 M4.2 9.2A8.5 8.5 0 1 1 3.5 12.6 M3.8 4.8v4.6h4.6',
  profile: 'M12 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8z M4.5 20.5c.8-3.7 3.7-5.5 7.5-5.5s6.7 1.8 7.5 5.5',
  admin: 'M4 20.5h16 M6.5 16.5v-4 M12 16.5v-9 M17.5 16.5V4',
  list: 'M8.5 6.5h12 M8.5 12h12 M8.5 17.5h12 M4 6.5v.01 M4 12v.01 M4 17.5v.01',
  menu: 'M4 7h16 M4 12h16 M4 17h10',
  close: 'M6 6l12 12 M18 6L6 18',
  left: 'M14.5 5.5L8 12l6.5 6.5',
  right: 'M9.5 5.5L16 12l-6.5 6.5',
  down: 'M5.5 9L12 15.5L18.5 9',
  up: 'M5.5 15L12 8.5L18.5 15',
  play: 'M8 5.2v13.6L19 12z',
  pause: 'M8.5 5.5v13 M15.5 5.5v13',
  search: 'M10.8 4a6.8 6.8 0 1 1 0 13.6a6.8 6.8 0 0 1 0-13.6z M15.8 15.8L20.5 20.5',
  calendar: 'M4 6h16v14.5H4z M4 10.5h16 M8.5 3v4 M15.5 3v4',
  sort: 'M8 4.5v15 M4.5 16L8 19.5L11.5 16 M14.5 6h6 M14.5 11h4.5 M14.5 16h3',
  expand: 'M9 4H4v5 M15 4h5v5 M9 20H4v-5 M15 20h5v-5',
  shrink: 'M4 9h5V4 M20 9h-5V4 M4 15h5v5 M20 15h-5v5',
  download: 'M12 4v10.5 M7.5 10.5 12 15l4.5-4.5 M5 20h14',
  reset: 'M19.8 9.2A8.5 8.5 0 1 0 20.5 12.6 M20.2 4.8v4.6h-4.6',
  plus: 'M12 5v14 M5 12h14',
  edit: 'M4.5 19.5l1-4.2L16.5 4.3l3.2 3.2L8.7 18.5z M14 6.8l3.2 3.2',
  trash: 'M4.5 6.5h15 M9 6.5V4h6v2.5 M6.5 6.5l.8 14h9.4l.8-14 M10.3 10.5v6 M13.7 10.5v6',
  more: 'M12 5.5v.01 M12 12v.01 M12 18.5v.01',
  eye: 'M2.8 12C5 7.8 8.2 5.7 12 5.7s7 2.1 9.2 6.3c-2.2 4.2-5.4 6.3-9.2 6.3S5 16.2 2.8 12z M12 9.2a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 0 1 0-5.6z',
  lock: 'M6 10.8h12v9.7H6z M8.5 10.8V7.5a3.5 3.5 0 0 1 7 0v3.3',
  logout: 'M10 4H5v16h5 M14.5 8l4 4-4 4 M18.5 12H9.5',
  check: 'M5 12.5l4.7 4.7L19 7.5',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 0 1 0-17z M12 11v5.5 M12 7.6v.01',
  pie: 'M12 3.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 0 1 0-17z M12 3.5V12l6 6',
  sun: 'M3.5 16.5h17 M7 16.5a5 5 0 0 1 10 0 M12 5v2.5 M4.9 9.4l1.7 1.5 M19.1 9.4l-1.7 1.5 M7.5 20h9',
  moon: 'M19.5 14.3A8 8 0 1 1 9.7 4.5a6.5 6.5 0 0 0 9.8 9.8z',
  settings: 'M4 8h9 M17 8h3 M15 6a2 2 0 1 1 0 4a2 2 0 0 1 0-4z M4 16h3 M11 16h9 M9 14a2 2 0 1 1 0 4a2 2 0 0 1 0-4z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1 M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  tag: 'M4 4.5h7.2l8.6 8.6-6.7 6.7L4.5 11.2z M8.2 8.2v.01',
  device: 'M7.5 3.5h9v17h-9z M11 17.5h2',
  share: 'M12 14V4 M7.8 8 12 3.8 16.2 8 M6 11.5v8.5h12v-8.5',
  copy: 'M9 9h11v11.5H9z M15 9V4H4v11.5h5',
  print: 'M7 9V4h10v5 M7 16.5H4V9h16v7.5h-3 M7 14h10v6H7z',
  eyeOff:
    'M2.8 12C5 7.8 8.2 5.7 12 5.7s7 2.1 9.2 6.3c-2.2 4.2-5.4 6.3-9.2 6.3S5 16.2 2.8 12z M12 9.2a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 0 1 0-5.6z M4 20L20 4',
} as const;

export type IconName = keyof typeof paths;

/** Every icon, for the gallery. */
export const iconNames = Object.keys(paths).filter((name): name is IconName => name in paths);

export interface IconProps {
  name: IconName;
  /** Side of the square in px; 20 in buttons, 22 to 24 in icon buttons. */
  size?: number | undefined;
  className?: string | undefined;
}

/** A decorative icon in the colour of the text; the text beside it or the control's label names it. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={classNames(styles.icon, name === 'more' && styles.more, className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
    >
      <path d={paths[name]} />
    </svg>
  );
}
