import type { Database } from './client.ts';

/**
 * Builds a prepared statement at its first use on a database, and returns the same one from then on. Otherwise Drizzle
 * would generate the statement's text for each call, which took a third of the time of a save. What Drizzle cannot say
 * in a part of a statement is text in it: `db.$with(name).as(sql`…`)`.
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
