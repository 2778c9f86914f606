import { quotas } from '@nuances/domain/limits';

/**
 * Up to here an account's saves are independent of each other, and each stores in its own statement what it has counted.
 * Beyond it they are made one after the other, with the account's row held, so that no number of them exceeds a quota: the
 * last quarter is more than the statements hold that counted before.
 */
export const independentUpTo: Readonly<Record<Exclude<keyof typeof quotas, 'moods'>, number>> = {
  scans: (quotas.scans / 4) * 3,
  notes: (quotas.notes / 4) * 3,
  sealedBytes: (quotas.sealedBytes / 4) * 3,
};

/** What an account was found to store. */
export interface StoredAmount {
  readonly count: number;
  readonly bytes: number;
}

/**
 * Remembers for a minute what accounts store, so that not every save has to count it. Only while that is less than half
 * of the quota: several instances do not know of each other's saves, and cannot fill the other half within a minute.
 */
export interface QuotaMemory {
  /** Whether a save has to count first. */
  mustCount(userId: string): boolean;
  /** Takes what a save found before it stored anything, or null when it did not count, and what it added. */
  note(userId: string, found: StoredAmount | null, added: StoredAmount): void;
  /** The next save counts: something was stored by another way than a save. */
  forget(userId: string): void;
}

const rememberedMs = 60_000;
/** Accounts that are remembered at a time; the oldest are forgotten. */
const accountsMax = 10_000;

/**
 * @param quota above it nothing is stored
 * @param now milliseconds on a clock that never goes back; tests move it
 */
export function createQuotaMemory(quota: StoredAmount, now: () => number = () => performance.now()): QuotaMemory {
  const known = new Map<string, { readonly countedAt: number; count: number; bytes: number }>();

  return {
    mustCount(userId) {
      const account = known.get(userId);
      if (!account || now() - account.countedAt >= rememberedMs) return true;
      return account.count >= quota.count / 2 || account.bytes >= quota.bytes / 2;
    },
    note(userId, found, added) {
      if (found) {
        known.delete(userId); // to the end of the order
        known.set(userId, { countedAt: now(), count: found.count + added.count, bytes: found.bytes + added.bytes });
        const [oldest] = known.keys();
        if (known.size > accountsMax && oldest !== undefined) known.delete(oldest);
        return;
      }
      const account = known.get(userId);
      if (!account) return;
      account.count += added.count;
      account.bytes += added.bytes;
    },
    forget(userId) {
      known.delete(userId);
    },
  };
}

/** What an account stores was changed by another way than a save: the next one counts. */
export function forgetQuotas(
  services: { readonly scanQuota: QuotaMemory; readonly noteQuota: QuotaMemory },
  userId: string,
): void {
  services.scanQuota.forget(userId);
  services.noteQuota.forget(userId);
}
