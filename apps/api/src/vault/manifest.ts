/** What an account holds, as its devices sign it (docs/vault.md). The server reads its number, and checks nothing else. */
import { manifestHead } from '@nuances/crypto/envelope-shape';
import type { Database, Transaction } from '@nuances/db/client';
import { lockVault, setAccount, type VaultAccount } from './account.ts';

/**
 * Stores a manifest, if it is of the account and its key and its number follows that of the stored one.
 * @param account whose row is held
 */
export async function storeManifest(
  transaction: Transaction,
  userId: string,
  { manifest: stored, keyVersion }: Pick<VaultAccount, 'manifest' | 'keyVersion'>,
  manifest: string,
): Promise<{ isSaved: boolean; manifest: string | null }> {
  // Sent again: its answer was lost.
  if (manifest === stored) return { isSaved: true, manifest };
  const [made, last] = [manifestHead(manifest), manifestHead(stored ?? '')];
  const follows = made !== null && made.sequence === (last?.sequence ?? 0) + 1;
  if (!follows || made.userId !== userId || made.keyVersion !== keyVersion) return { isSaved: false, manifest: stored };
  await setAccount(transaction, userId, { vaultManifest: manifest });
  return { isSaved: true, manifest };
}

/** Removes rows in one step with a manifest that counts them no longer, or nothing (null) where it does not follow. */
export function signedRemoval<Removed>(
  db: Database,
  userId: string,
  signed: string,
  remove: (transaction: Transaction) => Promise<Removed>,
): Promise<{ removed: Removed | null; manifest: Awaited<ReturnType<typeof storeManifest>> }> {
  return db.transaction(async (transaction) => {
    const account = await lockVault(transaction, userId, 'no key update');
    const manifest = await storeManifest(transaction, userId, account, signed);
    return { removed: manifest.isSaved ? await remove(transaction) : null, manifest };
  });
}
