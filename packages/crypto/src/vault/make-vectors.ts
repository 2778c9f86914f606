/**
 * `npm run -s vectors -w @nuances/crypto`: prints test vectors of a vault with new keys, in the form of `vault` in `vectors.json`.
 * For a new version of a format; the published ones stay, because there are envelopes of their versions.
 */
import { randomUUID } from 'node:crypto';
import { deriveVaultKeys, newAccountKey } from './account-key.ts';
import { sealContent, type EnvelopePlace } from './envelope.ts';
import { keyFingerprint } from './fingerprint.ts';
import { signManifest, stateOfRows } from './manifest.ts';
import { newPassphraseParameters, readPassphraseParameters } from './passphrase-parameters.ts';
import { stretchPassphrase } from './passphrase-secret.ts';
import { newPasskeyParameters, passkeySecret } from './passkey-secret.ts';
import { newRecoveryCode, recoverySecret } from './recovery-code.ts';
import { wrapAccountKey, type SlotKind, type SlotPlace } from './slot.ts';
import { suggestPassphrase } from './suggested-passphrase.ts';
import { frenchWords } from './french-words.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const userId = randomUUID();
const keyVersion = 1;
const accountKey = newAccountKey();
const keys = await deriveVaultKeys(accountKey);

async function slotOf(kind: SlotKind, typed: string, secret: Uint8Array<ArrayBuffer>, parameters: string) {
  const place: SlotPlace = { userId, slotId: randomUUID(), kind, keyVersion, parameters };
  const wrapped = await wrapAccountKey(secret, place, accountKey);
  return { slotId: place.slotId, kind, parameters, typed, secret: hex(secret), wrapped };
}

const passphrase = `${suggestPassphrase(frenchWords)} déjà`;
const parameters = newPassphraseParameters();
const code = newRecoveryCode();
const prf = passkeySecret(crypto.getRandomValues(new Uint8Array(32)).buffer);
if (prf === null) throw new RangeError('A result of prf has 32 bytes');
const stretched = await stretchPassphrase(passphrase, readPassphraseParameters(parameters));

async function envelopeOf(content: EnvelopePlace['content'], itemId: string, text: string) {
  return { content, itemId, text, envelope: await sealContent(keys, { userId, content, itemId, keyVersion }, text) };
}

const [note, scan] = [randomUUID(), randomUUID()];
const rows = {
  notes: [
    { id: note, revision: 3 },
    { id: randomUUID(), revision: 1 },
  ],
  scans: [{ id: scan, revision: 1 }],
};
const state = {
  notes: await stateOfRows(rows.notes),
  scans: await stateOfRows(rows.scans),
  moods: await stateOfRows([]),
};
const manifest = { userId, keyVersion, sequence: 7, ...state };

const vectors = {
  userId,
  keyVersion,
  accountKey: hex(accountKey),
  fingerprint: await keyFingerprint(accountKey),
  slots: [
    await slotOf('passphrase', passphrase, stretched, parameters),
    await slotOf('recovery', code, recoverySecret(code), ''),
    await slotOf('passkey', '', prf, newPasskeyParameters('Y3JlZGVudGlhbA')),
  ],
  envelopes: [
    await envelopeOf('note', note, "Ça va mieux aujourd'hui. 😊"),
    await envelopeOf('note', note, ''),
    await envelopeOf('note', note, 'x'.repeat(256)),
    await envelopeOf('scan', scan, '{"answers":[4,6,9,8,5,7,9],"duration":41}'),
    await envelopeOf('tags', scan, '["sommeil","שלום"]'),
    await envelopeOf('profile', userId, '\ufeff{"firstName":"Léa"}'),
  ],
  rows,
  manifest: await signManifest(keys, manifest),
};
process.stdout.write(`${JSON.stringify(vectors, null, 2)}\n`);
