import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { UnbrokenWords } from '../unbroken-words.tsx';
import styles from './field.module.css';

export interface FieldErrorProps {
  id: string;
  className?: string | undefined;
  children: string | undefined;
}

/** The error below a control. It stays mounted, so that a later error is announced. */
export function FieldError({ id, className, children }: FieldErrorProps) {
  return (
    <p
      id={id}
      className={classNames(styles.error, className)}
      aria-live="polite"
      data-shown={children ? '' : undefined}
    >
      {children && (
        <>
          <Icon name="info" />
          <span>
            <UnbrokenWords>{children}</UnbrokenWords>
          </span>
        </>
      )}
    </p>
  );
}
