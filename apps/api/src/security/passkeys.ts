/** Ceremonies of passkeys: what an authenticator is asked, and what its answer proves. */
import { lifetimes } from '@nuances/domain/limits';
import * as z from 'zod';
import type { Services } from '../context.ts';
import { type ChallengePurpose, issueChallenge, useChallenge } from './challenges.ts';
import type { Assertion, Attestation } from './passkey-fields.ts';
import { findPasskey, storeUse } from './passkey-queries.ts';

type Parts = Pick<Services, 'db' | 'masterKeys' | 'clock' | 'appUrl'>;

/** Loaded with the first answer: most instances verify none in their first minutes. */
const loadVerification = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 of COSE: those that authenticators have. */
const algorithms = [-8, -7, -257];

/** Where passkeys work: their address, and the name that they are bound to. */
export function relyingParty({ appUrl }: Pick<Services, 'appUrl'>): { readonly origin: string; readonly id: string } {
  const { origin, hostname: id } = new URL(appUrl());
  return { origin, id };
}

const idsOf = (passkeys: readonly { readonly credentialId: string }[]) =>
  passkeys.map(({ credentialId: id }) => ({ type: 'public-key' as const, id }));

const timeout = lifetimes.passkeyChallengeS * 1_000;

/** The account as an authenticator keeps it, and names it at a login. */
const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** The account of a handle; null for any other text. */
export function userOfHandle(handle: string | null | undefined): string | null {
  const digits = Buffer.from(handle ?? '', 'base64url').toString('hex');
  return /^[0-9a-f]{32}$/.test(digits) ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null;
}

/**
 * Asks for a passkey.
 * @param passkeys those that will do; any without
 */
export function askForPasskey(parts: Parts, purpose: ChallengePurpose, passkeys: Parameters<typeof idsOf>[0] = []) {
  return {
    challenge: issueChallenge(parts, purpose),
    timeout,
    rpId: relyingParty(parts).id,
    userVerification: 'required' as const,
    allowCredentials: idsOf(passkeys),
  };
}

/** Asks for a new passkey, which no authenticator makes that has one of the account. */
export function askForNewPasskey(
  parts: Parts,
  purpose: ChallengePurpose,
  account: { readonly userId: string; readonly username: string; readonly passkeys: Parameters<typeof idsOf>[0] },
) {
  return {
    challenge: issueChallenge(parts, purpose),
    timeout,
    rp: { id: relyingParty(parts).id, name: 'Nuances' },
    user: { id: handleOf(account.userId), name: account.username, displayName: account.username },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    excludeCredentials: idsOf(account.passkeys),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

const clientDataSchema = z.object({ challenge: z.string() });

/** The challenge that the browser names; empty in any other text. */
function challengeIn(clientDataJSON: string): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return clientDataSchema.parse(said).challenge;
  } catch {
    return '';
  }
}

/** The library tells by an error that an answer proves nothing. */
async function orNull<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}

/**
 * Uses up the challenge of an answer.
 * @returns what else has to hold of the answer: our address and name, and a verified person; null for another challenge
 */
async function wantedOf(parts: Parts, purpose: ChallengePurpose, clientDataJSON: string) {
  const expectedChallenge = challengeIn(clientDataJSON);
  if (!(await useChallenge(parts, purpose, expectedChallenge))) return null;
  const { origin: expectedOrigin, id: expectedRPID } = relyingParty(parts);
  return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true };
}

/** The new passkey of an answer; null for an answer that proves none. */
export async function readNewPasskey(parts: Parts, purpose: ChallengePurpose, answer: Attestation) {
  const wanted = await wantedOf(parts, purpose, answer.response.clientDataJSON);
  if (!wanted) return null;
  const { verifyRegistrationResponse } = await loadVerification();
  const verified = await orNull(() =>
    verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      supportedAlgorithmIDs: algorithms,
      ...wanted,
    }),
  );
  if (!verified?.verified) return null;
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/** The public key of nobody: an unknown passkey costs as much as a known one. */
const decoy = 'pQECAyYgASFYIEsXRZDj_wyyQozVI_EdBs8CvjoWh-zz6LdHjkfXjsF3IlggdJtKqGeb6t1SPv6TXRljWSvgtOi8hhcEhGHGO8fcPW8';

/**
 * Uses a passkey of an account: its answer proves that the person is there, once.
 * @param userId whose passkey it has to be; null for none
 * @returns `counterBack` for a right answer whose counter did not rise: the passkey was copied (WebAuthn, 6.1.1). Null for
 *   any other that is wrong
 */
export async function usePasskey(
  parts: Parts,
  purpose: ChallengePurpose,
  { answer, userId }: { readonly answer: Assertion; readonly userId: string | null },
): Promise<{ readonly id: string } | 'counterBack' | null> {
  const wanted = await wantedOf(parts, purpose, answer.response.clientDataJSON);
  if (!wanted) return null;
  const found = userId === null ? null : await findPasskey(parts.db, userId, answer.id);
  const { verifyAuthenticationResponse } = await loadVerification();
  const { userHandle, ...response } = answer.response;
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, ...(userHandle != null && { userHandle }) },
        clientExtensionResults: {},
      },
      // Counters are compared by the statement that stores them: two answers may come at once.
      credential: { id: answer.id, publicKey: Buffer.from(found?.publicKey ?? decoy, 'base64url'), counter: 0 },
      ...wanted,
    }),
  );
  if (userId === null || !found || !verified?.verified) return null;
  const isStored = await storeUse(parts.db, userId, found.id, verified.authenticationInfo.newCounter);
  return isStored ? { id: found.id } : 'counterBack';
}
