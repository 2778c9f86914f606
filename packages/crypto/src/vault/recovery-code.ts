/**
 * The recovery code: 155 random bits as 31 characters of Crockford's base32, and a check character. It is shown in eight
 * groups of four.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomCharacters = 31;
const groupLength = 4;

declare const isCode: unique symbol;

/** 32 characters of the alphabet, the last of which fits the others. */
export type RecoveryCode = string & { readonly [isCode]: true };

/** Twice an element of the field of 32 elements (x⁵ + x² + 1). */
const twice = (value: number) => (value & 16 ? ((value << 1) & 31) ^ 5 : value << 1);

/**
 * The value of the check character: each character weighed by a power of 2 in the field of 32 elements. One wrong
 * character is always found, and so are two neighbours that changed places.
 */
function checkOf(values: readonly number[]): number {
  // Horner's rule, from the last character.
  return values.reduceRight((sum, value) => twice(sum) ^ value, 0);
}

function isRecoveryCode(text: string): text is RecoveryCode {
  const values = Array.from(text, (character) => alphabet.indexOf(character));
  const check = values.pop();
  return values.length === randomCharacters && values.every((value) => value >= 0) && checkOf(values) === check;
}

/** A new recovery code. */
export function newRecoveryCode(): RecoveryCode {
  const values = Array.from(crypto.getRandomValues(new Uint8Array(randomCharacters)), (byte) => byte & 31);
  const code = [...values, checkOf(values)].map((value) => alphabet.charAt(value)).join('');
  if (!isRecoveryCode(code)) throw new RangeError('A recovery code has 32 characters');
  return code;
}

/**
 * What somebody typed, as it is meant: small letters, spaces and hyphens are allowed, O is 0, and I and L are 1. For a whole
 * code, and for one group of it.
 */
export function readTyped(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

/** The code that somebody typed; null when it is not one: too short, too long, or with a wrong character. */
export function readRecoveryCode(text: string): RecoveryCode | null {
  const code = readTyped(text);
  return isRecoveryCode(code) ? code : null;
}

/** The eight groups of a code. */
export function recoveryGroups(code: RecoveryCode): readonly string[] {
  return Array.from({ length: code.length / groupLength }, (_, index) =>
    code.slice(groupLength * index, groupLength * (index + 1)),
  );
}

/** The secret of the slot: the 31 random characters. They need no slow hash. */
export function recoverySecret(code: RecoveryCode): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(code.slice(0, randomCharacters));
}
