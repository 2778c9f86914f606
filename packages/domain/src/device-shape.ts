import * as z from 'zod/v4/core';
import type { ThingField } from './thing.ts';

/** The kind of value that a schema gives, for example `nullable number`. */
function kindOf({ _zod: { def } }: z.$ZodType): string {
  const inner = 'innerType' in def ? def.innerType : 'element' in def ? def.element : null;
  return inner instanceof z.$ZodType ? `${def.type} ${kindOf(inner)}` : def.type;
}

/**
 * A mark of the answers that have these fields: a copy on a device with another mark is of another version, and is fetched
 * again.
 */
export function deviceShape(...things: readonly Readonly<Record<string, ThingField>>[]): string {
  const fields = things.map((thing) =>
    Object.entries(thing).map(([name, field]) => [
      name,
      field.isSealed ? 'sealed' : field.answered ? kindOf(field.answered) : null,
    ]),
  );
  let hash = 0;
  for (const character of JSON.stringify(fields)) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
