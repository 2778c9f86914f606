/**
 * The forms of statements that Citus refuses, so that a test on a plain PostgreSQL finds them. `samples` has one for each, which
 * `npm run test:citus` shows to be refused.
 */
import { distributedTables } from '@nuances/db/citus/placement';
import { isRecord } from '@nuances/domain/record';
import { parse } from 'libpg-query';

/** A part of the syntax tree of PostgreSQL's own parser. */
type Node = Readonly<Record<string, unknown>>;

const kinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;
/** A query, or a part of one in brackets. */
interface Query {
  readonly kind: (typeof kinds)[number];
  readonly node: Node;
  /** The names of the common table expressions that it may name. */
  readonly ctes: ReadonlySet<string>;
  /** Whether it is one of them. */
  readonly isCte: boolean;
  readonly isSubquery: boolean;
}

const childrenOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];

/** Every node of a kind in a tree, down to the queries in it. */
function nodesIn(tree: unknown, kind: string, isInside: (key: string) => boolean = () => true): Node[] {
  if (Array.isArray(tree)) return tree.flatMap((child) => nodesIn(child, kind, isInside));
  if (!isRecord(tree)) return [];
  return Object.entries(tree).flatMap(([key, child]) => [
    ...(key === kind && isRecord(child) ? [child] : []),
    ...(isInside(key) ? nodesIn(child, kind, isInside) : []),
  ]);
}

/** Every query in a tree, with the names that it sees. */
function queriesIn(
  tree: unknown,
  outer: ReadonlySet<string> = new Set(),
  place = { isCte: false, isSubquery: false },
): Query[] {
  if (!isRecord(tree)) return childrenOf(tree).flatMap((child) => queriesIn(child, outer, place));
  return Object.entries(tree).flatMap(([key, node]) => {
    const kind = kinds.find((one) => one === key);
    if (!kind || !isRecord(node)) {
      const inner =
        key === 'CommonTableExpr'
          ? { isCte: true, isSubquery: true }
          : key === 'SubLink' || key === 'RangeSubselect'
            ? { isCte: false, isSubquery: true }
            : place;
      return queriesIn(node, outer, inner);
    }
    const names = nodesIn(node['withClause'], 'CommonTableExpr', (part) => !kinds.some((one) => one === part)).map(
      (cte) => String(cte['ctename']),
    );
    const ctes = new Set([...outer, ...names]);
    return [{ kind, node, ctes, ...place }, ...queriesIn(node, ctes, { isCte: false, isSubquery: true })];
  });
}

/** Every table that a tree names, also as the one that is changed. */
const relationsAnywhere = (tree: unknown): Node[] => [
  ...(isRecord(tree) && 'relname' in tree ? [tree] : []),
  ...childrenOf(tree).flatMap(relationsAnywhere),
];

/** Not into a query in it. */
const ofItself = (key: string) => !kinds.some((kind) => kind === key);
const nameOf = (relation: Node) => String(relation['relname']);
const aliasOf = (relation: Node) =>
  isRecord(relation['alias']) ? String(relation['alias']['aliasname']) : nameOf(relation);
/** A partition is where its table is. */
const isDistributed = (relation: Node) => {
  const name = nameOf(relation).replace(/^(usage_events)_(?!moved|before).*$/, '$1');
  return distributedTables.includes(name);
};

/** What a query itself reads, apart from the queries in it. */
function relationsOf({ node, ctes }: Query): Node[] {
  const read = ['fromClause', 'usingClause'].flatMap((part) => nodesIn(node[part], 'RangeVar', ofItself));
  return read.filter((relation) => !ctes.has(nameOf(relation)));
}
const targetOf = ({ node }: Query): Node | null => (isRecord(node['relation']) ? node['relation'] : null);
const fieldsOf = (column: Node) => nodesIn(column['fields'], 'String').map(({ sval }) => String(sval));
const isUserId = (side: unknown) => nodesIn(side, 'ColumnRef').some((column) => fieldsOf(column).at(-1) === 'user_id');
const equalities = (node: Node) =>
  nodesIn([node['whereClause'], node['fromClause'], node['usingClause']], 'A_Expr', ofItself).filter(
    (expression) => expression['kind'] === 'AEXPR_OP' && nodesIn(expression['name'], 'String')[0]?.['sval'] === '=',
  );
/** Conditions that say which worker it is. */
const ofOneWorker = (node: Node) =>
  equalities(node).filter(
    ({ lexpr, rexpr }) => isUserId(lexpr) && !isUserId(rexpr) && nodesIn(rexpr, 'ColumnRef', ofItself).length === 0,
  );
const joinsByUser = (node: Node) =>
  equalities(node).filter(({ lexpr, rexpr }) => isUserId(lexpr) && isUserId(rexpr)).length +
  nodesIn(node['fromClause'], 'JoinExpr', ofItself).filter((join) =>
    nodesIn(join['usingClause'], 'String').some(({ sval }) => sval === 'user_id'),
  ).length;

/** Functions that are the same for everybody and always. */
const immutable = new Set(['least', 'greatest', 'lower', 'make_interval', 'octet_length', 'date_trunc']);
const callsIn = (tree: unknown) =>
  nodesIn(tree, 'FuncCall').filter(
    (call) => !immutable.has(String(nodesIn(call['funcname'], 'String').at(-1)?.['sval'])),
  );

/** The outer names that a subquery uses. */
const outerNamesOf = (query: Query, subquery: Query): string[] => {
  const inner = new Set(relationsOf(subquery).map(aliasOf));
  const outer = new Set(relationsOf(query).map(aliasOf));
  return nodesIn(subquery.node, 'ColumnRef')
    .flatMap((column) => fieldsOf(column).slice(0, 1))
    .filter((name) => outer.has(name) && !inner.has(name));
};

/** A statement that is refused for a reason, and one like it that is not. */
interface Sample {
  readonly refused: string;
  readonly taken: string;
}

interface Rule extends Sample {
  readonly name: string;
  /** What Citus says, or does. */
  readonly reason: string;
  isBroken(query: Query, inner: readonly Query[]): boolean;
}

const writes = (query: Query) => {
  const target = targetOf(query);
  return query.kind !== 'SelectStmt' && target !== null && isDistributed(target);
};
const isLocking = ({ node }: Query) => node['lockingClause'] !== undefined;

const user = `'11111111-1111-4111-8111-111111111111'`;
const newScan = `insert into scans (user_id, id, answers, scoring, created_at, received_at)
  values (${user}, ${user}, '{1,2,3,4,5,6,7}', 1, now(), now()) on conflict (user_id, id)`;

const rules: readonly Rule[] = [
  {
    name: 'a subquery without columns',
    reason: 'a column definition list is required for functions returning "record"',
    refused: 'select exists (select from usage_events where at < now())',
    taken: 'select exists (select 1 from usage_events where at < now())',
    isBroken: (query) =>
      query.kind === 'SelectStmt' &&
      query.isSubquery &&
      query.node['targetList'] === undefined &&
      query.node['valuesLists'] === undefined &&
      query.node['op'] === 'SETOP_NONE' &&
      relationsOf(query).some(isDistributed),
  },
  {
    name: 'locks rows of several workers',
    reason: 'could not run distributed query with FOR UPDATE/SHARE commands',
    refused: 'select id from scans for update',
    taken: `select id from scans where user_id = ${user} for update`,
    isBroken: (query) =>
      isLocking(query) && relationsOf(query).some(isDistributed) && ofOneWorker(query.node).length === 0,
  },
  {
    name: 'locks rows of a worker in a join, for another part',
    reason: 'the result is written in one format and read in another: invalid input syntax … "PGCOPY"',
    refused: `with caller as (select id from users), linked as (
      select scans.id from scans join caller on scans.user_id = caller.id where scans.user_id = ${user} for key share of scans)
      select * from linked`,
    taken: `with caller as (select id from users), linked as (
      select scans.id from scans where scans.user_id = ${user} and scans.user_id = (select id from caller) for key share)
      select * from linked`,
    isBroken: (query) =>
      query.isCte &&
      isLocking(query) &&
      relationsOf(query).some(isDistributed) &&
      nodesIn(query.node['fromClause'], 'RangeVar', ofItself).length > 1,
  },
  {
    name: 'a subquery on a worker for each row of the coordinator',
    reason: 'direct joins between distributed and local tables are not supported',
    refused: `select week_start from usage_weeks
      where exists (select 1 from usage_user_weeks as own where own.week_start = usage_weeks.week_start)`,
    taken: `select usage_weeks.week_start from usage_weeks join usage_user_weeks as own on own.week_start = usage_weeks.week_start`,
    isBroken: (query, inner) =>
      relationsOf(query).some((relation) => !isDistributed(relation)) &&
      inner.some((subquery) => relationsOf(subquery).some(isDistributed) && outerNamesOf(query, subquery).length > 0),
  },
  {
    name: 'a changing function in CASE or COALESCE of a change',
    reason: 'non-IMMUTABLE functions are not allowed in CASE or COALESCE statements',
    refused: `update scans set received_at = coalesce(received_at, now()) where user_id = ${user}`,
    taken: `update scans set received_at = now() where user_id = ${user}`,
    isBroken: (query) =>
      writes(query) &&
      query.kind === 'UpdateStmt' &&
      ['CaseExpr', 'CoalesceExpr'].some((kind) =>
        nodesIn(query.node['targetList'], kind).some((part) => callsIn(part).length > 0),
      ),
  },
  {
    name: 'a function in DO UPDATE SET',
    reason: 'functions used in the DO UPDATE SET clause of INSERTs on distributed tables must be marked IMMUTABLE',
    refused: `${newScan} do update set received_at = now()`,
    taken: `${newScan} do update set received_at = excluded.received_at`,
    isBroken: (query) =>
      writes(query) &&
      isRecord(query.node['onConflictClause']) &&
      callsIn(query.node['onConflictClause']['targetList']).length > 0,
  },
  {
    name: 'a row that changes its person',
    reason: 'modifying the partition value of rows is not allowed',
    refused: `update scans set user_id = '22222222-2222-4222-8222-222222222222' where user_id = ${user}`,
    taken: `update scans set scoring = 2 where user_id = ${user}`,
    isBroken: (query) =>
      writes(query) &&
      query.kind === 'UpdateStmt' &&
      childrenOf(query.node['targetList']).some(
        (target) => isRecord(target) && isRecord(target['ResTarget']) && target['ResTarget']['name'] === 'user_id',
      ),
  },
  {
    name: 'a join that is not by person',
    reason: 'the query contains a join that requires repartitioning',
    refused: 'select 1 from scans join notes on notes.scan_result_id = scans.id',
    taken: 'select 1 from scans join notes on notes.user_id = scans.user_id and notes.scan_result_id = scans.id',
    isBroken: (query) => {
      const joined = relationsOf(query).filter(isDistributed).length;
      return joined > 1 && joinsByUser(query.node) < joined - 1 && ofOneWorker(query.node).length < joined;
    },
  },
];

/** The names of the rules that a statement breaks. */
export async function brokenShapes(text: string): Promise<string[]> {
  const { stmts = [] } = await parse(text);
  const queries = queriesIn(stmts);
  const broken = rules
    .filter((rule) => queries.some((query) => rule.isBroken(query, queriesIn(childrenOf(query.node), query.ctes))))
    .map(({ name }) => name);
  if (stmts.length > 1 && relationsAnywhere(stmts).some(isDistributed)) broken.push(severalStatements);
  return broken;
}

/** Citus passes the whole text of a message on: a worker says `cannot insert multiple commands into a prepared statement`. */
const severalStatements = 'several statements in a message';

/**
 * Whether a part of a statement writes what another part has found. Citus takes it, and sends the found rows to every worker: if
 * one is away, nobody's call succeeds.
 */
export async function needsEveryWorker(text: string): Promise<boolean> {
  return queriesIn((await parse(text)).stmts).some(
    (query) =>
      query.isCte &&
      writes(query) &&
      nodesIn(query.node, 'RangeVar').some((relation) => query.ctes.has(nameOf(relation))),
  );
}

/** For each rule a statement that breaks it, and one like it that does not. */
export const samples: readonly (Sample & { readonly rule: string })[] = [
  ...rules.map(({ name, refused, taken }) => ({ rule: name, refused, taken })),
  {
    rule: severalStatements,
    refused: 'alter table scans add column extra integer; alter table scans drop column extra',
    taken: 'alter table scans add column if not exists extra integer',
  },
];
