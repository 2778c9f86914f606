import { Icon } from '@nuances/ui/icon';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './tag-list.module.css';

/** The tags of a scan, read-only. */
export function TagList({ tags }: { readonly tags: readonly string[] }) {
  const { LL } = useI18n();
  return (
    <ul className={styles.list} aria-label={LL.tags.group()}>
      {tags.map((tag) => (
        <li key={tag} className={styles.tag} dir="auto">
          <Icon name="tag" size={16} />
          {tag}
        </li>
      ))}
    </ul>
  );
}
