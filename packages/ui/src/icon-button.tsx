import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './icon-button.module.css';

/** The class of an icon button, for a link that looks like one. */
export const iconButtonClass = classNames(styles.button);

type NativeProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'aria-pressed' | 'children'>;

export interface IconButtonProps extends NativeProps {
  icon: IconName;
  /** Its action, as accessible name. */
  label: string;
  /** Makes it a toggle; when on, it has the action background. */
  pressed?: boolean | undefined;
  /** Side of the icon in px, 22 to 24. */
  iconSize?: number | undefined;
  /** With a 1.5 px edge, for toolbars. */
  outlined?: boolean | undefined;
}

/** A round button of 44 x 44 px with an icon only. */
export function IconButton({
  icon,
  label,
  pressed,
  iconSize = 22,
  outlined = false,
  className,
  type = 'button',
  disabled = false,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled ? true : undefined}
      className={classNames(styles.button, outlined && styles.outlined, className)}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  );
}
