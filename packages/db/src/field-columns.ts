import { getTableColumns, type GetColumnData } from 'drizzle-orm';
import type { AnyPgColumn, AnyPgTable, PgTable } from 'drizzle-orm/pg-core';

type ColumnsOf<Table extends AnyPgTable> = Table['_']['columns'];
type Fields<Table extends AnyPgTable> = Readonly<Record<string, { readonly column: keyof ColumnsOf<Table> & string }>>;

/** The columns of a table of things that no field has, but that of their owner. */
type Forgotten<Table extends AnyPgTable, Defined extends Fields<Table>> = Exclude<
  keyof ColumnsOf<Table>,
  Defined[keyof Defined]['column'] | 'userId'
>;

/** The columns of the fields of a thing, by the names that the fields have on the wire. */
export type FieldColumns<Table extends AnyPgTable, Defined extends Fields<Table>> = {
  readonly [Name in keyof Defined]: ColumnsOf<Table>[Defined[Name]['column']];
};

export type ValuesOf<Columns extends Readonly<Record<string, AnyPgColumn>>> = {
  readonly [Name in keyof Columns]: GetColumnData<Columns[Name]>;
};

/**
 * The columns of the fields of a thing, by the names that the fields have on the wire. A column of the table without a field
 * does not compile.
 */
export function columnsOf<Table extends AnyPgTable, Defined extends Fields<Table>>(
  table: Table,
  fields: Defined &
    ([Forgotten<Table, Defined>] extends [never] ? unknown : { readonly [Name in Forgotten<Table, Defined>]: never }),
): FieldColumns<Table, Defined> {
  return someColumnsOf<Table, Defined>(table, fields);
}

/** The same for fields that have only some columns of a table. */
export function someColumnsOf<Table extends AnyPgTable, Defined extends Fields<Table>>(
  table: Table,
  fields: Defined,
): FieldColumns<Table, Defined>;
export function someColumnsOf(table: PgTable, fields: Readonly<Record<string, { readonly column: string }>>): object {
  const columns = getTableColumns(table);
  return Object.fromEntries(Object.entries(fields).map(([name, { column }]) => [name, columns[column]]));
}

/** The values that columns have before any is given: their defaults, else null. */
export function defaultsOf<Columns extends Readonly<Record<string, AnyPgColumn>>>(columns: Columns): ValuesOf<Columns>;
export function defaultsOf(columns: Readonly<Record<string, AnyPgColumn>>): object {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.default ?? null]));
}
