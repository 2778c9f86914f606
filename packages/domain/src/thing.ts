/**
 * A thing of a person, a scan for example, has one list of its fields. What stores, answers, exports, restores or describes
 * the thing is made from that list, or compared with it by its types.
 */
import type * as z from 'zod/mini';

/** What a field is on the wire: as a client sends it, as it is answered, as an export gives it back. */
export type Form = 'sent' | 'answered' | 'restored';

/** A field, under the name that it has on the wire. A form is missing where the field is not part of it. */
export type ThingField = {
  /** Its column, as the schema of the table calls it. */
  readonly column: string;
  /** Its entry in the ledger of purposes (SPEC.md STORED-1). */
  readonly purpose: string;
} & (
  | ({ readonly isSealed: false } & { readonly [Wire in Form]?: z.ZodMiniType })
  // The server knows an envelope by its shape, which this room does not know.
  | { readonly isSealed: true }
);

/** Schemas of some fields, by their names. */
type Schemas = Readonly<Record<string, z.ZodMiniType>>;

/** The fields that have a form, with their schemas of it. */
export type ShapeOf<Fields, Wire extends Form> = {
  -readonly [
    Name in keyof Fields as Fields[Name] extends Readonly<Record<Wire, z.ZodMiniType>> ? Name : never
  ]: Fields[Name] extends Readonly<Record<Wire, infer Schema>> ? Schema : never;
};

/** The fields of which a key has one of some values. */
export type Having<Fields, Key extends PropertyKey, Value> = {
  [Name in keyof Fields as Fields[Name] extends Readonly<Record<Key, Value>> ? Name : never]: Fields[Name];
};

/** The names of the fields that are stored as envelopes. */
export type SealedName<Fields> = keyof Having<Fields, 'isSealed', true>;

/** Values of which none is missing: null stands for what was not sent. */
export type Settled<Values> = {
  -readonly [Name in keyof Values]-?: undefined extends Values[Name]
    ? Exclude<Values[Name], undefined> | null
    : Values[Name];
};

/** What the OpenAPI document says of a field, besides its type; bounds for rules that cannot be read from the schema. */
export type FieldText = {
  readonly description: string;
  readonly examples?: unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
};

/** The texts that fields need: one for each form that they have. An export may call a field otherwise than other answers. */
export type TextsOf<Fields> = {
  readonly [Name in keyof Fields]: {
    readonly [
      Wire in Form as Fields[Name] extends { readonly isSealed: true }
        ? Wire
        : Wire extends keyof Fields[Name]
          ? Wire
          : never
    ]: FieldText;
  } & { readonly exported?: FieldText };
};

// The functions below give each name of a list its own type; TypeScript types the names of an object as any text.

/** The names of an object's entries, in their order. */
export function namesOf<Entries extends object>(entries: Entries): readonly (keyof Entries & string)[];
export function namesOf(entries: object): readonly string[] {
  return Object.keys(entries);
}

/** The fields of which a key has one of the values. */
export function having<Fields extends object, const Key extends string, const Value>(
  fields: Fields,
  key: Key,
  values: readonly Value[],
): Having<Fields, Key, Value>;
export function having(fields: Readonly<Record<string, ThingField>>, key: string, values: readonly unknown[]): object {
  const entries = Object.entries<Readonly<Record<string, unknown>>>(fields);
  return Object.fromEntries(entries.filter(([, field]) => values.includes(field[key])));
}

/** The schemas of the fields that have a form. */
export function shapeOf<Fields extends object, Wire extends Form>(fields: Fields, wire: Wire): ShapeOf<Fields, Wire>;
export function shapeOf(fields: Readonly<Record<string, ThingField>>, wire: Form): Schemas {
  const shape: Record<string, z.ZodMiniType> = {};
  for (const [name, field] of Object.entries(fields)) {
    const schema = field.isSealed ? undefined : field[wire];
    if (schema) shape[name] = schema;
  }
  return shape;
}

/** Some of the entries of an object. */
export function picked<Values extends object, const Names extends readonly (keyof Values & string)[]>(
  names: Names,
  values: Values,
): Pick<Values, Names[number]>;
export function picked(names: readonly string[], values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Some of the entries of an object; null for what is missing. */
export function settled<Values extends object, Name extends keyof Values & string>(
  names: readonly Name[],
  values: Values,
): Settled<Pick<Values, Name>>;
export function settled(names: readonly string[], values: Readonly<Record<string, unknown>>): object {
  const found: Record<string, unknown> = {};
  for (const name of names) found[name] = values[name] ?? null;
  return found;
}

/** The entries of an object that are not undefined. */
export function given<Values extends object>(
  values: Values,
): { -readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> };
export function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

export type RowOf<Fields extends Readonly<Record<string, { readonly column: string }>>, Values> = {
  -readonly [Name in keyof Fields & keyof Values as Fields[Name]['column']]: Values[Name];
};

/** The values of a thing by its columns. */
export function rowOf<
  Fields extends Readonly<Record<string, { readonly column: string }>>,
  Values extends Readonly<Record<keyof Fields, unknown>>,
>(fields: Fields, values: Values): RowOf<Fields, Values>;
export function rowOf(
  fields: Readonly<Record<string, { readonly column: string }>>,
  values: Readonly<Record<string, unknown>>,
): object {
  return Object.fromEntries(Object.entries(fields).map(([name, { column }]) => [column, values[name]]));
}

/** Whether two values of a field are the same: texts, numbers, lists of them, moments. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
