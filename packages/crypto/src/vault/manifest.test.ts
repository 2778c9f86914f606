import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveVaultKeys, newAccountKey } from './account-key.ts';
import {
  compareState,
  ManifestBroken,
  readManifest,
  signManifest,
  stateOfRows,
  type Manifest,
  type VaultState,
} from './manifest.ts';

type Rows = ReadonlyMap<string, number>;

const keys = await deriveVaultKeys(newAccountKey());
const account = { userId: randomUUID(), keyVersion: 1 };
const none = await stateOfRows([]);
const nothing: VaultState = { notes: none, scans: none, moods: none };
const stateOf = async (notes: Rows): Promise<VaultState> => ({
  notes: await stateOfRows(Array.from(notes, ([id, revision]) => ({ id, revision }))),
  scans: none,
  moods: none,
});

describe('a manifest', () => {
  it('is read with the key and for the account that signed it', async () => {
    const manifest: Manifest = { ...account, sequence: 12, ...(await stateOf(new Map([['a', 3]]))) };
    const signed = await signManifest(keys, manifest);
    expect(await readManifest(keys, account, signed)).toEqual(manifest);
    const others = await deriveVaultKeys(newAccountKey());
    for (const read of [
      readManifest(others, account, signed),
      readManifest(keys, { ...account, userId: randomUUID() }, signed),
      readManifest(keys, { ...account, keyVersion: 2 }, signed),
    ]) {
      await expect(read).rejects.toBeInstanceOf(ManifestBroken);
    }
  });

  it('counts moods where there are some, and is as before where there are none', async () => {
    const moods = await stateOfRows([{ id: 'm', revision: 1 }]);
    const manifest: Manifest = { ...account, sequence: 1, ...nothing };
    expect(await signManifest(keys, manifest)).not.toContain('moods');
    const signed = await signManifest(keys, { ...manifest, moods });
    expect(await readManifest(keys, account, signed)).toEqual({ ...manifest, moods });
    expect(compareState({ ...nothing, moods }, nothing)).toBe('older');
    expect(compareState(nothing, { ...nothing, moods })).toBe('newer');
  });

  it('is not read when any one character was altered, or as any other text', async () => {
    const signed = await signManifest(keys, { ...account, sequence: 1, ...(await stateOf(new Map())) });
    for (let at = 0; at < signed.length; at += 1) {
      const altered = `${signed.slice(0, at)}${signed.charAt(at) === '1' ? '2' : '1'}${signed.slice(at + 1)}`;
      await expect(readManifest(keys, account, altered), altered).rejects.toBeInstanceOf(ManifestBroken);
    }
    for (const other of ['', 'm1..', signed.slice(0, -1), `${signed}0`]) {
      await expect(readManifest(keys, account, other)).rejects.toBeInstanceOf(ManifestBroken);
    }
  });

  it('notices rows and revisions that are missing, in any order of rows', async () => {
    const state = await stateOf(
      new Map([
        ['a', 3],
        ['b', 1],
      ]),
    );
    expect(
      compareState(
        state,
        await stateOf(
          new Map([
            ['b', 1],
            ['a', 3],
          ]),
        ),
      ),
    ).toBe('same');
    expect(compareState(state, await stateOf(new Map([['a', 3]])))).toBe('older');
    expect(
      compareState(
        state,
        await stateOf(
          new Map([
            ['a', 2],
            ['b', 1],
          ]),
        ),
      ),
    ).toBe('older');
    expect(
      compareState(
        state,
        await stateOf(
          new Map([
            ['a', 3],
            ['b', 2],
          ]),
        ),
      ),
    ).toBe('newer');
    expect(compareState(state, { ...state, scans: await stateOfRows([{ id: 's', revision: 1 }]) })).toBe('newer');
    expect(compareState({ ...nothing, scans: state.notes }, nothing)).toBe('older');
  });
});

/** A server that keeps its word: rows, and the manifest with its number. */
interface Stored {
  readonly rows: Map<string, number>;
  manifest: Manifest;
}

/** What a device does next. Between two of its steps, others may do theirs. */
async function act(server: Stored, held: { sequence: number; rows: Rows }, action: number, name: string) {
  const replace = async (rows: Rows) => {
    if (server.manifest.sequence !== held.sequence) return false;
    server.manifest = { ...account, sequence: held.sequence + 1, ...(await stateOf(rows)) };
    return true;
  };
  const [first] = held.rows.keys();
  if (action === 0) server.rows.set(name, 1);
  else if (action === 1 && first !== undefined && server.rows.has(first)) {
    server.rows.set(first, (server.rows.get(first) ?? 0) + 1);
  } else if (action === 2) await replace(held.rows);
  else if (action === 3 && first !== undefined && server.rows.has(first)) {
    // A deletion and its manifest are one step, and the manifest is of the rows as they are then.
    const left = new Map(held.rows);
    left.delete(first);
    if (await replace(left)) server.rows.delete(first);
  }
}

describe('devices that write at the same time', () => {
  it('never see an older state from a server that keeps its word', async () => {
    const step = fc.record({ device: fc.nat(2), action: fc.nat(4) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const server: Stored = {
          rows: new Map(),
          manifest: { ...account, sequence: 0, ...(await stateOf(new Map())) },
        };
        const held = [0, 1, 2].map(() => ({ sequence: 0, rows: new Map<string, number>() }));
        for (const [index, { device, action }] of steps.entries()) {
          const own = held[device];
          if (!own) throw new Error('no such device');
          if (action < 4) await act(server, own, action, `row-${index}`);
          else {
            // It reads everything in one snapshot.
            expect(server.manifest.sequence).toBeGreaterThanOrEqual(own.sequence);
            expect(compareState(server.manifest, await stateOf(server.rows))).not.toBe('older');
            held[device] = { sequence: server.manifest.sequence, rows: new Map(server.rows) };
          }
        }
        expect(compareState(server.manifest, await stateOf(server.rows))).not.toBe('older');
      }),
      { numRuns: 200 },
    );
  });
});
