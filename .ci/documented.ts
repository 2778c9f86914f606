/** The command lines and code blocks of the documents, and what runs each of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'examples/README.md',
  'bench/README.md',
];

/** A fenced block. */
export interface Block {
  readonly place: string;
  readonly language: string;
  readonly text: string;
  /** Why no test runs it: `<!-- not run: REASON -->` before it in the document. */
  readonly notRun: string | null;
}

/** A line that a reader would type. */
export interface Command {
  readonly place: string;
  /** Without the comment at its end. */
  readonly text: string;
  readonly notRun: string | null;
  /** Lines of one block are typed into one terminal; anything else is a block of its own. */
  readonly block: string;
}

const fence = /(?:<!-- not run: ([^>]*) -->\n+)?^```(\w*)\n([^]*?)^```$/gm;
const npmLine = /(?<!`)`((?:[A-Z_]+=[^\s`]+ )*(?:npm (?:ci|start|test|run|pack|install)\b|npx |\.ci\/run)[^`]*)`(?!`)/g;

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

const read = documents.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Every fenced block. */
export const blocks: readonly Block[] = read.flatMap(({ path, text }) =>
  Array.from(text.matchAll(fence), (match) => {
    const [all, notRun = null, language = '', code = ''] = match;
    return { place: `${path}:${lineAt(text, match.index + all.indexOf('```'))}`, language, text: code, notRun };
  }),
);

/** Those of shell blocks line by line, then those of npm that stand in a table or a sentence. The same line counts once. */
export const commands: readonly Command[] = (() => {
  const found = new Map<string, Command>();
  const add = (command: Command) => {
    const known = found.get(command.text);
    if (known === undefined) found.set(command.text, command);
    // A reason counts wherever the same line is.
    else if (known.notRun === null && command.notRun !== null)
      found.set(command.text, { ...known, notRun: command.notRun });
  };
  for (const { path, text } of read) {
    for (const { place, text: lines, notRun } of blocks.filter(
      (block) => block.language === 'sh' && block.place.startsWith(`${path}:`),
    ))
      for (const line of lines.split('\n')) {
        const command = line.replace(/(?:^|\s+)#\s.*$/, '').trim();
        if (command !== '') add({ place, text: command, notRun, block: place });
      }
    for (const match of text.replaceAll(fence, (block) => block.replaceAll(/[^\n]/g, ' ')).matchAll(npmLine)) {
      const place = `${path}:${lineAt(text, match.index)}`;
      add({ place, text: match[1] ?? '', notRun: null, block: `${place} ${match[1] ?? ''}` });
    }
  }
  return [...found.values()];
})();

/** The operator's commands, as the list of docs/operating.md has them. */
export const operatorCommands: readonly string[] = (() => {
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const [, list = ''] = /^## Administration\n([^]*?)^## /m.exec(text) ?? [];
  return Array.from(list.matchAll(/^- ([^:]+):/gm), ([, names = '']) => names).flatMap((names) =>
    Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
  );
})();

/** What runs a line, or a kind of block, other than `commands.product.test.ts`: a file, and a part of it that shows it. */
interface Elsewhere {
  readonly file: string;
  readonly shows: string;
}

const ci: Elsewhere = { file: '.ci/run', shows: 'npm ci || failed' };
const ciTest: Elsewhere = { file: '.ci/run', shows: 'node .ci/test.mjs --whole' };
const ciCheck: Elsewhere = { file: '.ci/run', shows: 'npm run check || failed' };
const archive: Elsewhere = { file: 'apps/api/src/archiving/wal-archive.faults.test.ts', shows: "'restore', '--until'" };
const citus: Elsewhere = { file: 'packages/db/src/citus/documented.citus.test.ts', shows: 'distribute' };

/** Lines that need another server, or are what runs the tests. */
export const elsewhere: ReadonlyMap<string, Elsewhere> = new Map([
  ['npm ci', ci],
  ['.ci/run', ci],
  ['npm test', ciTest],
  ['npm ci && npm test', ciTest],
  ['npm run test:whole', ciTest],
  ['npm run test:documents', { file: 'package.json', shows: 'vitest run .ci/commands.product.test.ts' }],
  ['npm run test:e2e', { file: '.ci/test.mjs', shows: "'@nuances/e2e'" }],
  ['npm run check', ciCheck],
  ['npm run test:faults', { file: '.ci/test-runs.test.ts', shows: 'faults' }],
  ['npm run test:pgbouncer', { file: 'apps/api/src/testing/pooler.ts', shows: "spawn('pgbouncer'" }],
  ['npm run test:codes', { file: 'apps/api/src/http/contract.product.test.ts', shows: 'hasCodes' }],
  ['npm run test:haproxy', { file: 'apps/api/src/testing/balancer.ts', shows: 'haproxy' }],
  ['npm run test:replica', { file: 'apps/api/src/database/replicas.long.test.ts', shows: 'standby' }],
  ['npm run test:pgbackrest', { file: '.ci/own-postgres.pgbackrest.test.ts', shows: 'pg_createcluster' }],
  ['npm run test:browsers', { file: 'e2e/browsers/run.ts', shows: 'firefox' }],
  ['npm run test:citus', { file: '.ci/test-runs.test.ts', shows: 'citus' }],
  ['CITUS_TEST_URL=postgres://… npm run test:citus', { file: '.ci/test-runs.test.ts', shows: 'citus' }],
  ['npm run admin -- restore --until 2026-11-20T14:05:00Z', archive],
  ['restore --until TIME', archive],
  ['npm run admin -- distribute', citus],
  ['npm run admin -- distribute --dry-run', citus],
  ['distribute', citus],
  ['distribute --dry-run', citus],
]);

/** Lines of sentences and tables that are not typed, and why. */
export const notTyped: ReadonlyMap<string, string> = new Map([
  ['npm install', 'is named as what is not enough'],
  ['npm run admin -- COMMAND', 'stands for each command, and each is run'],
  ['npm run bench:waterfall -w @nuances/bench', 'draws a file of the repository anew'],
  ['npm run build && DATABASE_URL=postgres://… node .ci/sqlmap.mjs', 'needs sqlmap, and hours'],
  [
    'npm install --prefix /tmp/recheck --omit=optional recheck@4.5.0 && node .ci/redos.mjs /tmp/recheck',
    'needs a registry',
  ],
]);

/** Blocks that are no shell lines. Those with a `not run` need no entry. */
export const otherBlocks: ReadonlyMap<string, Elsewhere> = new Map([
  // A drawing: whether it names every workspace.
  ['docs/architecture.md mermaid', { file: '.ci/documents.test.ts', shows: 'mermaid' }],
  ['docs/operating.md ini', { file: 'apps/api/src/testing/pooler.ts', shows: 'server_login_retry = 1' }],
  ['docs/operating.md sql', { file: '.ci/commands.product.test.ts', shows: "'sql'" }],
  ['docs/api.md json', { file: '.ci/commands.product.test.ts', shows: "'json'" }],
  ['docs/api.md http', { file: '.ci/commands.product.test.ts', shows: "'http'" }],
  ['docs/client.md ts', { file: '.ci/commands.product.test.ts', shows: "'ts'" }],
  ['docs/operating.md crontab', { file: '.ci/commands.product.test.ts', shows: "'crontab'" }],
]);

/** What other people's scripts rely on, and a test that runs it. */
export const promises: ReadonlyMap<string, string> = new Map([
  ['Run', '.ci/commands.product.test.ts'],
  ['Test', '.ci/run'],
  ['Develop', '.ci/commands.product.test.ts'],
  ['Administer', '.ci/commands.product.test.ts'],
  ['PORT HOST', 'apps/api/src/main.product.test.ts'],
  ['DATA_DIR', 'apps/api/src/main.product.test.ts'],
  ['DATABASE_URL', 'apps/api/src/main.product.test.ts'],
  ['MASTER_KEY MASTER_KEY_PREVIOUS', 'apps/api/src/env.test.ts'],
  ['APP_URL', 'apps/api/src/env.test.ts'],
  ['RESEND_API_KEY RESEND_BASE_URL MAIL_FROM', 'apps/api/src/main.product.test.ts'],
  ['RATE_LIMIT AUTH_RATE_LIMIT', 'apps/api/src/http/rate-limit.test.ts'],
  ['TRUST_PROXY', 'apps/api/src/http/rate-limit.test.ts'],
  ['DATABASE_POOL DRAIN_S', 'apps/api/src/main.product.test.ts'],
  ['BACKUP_AT BACKUP_DIR BACKUP_KEEP', 'apps/api/src/jobs/scheduled-backup.test.ts'],
  ['BACKUP_WAL', 'apps/api/src/archiving/wal-archive.faults.test.ts'],
  ['ROLE', 'apps/api/src/role.product.test.ts'],
  ['LOG_LEVEL', 'apps/api/src/env.test.ts'],
  ['Health', 'apps/api/src/main.product.test.ts'],
  ['REST', 'apps/api/src/http/contract.product.test.ts'],
  ['Errors', 'apps/api/src/http/contract.product.test.ts'],
  ['OpenAPI', 'apps/api/src/openapi/lint.product.test.ts'],
  ['tRPC', 'apps/api/src/http/parity.test.ts'],
  ['Web', 'apps/api/src/web/server.test.ts'],
]);
