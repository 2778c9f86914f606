/** What the calls about passkeys take and answer: WebAuthn's JSON, as browsers read and write it. */
import { lifetimes, limits } from '@nuances/domain/limits';
import { passkeyNameSchema } from '@nuances/domain/passkeys';
import * as z from 'zod';
import { described, field } from '../fields.ts';

/** A text in base64url, long enough for what authenticators write. */
const encoded = (description: string, example: string, max = 1_400) =>
  z
    .string()
    .min(1)
    .max(max)
    .meta({ description, examples: [example], maxLength: max });

const credentialId = () => encoded('The id of the credential.', 'kUeb3D1pQ2S8vYh0lq5xWA');
const challenge = field(
  z.string(),
  'To be signed, once, within five minutes.',
  'mE0vYb1l6c9cOeS1b7yD0i1m3Qx5Z8w2n4K7a9T6u1s',
);
const timeout = field(z.int(), 'Milliseconds.', lifetimes.passkeyChallengeS * 1_000);
const always = <Value extends string | boolean>(value: Value) => field(z.literal(value), 'Always.', value);
const userVerification = always('required');
const type = always('public-key');
const rpIdText = { description: 'The name in the address of this service.', examples: ['nuances.example'] };
const credentials = (description: string) =>
  z.array(z.object({ type, id: field(z.string(), 'Its id.', 'kUeb3D1pQ2S8vYh0lq5xWA') })).meta({ description });

/** `PublicKeyCredentialRequestOptionsJSON`. */
export const requestOptionsOutput = z.object({
  challenge,
  timeout,
  rpId: z.string().meta(rpIdText),
  userVerification,
  allowCredentials: credentials('The passkeys that will do; any, when it is empty.'),
});

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const creationOptionsOutput = z.object({
  challenge,
  timeout,
  rp: z.object({
    id: z.string().meta(rpIdText),
    name: field(z.string(), 'What it is called.', 'Nuances'),
  }),
  user: z.object({
    id: field(z.string(), 'The account, in base64url.', 'C28fXDpST06dVyxqTB2OkA'),
    name: field(z.string(), 'The user name.', 'ada'),
    displayName: field(z.string(), 'The same.', 'ada'),
  }),
  pubKeyCredParams: z
    .array(z.object({ type, alg: field(z.int(), 'Of COSE.', -7) }))
    .meta({ description: 'The algorithms that are understood.' }),
  excludeCredentials: credentials('The passkeys that the account has.'),
  authenticatorSelection: z.object({
    residentKey: always('required'),
    requireResidentKey: always(true),
    userVerification,
  }),
  attestation: always('none'),
});

const clientDataJSON = () => encoded('What the browser says of the call.', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', 4_096);

const credential = () => ({ id: credentialId(), rawId: credentialId(), type });

/** `AuthenticationResponseJSON`; what else a browser writes is left out. */
export const assertionSchema = z.object({
  ...credential(),
  response: z.object({
    clientDataJSON: clientDataJSON(),
    authenticatorData: encoded(
      'What the authenticator says.',
      'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
      4_096,
    ),
    signature: encoded('Its signature.', 'MEUCIQDq2pM'),
    userHandle: encoded('The account that the passkey is of.', 'C28fXDpST06dVyxqTB2OkA', 88).nullish(),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** `RegistrationResponseJSON`; what else a browser writes is left out. */
export const attestationSchema = z.object({
  ...credential(),
  response: z.object({
    clientDataJSON: clientDataJSON(),
    attestationObject: encoded('The new public key.', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik', 16_384),
  }),
});
export type Attestation = z.infer<typeof attestationSchema>;

const passkeyIdField = field(
  z.string(),
  'Names the passkey in this list; it grants nothing.',
  '5f0c2a8e-6f0b-4a53-9c39-2f5b6f6e7d10',
);
const nameText = {
  description: 'By which its owner recognises it.',
  examples: ['iPhone'],
  minLength: 1,
  maxLength: limits.name.max,
};
const { name } = described(passkeyNameSchema, { name: nameText }).shape;

/** A passkey in an export. */
export const passkeySchema = z.object({
  name: z.string().meta({ description: nameText.description, examples: nameText.examples }),
  createdAt: field(z.date(), 'When it was added.', '2026-11-02T08:15:00.000Z'),
  lastUsedAt: field(z.date().nullable(), 'Its last use; null before the first.', '2026-11-20T21:40:00.000Z'),
});
export const passkeysOutput = z.object({
  origin: field(z.string(), 'The only address at which passkeys of this service work.', 'https://nuances.example'),
  passkeys: z
    .array(passkeySchema.extend({ id: passkeyIdField, credentialId: credentialId() }))
    .meta({ description: 'The oldest first.' }),
});

export const addPasskeyInput = z.object({ name, credential: attestationSchema });
export const renamePasskeyInput = z.object({ id: passkeyIdField, name });
export const removePasskeyInput = z.object({ id: passkeyIdField });
export const provePasskeyInput = z.object({ credential: assertionSchema });
