/**
 * Validators (`ETag`) of lists that this page has: the server sends a list again only when it has changed since. A list that is
 * changed here is another object, which has none.
 */
const validators = new WeakMap<object, string>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The validator of an answer; undefined for what is not the server's as it is. */
export function validatorOf(data: unknown): string | undefined {
  return isObject(data) ? validators.get(data) : undefined;
}

/** Says of which answer of the server this is the content. */
export function setValidator(data: unknown, validator: string | undefined): void {
  if (isObject(data) && validator !== undefined) validators.set(data, validator);
}

/** The next answer is sent whole, whatever the server said of the one that this page has. */
export function forgetValidator(data: unknown): void {
  if (isObject(data)) validators.delete(data);
}

let knownOf: (procedure: string) => unknown = () => undefined;

/** Sets what tells the answer that this page has. The queries need the client, so it gets this as a parameter. */
export function setKnownAnswers(known: typeof knownOf): void {
  knownOf = known;
}

/** The last answer of a procedure, if it need not be sent again while it stays the same. */
export function knownAnswer(procedure: string): { readonly data: unknown; readonly validator: string } | null {
  const data = knownOf(procedure);
  const validator = validatorOf(data);
  return validator === undefined ? null : { data, validator };
}
