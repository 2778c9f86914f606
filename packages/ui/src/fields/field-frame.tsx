import { type AriaAttributes, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { FieldError } from './field-error.tsx';
import styles from './field.module.css';

/** Props of every field besides those of its control. */
export interface FieldProps {
  label: ReactNode;
  /** The error message; its presence marks the field as invalid. */
  error?: string | undefined;
  /** One helpful line below the field. */
  help?: ReactNode;
  /** Marks the label with a star, which is no part of its name. */
  required?: boolean | undefined;
  /** Shown at the end of the label's line. */
  labelEnd?: ReactNode;
  className?: string | undefined;
}

/** The props of a field for its `Control`. */
export type ControlProps<Control> = Omit<
  Control,
  keyof FieldProps | 'id' | 'value' | 'onChange' | keyof AriaAttributes
>;

/** Separates the props of a field's frame from those of its control. */
export function splitFieldProps<Props extends FieldProps>(props: Props) {
  const { label, error, help, required, labelEnd, className, ...control } = props;
  return { frame: { label, error, help, required, labelEnd, className }, control };
}

export interface FieldFrameProps extends FieldProps {
  /** Renders the control with the attributes that connect it to label, help and error. */
  children: (control: AriaAttributes & { readonly id: string }) => ReactNode;
}

/** The frame of every field: the label above, help and error below. */
export function FieldFrame({ label, error, help, required = false, labelEnd, className, children }: FieldFrameProps) {
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  return (
    <div className={classNames(styles.frame, className)}>
      <div className={styles.labelLine}>
        <label className={styles.label} data-required={required ? '' : undefined} htmlFor={id}>
          {label}
        </label>
        {labelEnd}
      </div>
      {children({
        id,
        'aria-describedby': classNames(error && errorId, help !== undefined && helpId) || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {help !== undefined && (
        <p id={helpId} className={styles.help}>
          {help}
        </p>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}
