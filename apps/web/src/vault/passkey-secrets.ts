/** The secrets that passkeys give, through the WebAuthn extension `prf`. None of them is sent. */
import { newPasskeyParameters, passkeySecret, readPasskeyParameters } from '@nuances/crypto/vault/passkey-secret';
import { fromHex } from '@nuances/domain/hex';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { api } from '../api/client.ts';
import { askForPasskey, makePasskey } from '../browser/passkeys.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a passkey answered. */
export interface PasskeyAnswer {
  readonly credentialId: string;
  /** Parameters of its slot. */
  readonly parameters: string;
  /** Null when it gives none: it logs in only. */
  readonly secret: Bytes | null;
  /** The same of its slot for the key before; null without one. */
  readonly former: { readonly parameters: string; readonly secret: Bytes } | null;
}

function base64Url(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Asks for one of the passkeys of these slots. Its answer proves nothing to the server and never reaches it, so the challenge
 * is made here: a vault opens offline, too.
 * @param former parameters of slots of the key before: the same touch gives the secret of such a one too
 * @returns `stopped` when none was presented
 */
export async function askForSecret(
  parameters: readonly string[],
  former: readonly string[] = [],
): Promise<PasskeyAnswer | 'stopped'> {
  const read = (texts: readonly string[]) =>
    texts.flatMap((text) => {
      const slot = readPasskeyParameters(text);
      return slot ? [{ text, ...slot, input: fromHex(slot.input) }] : [];
    });
  const before = read(former);
  const asked = read(parameters).map((slot) => ({
    ...slot,
    former: before.find(({ credentialId }) => credentialId === slot.credentialId),
  }));
  const [only] = asked;
  if (!only) return 'stopped';
  const inputs = ({ input: first, former: other }: (typeof asked)[number]) =>
    other ? { first, second: other.input } : { first };
  // Some authenticators answer empty when a single input comes by its credential.
  const prf =
    asked.length === 1
      ? { eval: inputs(only) }
      : { evalByCredential: Object.fromEntries(asked.map((slot) => [slot.credentialId, inputs(slot)])) };
  const answer = await askForPasskey({
    challenge: base64Url(crypto.getRandomValues(new Uint8Array(32))),
    rpId: location.hostname,
    userVerification: 'required',
    allowCredentials: asked.map(({ credentialId: id }) => ({ type: 'public-key', id })),
    extensions: { prf },
  });
  const slot = asked.find(({ credentialId }) => credentialId === answer?.credential.id);
  if (!answer || !slot) return 'stopped';
  const formerSecret = passkeySecret(answer.prf.second);
  return {
    credentialId: slot.credentialId,
    parameters: slot.text,
    secret: passkeySecret(answer.prf.first),
    former: slot.former && formerSecret ? { parameters: slot.former.text, secret: formerSecret } : null,
  };
}

/** Asks for one of the account's passkeys, for a new slot. @returns as {@link askForSecret}. @throws as the call does */
export async function askForNewSecret(): Promise<PasskeyAnswer | 'stopped'> {
  // Asked for its list of credentials only.
  const { allowCredentials } = await api.security.proofOptions.mutate();
  return askForSecret(allowCredentials.map(({ id }) => newPasskeyParameters(id)));
}

/** A new passkey as the server may see it, and its secret when it gave one at once. */
interface MadePasskey extends PasskeyAnswer {
  readonly credential: RegistrationResponseJSON;
  /** Whether it gives a secret when it is asked. */
  readonly canOpen: boolean;
}

/** Makes a passkey that opens a vault, if the authenticator can. @returns as `makePasskey` */
async function makePasskeyWithSecret(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<MadePasskey | 'already' | null> {
  // The input is drawn before there is a credential to name.
  const drawn = newPasskeyParameters('new');
  const input = readPasskeyParameters(drawn)?.input;
  const extensions = { ...options.extensions, prf: input ? { eval: { first: fromHex(input) } } : {} };
  const made = await makePasskey({ ...options, extensions });
  if (made === null || made === 'already') return made;
  const { credential, prf } = made;
  const secret = passkeySecret(prf.first);
  return {
    credential,
    credentialId: credential.id,
    parameters: drawn.replace(/^new/, credential.id),
    secret,
    former: null,
    canOpen: secret !== null || prf.isEnabled,
  };
}

/**
 * Makes a passkey of the account for its vault, and asks for the secret.
 * @returns the passkey, and what it answered; `already`: this device has one of the account; null when none was made
 * @throws as the calls do; 403 `proofRequired` when the proof is older than five minutes
 */
export async function addPasskeyWithSecret(
  name: string,
): Promise<{ readonly made: PasskeyAnswer; readonly answer: PasskeyAnswer | 'stopped' } | 'already' | null> {
  const made = await makePasskeyWithSecret(await api.security.newPasskeyOptions.mutate());
  if (made === null || made === 'already') return made;
  await api.security.addPasskey.mutate({ name, credential: made.credential });
  // Most authenticators give the secret only when they are asked for a login.
  const answer = made.secret === null && made.canOpen ? await askForSecret([made.parameters]) : made;
  return { made, answer };
}
