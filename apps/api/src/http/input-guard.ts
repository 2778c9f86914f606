import { AppError } from '@nuances/domain/errors';

/** Deeper input is nobody's honest input. */
const maxDepth = 32;
/** Keys that could reach an object's prototype. */
const forbiddenKeys = new Set(['__proto__', 'constructor']);
/**
 * Marks that turn the direction of what follows, so that a text reads as another than it is (embeddings,
 * overrides, isolates). The marks that right-to-left scripts themselves need, U+061C, U+200E and U+200F, are none.
 */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/;

function isClean(text: string): boolean {
  // With the u flag the class matches only surrogates that stand alone.
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text) && !bidiControls.test(text);
}

interface Part {
  readonly value: unknown;
  readonly depth: number;
  /** The part of the whole input that this is, or is in; undefined for the input itself. */
  readonly field: string | undefined;
}

/** The refusal, at the field where it can be told. */
const refusal = (field: string | undefined) =>
  new AppError('badRequest', field === undefined ? {} : { fields: { [field]: 'badRequest' } });

/**
 * Refuses what no field of ours takes: NUL (PostgreSQL cannot store it), lone surrogates (they change when
 * stored), marks that turn the direction of writing, keys that poison prototypes, and bottomless nesting.
 * What is sealed in a note is not looked at, so it may hold all of them. Iterative, because the nesting is the
 * attacker's.
 * @throws AppError `badRequest`
 */
export function rejectUnsafeInput(input: unknown): void {
  const open: Part[] = [{ value: input, depth: 0, field: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth, field } = next;
    if (typeof value === 'string') {
      if (!isClean(value)) throw refusal(field);
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= maxDepth) throw refusal(field);
      for (const [key, inner] of Object.entries(value)) {
        if (forbiddenKeys.has(key) || !isClean(key)) throw refusal(field);
        open.push({ value: inner, depth: depth + 1, field: field ?? (Array.isArray(value) ? undefined : key) });
      }
    }
  }
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** How many keys a JSON text names; each has a colon that stands in no string. */
function keysNamed(json: string): number {
  let count = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (isText && unit === backslash) at += 1;
    else if (unit === quote) isText = !isText;
    else if (!isText && unit === colon) count += 1;
  }
  return count;
}

/** How many keys a value has, in all its depth. */
function keysKept(value: unknown): number {
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
 * Refuses a JSON text that names a key twice: we would read the last, and a program before or behind us perhaps
 * the first (RFC 8259, section 4).
 * @param value what was parsed from the text
 * @throws AppError `badRequest`
 */
export function rejectDuplicateKeys(json: string, value: unknown): void {
  if (keysNamed(json) !== keysKept(value)) throw new AppError('badRequest');
}
