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
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
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
    return { text: sql, readers: params.map(readerOf) };
  });
  return async (db, values) => {
    const { text, readers } = compiled(db);
    const parameters = readers.map((read) => {
      const value = read(values);
      if (!isSent(value)) throw new TypeError('A value of a statement needs the form of its column');
      return value;
    });
    // Not behind a pooler, where the next statement may be on another connection.
    return db.$client.unsafe(text, parameters, { prepare: db.$client.options.prepare }).values();
  };
}
