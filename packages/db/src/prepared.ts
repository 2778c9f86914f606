import { is, Param, Placeholder, SQL } from 'drizzle-orm';
import type { Database } from './client.ts';

/**
 * Builds a prepared statement at its first use on a database, and returns the same one from then on. Otherwise Drizzle
 * would generate the statement's text for each call, which took a third of the time of a save.
 * @param build ends in `.prepare(name)`; values that differ between calls are `sql.placeholder`
 */
export function prepareOnce<Statement>(build: (db: Database) => Statement): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>();
  return (db) => {
    const known = statements.get(db);
    if (known !== undefined) return known;
    const statement = build(db);
    statements.set(db, statement);
    return statement;
  };
}

/** What the placeholders of a statement stand for, by their names. */
type Values = Readonly<Record<string, unknown>>;
/** A column of a row as the driver reads it: timestamps are texts. */
type Row = readonly unknown[];

/** What the driver sends as it is. */
type Sent = string | number | boolean | null;

function isSent(value: unknown): value is Sent {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Reads a parameter from the values of a call, in the form of its column if it has one. */
function readerOf(parameter: unknown): (values: Values) => unknown {
  if (is(parameter, Placeholder)) {
    const { name } = parameter;
    return (values) => {
      if (!(name in values)) throw new Error(`The statement needs a value for ${name}`);
      return values[name];
    };
  }
  if (is(parameter, Param)) {
    const read = readerOf(parameter.value);
    return (values) => parameter.encoder.mapToDriverValue(read(values));
  }
  return () => parameter;
}

/** What two parameters with the same value in every call have in common; the parameter itself for any other. */
function sameOf(parameter: unknown): unknown {
  if (is(parameter, Placeholder)) return parameter.name;
  return typeof parameter === 'string' ? `'${parameter}'` : parameter;
}

/**
 * A statement as it is sent: a value that stands at several places is one parameter, and blanks are single, because the driver
 * looks a statement up by its whole text.
 */
function shorten(text: string, params: readonly unknown[]) {
  const places = new Map<unknown, number>();
  const readers: ((values: Values) => unknown)[] = [];
  const numbers = params.map((parameter) => {
    const same = sameOf(parameter);
    const known = places.get(same);
    if (known !== undefined) return known;
    places.set(same, readers.push(readerOf(parameter)));
    return readers.length;
  });
  return {
    text: text.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, (_all, number) => `$${numbers[Number(number) - 1]}`),
    readers,
  };
}

/**
 * As {@link prepareOnce}, for the statements that are executed most: the text is handed to the driver, without what drizzle
 * does for each call, and its rows are columns in the order of the select.
 * @param build a query with placeholders
 */
export function compileOnce(
  build: (db: Database) => SQL | { toSQL(): { sql: string; params: unknown[] } },
): (db: Database, values: Values) => Promise<Row[]> {
  const compiled = prepareOnce((db) => {
    const query = build(db);
    // Text is all that is taken of it: a query of drizzle is sent only when it is awaited.
    const { sql, params } = is(query, SQL) ? db.execute(query).getQuery() : query.toSQL();
    // Not behind a pooler, where the next statement may be on another connection.
    return { ...shorten(sql, params), options: { prepare: db.$client.options.prepare } };
  });
  return (db, values) => {
    const { text, readers, options } = compiled(db);
    const parameters = readers.map((read) => {
      const value = read(values);
      if (!isSent(value)) throw new TypeError('A value of a statement needs the form of its column');
      return value;
    });
    return db.$client.unsafe(text, parameters, options).values();
  };
}
