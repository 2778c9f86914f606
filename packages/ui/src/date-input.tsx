import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './date-input.module.css';

export interface DateInputProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  /** The value, or what stands for none, in the language of the page. */
  shownText: string;
}

/**
 * A native date field. Browsers write its value in their own language, whatever the page's is; so while nobody edits
 * it, the text of the page stands in its place. What is typed halfway is no date yet and stays the browser's.
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
