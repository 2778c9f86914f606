/** Parameters of a passphrase's slot: the cost of a guess, and a salt, in the form of PHC strings. */
import type { Argon2Cost } from '../argon2id.ts';
import { fromBase64, toBase64 } from '../base64.ts';

/** The least that is accepted, and what a new slot gets. */
export const argon2Floor: Argon2Cost = { memoryKib: 65_536, passes: 3, lanes: 1 };

/** The most that is worked for: a hostile server or file could ask for hours and for all memory. */
export const argon2Ceiling: Argon2Cost = { memoryKib: 262_144, passes: 10, lanes: 4 };

const saltBytes = 16;

export interface PassphraseParameters {
  readonly cost: Argon2Cost;
  readonly salt: Uint8Array<ArrayBuffer>;
}

/** Parameters that cannot be read, or that ask for more work than we do. */
export class ParametersInvalid extends Error {
  override readonly name = 'ParametersInvalid';
}

/** Parameters that protect less than this device knows: refuse them, and say so. */
export class ParametersWeaker extends Error {
  override readonly name = 'ParametersWeaker';
}

/** Parameters for a new passphrase, with a random salt: `$argon2id$v=19$m=…,t=…,p=…$salt`. */
export function newPassphraseParameters({ memoryKib, passes, lanes }: Argon2Cost = argon2Floor): string {
  const salt = toBase64(crypto.getRandomValues(new Uint8Array(saltBytes))).replaceAll('=', '');
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${salt}`;
}

const shape = /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9])\$([A-Za-z0-9+/]{22})$/;

/**
 * Reads the parameters that the server gave.
 * @param known the highest cost that this device has seen for the account; costs may only rise
 * @throws ParametersInvalid
 * @throws ParametersWeaker when any number is below the known one
 */
export function readPassphraseParameters(text: string, known: Argon2Cost = argon2Floor): PassphraseParameters {
  const [, memory, passes, lanes, saltText] = shape.exec(text) ?? [];
  const salt = saltText === undefined ? null : fromBase64(`${saltText}==`);
  if (salt?.length !== saltBytes) throw new ParametersInvalid('The parameters of the passphrase cannot be read');
  const cost = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  if (isBelow(cost, argon2Floor) || isBelow(cost, known)) throw new ParametersWeaker('The parameters protect less');
  if (isBelow(argon2Ceiling, cost)) throw new ParametersInvalid('The parameters ask for too much work');
  return { cost, salt };
}

/** Whether any number of a cost is below that of another one. */
export const isBelow = (one: Argon2Cost, other: Argon2Cost) =>
  one.memoryKib < other.memoryKib || one.passes < other.passes || one.lanes < other.lanes;
