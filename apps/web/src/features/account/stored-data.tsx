import { storedItems, type Readability } from '@nuances/domain/stored-data';
import { countText } from '@nuances/i18n/plural';
import { Icon } from '@nuances/ui/icon';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { trpc } from '../../api/queries.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import text from '../../components/section-text.module.css';
import styles from './stored-data.module.css';

type Item = (typeof storedItems)[number];

/** Every field that the server stores, with its purpose, and how many rows are about the person. */
export function StoredData() {
  const { LL } = useI18n();
  const { data, isPending, isFetching, refetch } = trpc.profile.stored.useQuery(undefined, { staleTime: 0, gcTime: 0 });
  const rows = new Map((data ?? []).map((table) => [table.table, table.rows]));
  return (
    <>
      <p className={text.text}>{LL.stored.lead()}</p>
      <p className={text.text}>{LL.stored.never()}</p>
      {isPending ? <LoadingBloom size={44} text={LL.common.loading()} /> : null}
      {!isPending && !data ? <LoadError message={LL.error.network()} busy={isFetching} onRetry={refetch} /> : null}
      {/* What is stored, and why, is known without an answer of the server. */}
      <ul className={styles.items}>
        {storedItems.map((item) => (
          <StoredEntry key={item.id} item={item} rows={data ? (rows.get(item.table) ?? null) : undefined} />
        ))}
      </ul>
    </>
  );
}

interface EntryProps {
  readonly item: Item;
  /** Null for a table that is about nobody; undefined as long as it is not known. */
  readonly rows: number | null | undefined;
}

function StoredEntry({ item, rows }: EntryProps) {
  const { LL, locale } = useI18n();
  const { what, why, long } = LL.stored.item[item.id];
  return (
    <li className={styles.item}>
      <h2 className={styles.what}>{what()}</h2>
      <dl className={styles.facts}>
        <dt>{LL.stored.why()}</dt>
        <dd>{why()}</dd>
        <dt>{LL.stored.long()}</dt>
        <dd>{long()}</dd>
        <dt>{LL.stored.fields()}</dt>
        <dd className={styles.fields}>
          <Fields of="readable" names={item.readable} />
          <Fields of="sealed" names={item.sealed} />
          <Fields of="hashed" names={item.hashed} />
        </dd>
      </dl>
      {rows === undefined ? null : (
        <p className="t-cap-2">{rows === null ? LL.stored.nobody() : countText(LL.stored.rows, locale, rows)}</p>
      )}
    </li>
  );
}

function Fields({ of, names }: { readonly of: Readability; readonly names: readonly string[] | undefined }) {
  const { LL } = useI18n();
  if (!names?.length) return null;
  return (
    <div>
      <p className={styles.readability}>
        <Icon name={of === 'readable' ? 'eye' : 'lock'} size={18} />
        {LL.stored[of]()}
      </p>
      <p className={styles.names} translate="no">
        {names.join(', ')}
      </p>
    </div>
  );
}
