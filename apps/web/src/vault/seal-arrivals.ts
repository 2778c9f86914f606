/**
 * What is not sealed in a vault: scans that came so, from a script for example; and moods, where an instance of before there
 * were any has ended the move, or the server made them up. The next open device seals them, and they keep their mark.
 */
import { openTagsOf, sealMoodsRow, sealScanRow, sealTagsOf, type RowKeys } from '@nuances/crypto/vault/rows';
import { readScanContent } from '@nuances/domain/scan/fields';
import { api } from '../api/client.ts';
import { queriesOf } from '../api/queries.tsx';
import type { RouterOutputs } from '../api/router-types.ts';
import { vaultRowKeys } from '../keys/row-sealing.ts';
import { isLoggedIn } from '../session/session-store.ts';
import { readMoods } from './move-pass.ts';
import { openArrivedMoods, type MovedMoods } from './move-rows.ts';
import { vaultBatches } from './vault-batches.ts';
import { vaultState } from '../keys/vault-view.ts';

type Left = RouterOutputs['vault']['state']['left'];
type Scan = RouterOutputs['results']['own'][number];

/** Whether a scan is readable on the server. One that was opened on this device says which envelope it came from. */
function isClear(scan: Scan): boolean {
  return scan.answers !== null && scan.arrivedClear === true && !('from' in scan);
}

/** A scan sealed; null for one that is not valid, which stays as it is. */
async function sealedScan(keys: RowKeys, scan: Scan) {
  const content = readScanContent(scan);
  if (!content) return null;
  const { _id, createdAt, tags } = scan;
  const words = tags === null ? null : await openTagsOf(keys, scan, tags);
  // Tags that no key opens stay as they are, and so does their scan.
  if (tags !== null && words === null) return null;
  return {
    _id,
    createdAt,
    isMove: true,
    tagsBefore: tags,
    sealed: await sealScanRow(keys, _id, content),
    tags: words && (await sealTagsOf(keys, _id, words)),
  };
}

/** While the account moves, the move takes them too. */
const isSealing = ({ mode, warning } = vaultState()) => mode === 'vault' && warning === null;

/**
 * Seals what is not sealed with the key of an open vault. Rejects when a call does.
 * @param answered how much there is, where the server was asked; null for a lie
 */
export async function sealArrived(owner: string, answered: Promise<Left | null> | null = null): Promise<void> {
  if (!isSealing()) return;
  const left = await (answered ?? api.vault.state.query().then((state) => state.left));
  if (left === null || !isSealing()) return;
  if (left.moods > 0) await sealMoods(await vaultRowKeys(owner));
  if (left.scans > 0) await sealScans(owner);
}

async function sealMoods(keys: RowKeys): Promise<void> {
  const { writes } = keys;
  if (writes === null) return;
  const parts = await readMoods();
  const arrived = parts.filter(({ keyVersion }) => keyVersion !== writes);
  const sealedMoods = async (row: MovedMoods) => {
    const part = await openArrivedMoods(keys, row);
    return part && { _id: row._id, sealed: await sealMoodsRow(keys, row._id, part) };
  };
  for await (const moods of vaultBatches(arrived, sealedMoods))
    await api.vault.put.mutate({ keyVersion: writes, moods });
}

async function sealScans(owner: string): Promise<void> {
  const { utils, restored } = queriesOf(owner);
  await restored;
  const clear = (await utils.results.own.fetch()).filter(isClear);
  if (clear.length === 0) return;
  const keys = await vaultRowKeys(owner);
  const { writes } = keys;
  if (writes === null) return;
  const sealedHere = async (scan: Scan) => (isLoggedIn(owner) ? sealedScan(keys, scan) : null);
  for await (const scans of vaultBatches(clear, sealedHere))
    if (isLoggedIn(owner)) await api.vault.put.mutate({ keyVersion: writes, scans });
  await utils.results.own.invalidate();
}
