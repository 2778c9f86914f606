import { useId, useState } from 'react';
import { trpc } from '../api/queries.tsx';
import type { RouterOutputs } from '../api/router-types.ts';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './mark.module.css';

type Scan = RouterOutputs['results']['own'][number];

const arrivedClear = (scans: readonly Scan[]): ReadonlyMap<string, boolean> =>
  new Map(scans.filter((scan) => scan.arrivedClear).map(({ _id, sealed }) => [_id, typeof sealed === 'string']));

const none: ReadonlyMap<string, boolean> = new Map();

/** The scans of the loaded list that came unsealed to a vault, by id, and whether each is sealed by now. */
export function useArrivedClear(): ReadonlyMap<string, boolean> {
  return trpc.results.own.useQuery(undefined, { select: arrivedClear, enabled: false }).data ?? none;
}

interface Props {
  readonly label: string;
  readonly more: string;
  /** In a list: without a ground. */
  readonly isPlain?: boolean;
  readonly className?: string | undefined;
}

/** Says that something came to a vault unsealed, and opens into what that means. It stays once that is sealed: it happened. */
export function ArrivedMark({ label, more, isPlain = false, className = '' }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={`${styles.clear} ${className}`}>
      <button
        type="button"
        className={isPlain ? styles.plain : styles.mark}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </button>
      <p id={id} className={styles.more} hidden={!isOpen}>
        {more}
      </p>
    </div>
  );
}

/** The mark of a scan. */
export function ClearMark({
  isSealed,
  ...place
}: Omit<Props, 'label' | 'more'> & {
  readonly isSealed: boolean;
}) {
  const { LL } = useI18n();
  return (
    <ArrivedMark label={LL.scan.clear()} more={isSealed ? LL.scan.clearMore() : LL.scan.clearWaiting()} {...place} />
  );
}
