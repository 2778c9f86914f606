import { Icon } from '@nuances/ui/icon';
import type { ComponentProps } from 'react';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './add-tag-button.module.css';

/** The quiet button that adds a tag. */
export function AddTagButton({ className, ...button }: ComponentProps<'button'>) {
  const { LL } = useI18n();
  return (
    <button type="button" className={className === undefined ? styles.add : `${styles.add} ${className}`} {...button}>
      <Icon name="plus" />
      {LL.tags.add()}
    </button>
  );
}
