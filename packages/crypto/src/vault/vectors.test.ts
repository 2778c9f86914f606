import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import vectors from '../../vectors.json' with { type: 'json' };
import { deriveVaultKeys, isAccountKey, type AccountKey } from './account-key.ts';
import { openContent, type EnvelopePlace } from './envelope.ts';
import { keyFingerprint } from './fingerprint.ts';
import { readManifest, stateOfRows } from './manifest.ts';
import { readPassphraseParameters } from './passphrase-parameters.ts';
import { stretchPassphrase } from './passphrase-secret.ts';
import { readRecoveryCode, recoverySecret } from './recovery-code.ts';
import { unwrapAccountKey, type SlotKind } from './slot.ts';

const { vault } = vectors;
const { userId, keyVersion } = vault;
const root = `${import.meta.dirname}/../../../..`;

function accountKeyOf(hex: string): AccountKey {
  const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
  if (!isAccountKey(bytes)) throw new Error('no account key');
  return bytes;
}
const accountKey = accountKeyOf(vault.accountKey);

async function secretOf(slot: (typeof vault.slots)[number]): Promise<Uint8Array<ArrayBuffer>> {
  if (slot.kind === 'passphrase') return stretchPassphrase(slot.typed, readPassphraseParameters(slot.parameters));
  const code = slot.kind === 'recovery' ? readRecoveryCode(slot.typed) : null;
  return code === null ? new Uint8Array(Buffer.from(slot.secret, 'hex')) : recoverySecret(code);
}

describe('the published vectors of a vault', () => {
  it.each(vault.slots)('have a wrap that opens: $kind', async ({ slotId, kind, parameters, wrapped, ...slot }) => {
    const secret = await secretOf({ slotId, kind, parameters, wrapped, ...slot });
    expect(Buffer.from(secret).toString('hex')).toBe(slot.secret);
    const place = { userId, slotId, kind: kind as SlotKind, keyVersion, parameters };
    expect(await unwrapAccountKey(secret, place, wrapped)).toEqual(accountKey);
  });

  it.each(vault.envelopes)('have an envelope that opens: $content of $envelope.length', async (vector) => {
    const content = vector.content as EnvelopePlace['content'];
    const keys = await deriveVaultKeys(accountKey);
    expect(await openContent(keys, { userId, keyVersion, content, itemId: vector.itemId }, vector.envelope)).toBe(
      vector.text,
    );
  });

  it('have a fingerprint and a manifest', async () => {
    expect(await keyFingerprint(accountKey)).toEqual(vault.fingerprint);
    const { notes, scans, moods } = await readManifest(await deriveVaultKeys(accountKey), vault, vault.manifest);
    expect({ notes, scans, moods }).toEqual({
      notes: await stateOfRows(vault.rows.notes),
      scans: await stateOfRows(vault.rows.scans),
      moods: await stateOfRows([]),
    });
  });

  it('open with code that shares none with this', async () => {
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--import', 'tsx', 'examples/open-vault.ts', 'packages/crypto'], {
      cwd: root,
    });
    const envelopes = vectors.noteEnvelopes.length + vault.envelopes.length;
    expect(stdout).toBe(`Opened ${envelopes} envelopes and 3 wraps: ${vault.fingerprint.join(' ')}\n`);
  });

  it('are made in the same form, for a new version', async () => {
    const run = promisify(execFile);
    const script = 'packages/crypto/src/vault/make-vectors.ts';
    const { stdout } = await run(process.execPath, ['--import', 'tsx', script], { cwd: root });
    const made = JSON.parse(stdout) as typeof vault;
    expect(Object.keys(made)).toEqual(Object.keys(vault));
    expect(made.accountKey).not.toBe(vault.accountKey);
    const [passphrase] = made.slots;
    if (!passphrase) throw new Error('no slot');
    const place = { userId: made.userId, slotId: passphrase.slotId, kind: 'passphrase', keyVersion } as const;
    const secret = await secretOf(passphrase);
    const { parameters, wrapped } = passphrase;
    expect(await unwrapAccountKey(secret, { ...place, parameters }, wrapped)).toEqual(accountKeyOf(made.accountKey));
  });
});
