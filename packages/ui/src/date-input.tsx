import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './date-input.module.css';

export interface DateInputProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  /** The value, or a placeholder, in the language of the page. */
  shownText: string;
}

/**
 * A native date field. Browsers show its value in their own language, not the page's, so while it is not edited, a text
 * in the page's language is drawn above it. A half-typed value is no date yet and is shown by the browser.
 */
export function DateInput({ shownText, className, ...props }: DateInputProps) {
  return (
    <span className={styles.box}>
      <input {...props} type="date" className={classNames(styles.input, className)} />
      <span className={classNames(styles.shown, className)} aria-hidden="true">
        {shownText}
      </span>
    </span>
  );
}
