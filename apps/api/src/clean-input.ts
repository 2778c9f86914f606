import { AppError } from '@nuances/domain/errors';

/** Deeper input is nobody's honest input. */
const maxDepth = 32;
/** Keys that could reach an object's prototype. */
const poison = new Set(['__proto__', 'constructor']);

function isClean(text: string): boolean {
  // With the u flag the class matches only surrogates that stand alone.
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/**
 * Refuses what no field of ours takes: NUL (PostgreSQL cannot store it), lone surrogates (they
 * change when stored), keys that poison prototypes, and bottomless nesting. Iterative, because the
 * nesting is the attacker's.
 * @throws AppError `badRequest`
 */
export function refuseUnsafe(input: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') {
      if (!isClean(value)) throw new AppError('badRequest');
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= maxDepth) throw new AppError('badRequest');
      for (const [key, inner] of Object.entries(value)) {
        if (poison.has(key) || !isClean(key)) throw new AppError('badRequest');
        open.push({ value: inner, depth: depth + 1 });
      }
    }
  }
}
