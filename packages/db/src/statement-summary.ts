import { getTableName, is, Table } from 'drizzle-orm';
import * as schema from './schema.ts';

const tables: ReadonlySet<string> = new Set(
  Object.values(schema).flatMap((entry) => (is(entry, Table) ? [getTableName(entry)] : [])),
);

/** An operation and what it works on. */
const operation = /\b(insert into|delete from|update|from|join)\s+"?([a-z_]+)"?/gi;
const verbs: Readonly<Record<string, string>> = { 'insert into': 'insert', 'delete from': 'delete', update: 'update' };

/**
 * A short name of a statement: what it does with which tables, such as `select sessions, users; insert scans`. Holds
 * words of the code only, never a value. A statement without a table is named by its first word.
 */
export function summarizeStatement(text: string): string {
  const found = new Map<string, Set<string>>();
  for (const [, how = '', table = ''] of text.matchAll(operation)) {
    if (!tables.has(table)) continue;
    const verb = verbs[how.toLowerCase()] ?? 'select';
    found.set(verb, (found.get(verb) ?? new Set()).add(table));
  }
  if (found.size === 0) return /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  return Array.from(found, ([verb, names]) => `${verb} ${[...names].join(', ')}`).join('; ');
}
