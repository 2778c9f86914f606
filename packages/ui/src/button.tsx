import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger';
/** 44, 48 or 52 px high. */
export type ButtonSize = 'small' | 'normal' | 'large';

/** Looks of a button, for links too. */
export interface ButtonAppearance {
  /** `outline` without one. */
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Takes the whole width of its parent. */
  wide?: boolean | undefined;
}

/** The class of a button, for a link that looks like one. */
export function buttonClass({ variant = 'outline', size = 'normal', wide = false }: ButtonAppearance = {}): string {
  return classNames(styles.button, styles[variant], size !== 'normal' && styles[size], wide && styles.wide);
}

type NativeProps = Omit<ComponentPropsWithRef<'button'>, 'aria-disabled' | 'aria-busy'>;

export interface ButtonProps extends NativeProps, ButtonAppearance {
  icon?: IconName | undefined;
  iconEnd?: IconName | undefined;
  /** At work: the label becomes `busyLabel`, clicks do nothing, and the width stays. */
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  /** Why the button is disabled. Its presence disables the button; repeat it in a caption nearby. */
  disabledReason?: string | undefined;
  /** Called when the disabled button is pressed; to announce the reason. */
  onRefused?: (() => void) | undefined;
}

/**
 * A button. Disabled or busy, it stays focusable and ignores clicks, so that the focus never gets lost. One that has just come
 * ignores the rest of a double click: a button that changes its meaning needs another key. A large one is wide.
 */
export function Button({
  variant,
  size,
  wide = size === 'large',
  icon,
  iconEnd,
  busy = false,
  busyLabel,
  disabled = false,
  disabledReason,
  onRefused,
  className,
  children,
  onClick,
  type = 'button',
  'aria-describedby': describedBy,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const off = disabled || disabledReason !== undefined;
  const wasPressed = useRef(false);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Half of a double click on what was in its place: nobody has read this one yet.
    if (event.detail > 1 && !wasPressed.current) {
      event.preventDefault();
      return;
    }
    wasPressed.current = true;
    if (off || busy) {
      // Also prevents sending a form.
      event.preventDefault();
      if (off) onRefused?.();
      return;
    }
    onClick?.(event);
  };
  return (
    <>
      <button
        {...rest}
        type={type}
        className={classNames(buttonClass({ variant, size, wide }), className)}
        aria-disabled={off || busy ? true : undefined}
        aria-busy={busy ? true : undefined}
        aria-describedby={classNames(describedBy, disabledReason !== undefined && reasonId) || undefined}
        data-off={off ? '' : undefined}
        data-busy={busy ? '' : undefined}
        onClick={press}
      >
        <Face hidden={busy && busyLabel !== undefined}>
          {icon && <Icon name={icon} />}
          {children}
          {iconEnd && <Icon name={iconEnd} />}
        </Face>
        {busyLabel !== undefined && <Face hidden={!busy}>{busyLabel}</Face>}
      </button>
      {disabledReason !== undefined && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}

/** Label and busy label share one cell, so the wider of the two sets the width. */
function Face({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  return <span className={classNames(styles.face, hidden && styles.away)}>{children}</span>;
}
