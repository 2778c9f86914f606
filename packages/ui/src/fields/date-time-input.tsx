import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './date-time-input.module.css';

export interface DateTimeInputProps extends ComponentPropsWithRef<'input'> {
  type: 'date' | 'time';
  /** The value, or a placeholder, in the language of the page. */
  shownText: string;
}

/**
 * A native field for a date or a time. Browsers show its value in their own language, not the page's, so while it is not
 * edited, a text in the page's language is drawn above it. A half-typed value is not valid yet and is shown by the browser.
 */
export function DateTimeInput({ shownText, className, ...props }: DateTimeInputProps) {
  return (
    <span className={styles.box}>
      <input {...props} className={classNames(styles.input, className)} />
      <span className={classNames(styles.shown, className)} aria-hidden="true">
        {shownText}
      </span>
    </span>
  );
}
