import { useId, useState } from 'react';
import { trpc } from '../api/queries.tsx';
import type { RouterOutputs } from '../api/router-outputs.ts';
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
  readonly isSealed: boolean;
  /** In a list: without a ground. */
  readonly isPlain?: boolean;
  readonly className?: string | undefined;
}

/** Says that a scan came to a vault unsealed, and opens into what that means. It stays once the scan is sealed: it happened. */
export function ClearMark({ isSealed, isPlain = false, className = '' }: Props) {
  const { LL } = useI18n();
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
        {LL.scan.clear()}
      </button>
      <p id={id} className={styles.more} hidden={!isOpen}>
        {isSealed ? LL.scan.clearMore() : LL.scan.clearWaiting()}
      </p>
    </div>
  );
}
