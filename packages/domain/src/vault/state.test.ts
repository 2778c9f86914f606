import { describe, expect, it } from 'vitest';
import { clearVersion, keyModes, keyTargets, sealsInVault, type ContentKey } from './state.ts';

const states: readonly ContentKey[] = [
  ...keyModes.filter((mode) => mode !== 'moving').map((keyMode) => ({ keyMode, keyTarget: null, keyVersion: 4 })),
  ...keyTargets.map((keyTarget) => ({ keyMode: 'moving' as const, keyTarget, keyVersion: 4 })),
];

describe('the key of the content', () => {
  it('VAULT-3: is the one of the vault, there and on the way to it', () => {
    expect(states.map((state) => sealsInVault(state))).toEqual([false, true, true, false]);
  });

  it('VAULT-3: of a row that is not sealed with it, the version is the one before', () => {
    expect(states.map((state) => clearVersion(state))).toEqual([4, 3, 3, 4]);
  });
});
