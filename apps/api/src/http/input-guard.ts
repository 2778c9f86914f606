import { AppError } from '@nuances/domain/errors';
import { isUnsafe } from '@nuances/domain/unsafe-text';

/** Deepest nesting that is accepted; no field of ours needs more. */
const maxDepth = 32;
/** Keys that could reach an object's prototype. */
const forbiddenKeys = new Set(['__proto__', 'constructor']);
/** What nearly every key and text of a program is made of: none of it is refused. */
const plain = /^[ -~]*$/;

const isClean = (text: string): boolean => plain.test(text) || !isUnsafe(text);

interface Part {
  readonly value: unknown;
  readonly depth: number;
  /** Name of the top-level field that contains this value; undefined for the input itself. */
  readonly field: string | undefined;
}

/** The error, on the field if it is known. */
const unsafeInput = (field: string | undefined) =>
  new AppError('badRequest', field === undefined ? {} : { fields: { [field]: 'badRequest' } });

/**
 * Rejects input that no field accepts: unsafe text, keys for prototype pollution, and deep nesting. The sealed content of
 * a note is not checked, so it may contain all of these. Iterative, because an attacker chooses the nesting depth.
 * @throws AppError `badRequest`
 */
export function rejectUnsafeInput(input: unknown): void {
  const open: Part[] = [{ value: input, depth: 0, field: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth, field } = next;
    if (typeof value === 'string') {
      if (!isClean(value)) throw unsafeInput(field);
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= maxDepth) throw unsafeInput(field);
      const isList = Array.isArray(value);
      const fields: [string, unknown][] = Object.entries(value);
      for (const [key, inner] of fields) {
        if (!isList && (forbiddenKeys.has(key) || !isClean(key))) throw unsafeInput(field);
        // A number, true, false or null has nothing to be looked at.
        if (typeof inner !== 'string' && (typeof inner !== 'object' || inner === null)) continue;
        open.push({ value: inner, depth: depth + 1, field: field ?? (isList ? undefined : key) });
      }
    }
  }
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** Where the string ends that begins here: its quote, or the end of the text. */
function endOfString(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end !== -1; end = json.indexOf('"', end + 1)) {
    let start = end;
    while (json.charCodeAt(start - 1) === backslash) start -= 1;
    // Each pair of backslashes stands for one of the text.
    if ((end - start) % 2 === 0) return end;
  }
  return json.length;
}

/** Number of keys in a JSON text: of the colons outside of strings. */
function countKeysInText(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === colon) count += 1;
    else if (unit === quote) at = endOfString(json, at + 1);
  }
  return count;
}

/** Number of keys in a parsed value, at any depth. */
function countKeysInValue(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner: unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += inner.length;
    for (const one of inner) open.push(one);
  }
  return count;
}

/**
 * Rejects a JSON text with duplicate keys: we would read the last one, and a proxy before us perhaps the first
 * (RFC 8259, section 4).
 * @param value the parsed text
 * @throws AppError `badRequest`
 */
export function rejectDuplicateKeys(json: string, value: unknown): void {
  if (countKeysInText(json) !== countKeysInValue(value)) throw new AppError('badRequest');
}
