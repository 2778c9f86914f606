/** Passkeys in this browser, through its own dialogs. */
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';

/** A passkey is bound to a name: no browser makes one for a number. */
const isNumber = (hostname: string) => /^[\d.]+$|^\[/.test(hostname);

/**
 * Why passkeys cannot be used here; null when they can.
 * @param origin the only address at which they work, where it is known
 */
export function passkeyObstacle(origin?: string): 'insecure' | 'browser' | 'elsewhere' | null {
  if (!isSecureContext || isNumber(location.hostname)) return 'insecure';
  if (!browserSupportsWebAuthn()) return 'browser';
  return origin === undefined || origin === location.origin ? null : 'elsewhere';
}

/** Whether the browser can offer passkeys in a field for the user name. */
export const offersPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** What the extension `prf` gave: secrets that open a vault, and never leave this device. */
interface PrfResults {
  /** Whether it gives some when it is asked. */
  readonly isEnabled: boolean;
  /** By the inputs that were asked. */
  readonly first: ArrayBuffer | null;
  readonly second: ArrayBuffer | null;
}

/** What an authenticator answered. `credential`: as the server may see it, without anything that an extension gave. */
export interface Presented<Credential> {
  readonly credential: Credential;
  readonly prf: PrfResults;
}

function presented<Credential extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  answer: Credential,
): Presented<Credential> {
  const { prf } = answer.clientExtensionResults;
  const bytes = (result: unknown) => (result instanceof ArrayBuffer ? result : null);
  return {
    credential: { ...answer, clientExtensionResults: {} },
    prf: {
      isEnabled: prf?.enabled === true,
      first: bytes(prf?.results?.first),
      second: bytes(prf?.results?.second),
    },
  };
}

/**
 * Asks for a passkey. A question before it ends.
 * @param inField offers them in the field for the user name, without a dialog of the browser
 * @returns null when none was presented
 */
export async function askForPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  inField = false,
): Promise<Presented<AuthenticationResponseJSON> | null> {
  try {
    return presented(await startAuthentication({ optionsJSON, useBrowserAutofill: inField }));
  } catch {
    return null;
  }
}

/**
 * Makes a passkey.
 * @returns `already` when the device has one of the account; null when none was made
 */
export async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<Presented<RegistrationResponseJSON> | 'already' | null> {
  try {
    return presented(await startRegistration({ optionsJSON }));
  } catch (error) {
    return error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      ? 'already'
      : null;
  }
}

/** Ends the open question, if there is one. */
export const stopAskingForPasskey = (): void => WebAuthnAbortService.cancelCeremony();
