import { namesOf } from '@nuances/domain/thing';
import { is, type SQL, sql } from 'drizzle-orm';
import { PgArray, type PgColumn, PgUUID } from 'drizzle-orm/pg-core';

/** Milliseconds and a Z, as JavaScript writes a moment; what is finer is cut off, as there. */
const isoMoment = (value: SQL) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The JSON of a value of a column; of null it is null. What needs no escape is written without looking for one. */
function valueJson(column: PgColumn, value: SQL): SQL {
  if (is(column, PgUUID)) return sql`'"' || ${value} || '"'`;
  if (is(column, PgArray) && column.baseColumn.dataType === 'number')
    return sql`'[' || array_to_string(${value}, ',') || ']'`;
  if (column.dataType === 'date') return sql`'"' || ${isoMoment(value)} || '"'`;
  return column.dataType === 'number' ? sql`${value}` : sql`to_json(${value})::text`;
}

/** The entries of an object, the first after this character. */
function entriesJson<Name extends string>(
  columns: Readonly<Record<Name, PgColumn>>,
  values: Readonly<Record<NoInfer<Name>, PgColumn>>,
  first: '{' | ',',
): SQL {
  const fields = namesOf(columns).map((name, index) => {
    const column = columns[name];
    const json = valueJson(column, sql`${values[name]}`);
    const start = sql.raw(`'${index === 0 ? first : ','}"${name}":'`);
    return sql`${start} || ${column.notNull ? json : sql`coalesce((${json})::text, 'null')`}`;
  });
  return sql.join(fields, sql` || `);
}

/** Entries that only some rows have. */
interface OptionalPart<More extends string> {
  readonly columns: Readonly<Record<More, PgColumn>>;
  readonly when: (values: Readonly<Record<More, PgColumn>>) => SQL;
}

/**
 * The JSON object of a row, which the database writes.
 * @param columns by the names in the object
 * @param values the same, as the statement selects them
 */
export function rowJson<Name extends string, More extends string>(
  columns: Readonly<Record<Name, PgColumn>>,
  values: Readonly<Record<NoInfer<Name | More>, PgColumn>>,
  optional: OptionalPart<More>,
): SQL<string> {
  const { columns: more, when } = optional;
  const ending = sql`case when ${when(values)} then ${entriesJson(more, values, ',')} || '}' else '}' end`;
  return sql<string>`${entriesJson(columns, values, '{')} || ${ending}`;
}

/** One JSON array of the texts of all rows. */
export const jsonArray = (json: SQL) => sql<string>`'[' || coalesce(string_agg(${json}, ','), '') || ']'`;
