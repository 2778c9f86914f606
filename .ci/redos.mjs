/*
 * Asks `recheck` for every pattern in the sources whether some input makes it slow. `recheck` is no dependency of the
 * product, because its binaries are larger than the product, so its folder is a parameter:
 *
 *   npm install --prefix /tmp/recheck --omit=optional recheck@4.5.0
 *   node .ci/redos.mjs /tmp/recheck
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = dirname(import.meta.dirname);
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node .ci/redos.mjs FOLDER, where recheck is installed');
process.env['RECHECK_BACKEND'] = 'pure';
const { checkSync } = createRequire(join(resolve(folder), 'package.json'))('recheck');

/** Files whose patterns read no input of strangers, or only short input: slow patterns do no harm there. */
const accepted = {
  'apps/api/src/openapi/page-call.ts': 'our own description of the API, once at the start',
  'apps/web/src/features/account/device-name.ts': 'descriptions of own browsers, 200 characters at most',
  'packages/db/src/embedded/binaries.ts': 'names of folders of the machine',
};

/** Timeout for one pattern, milliseconds. */
const timeout = 30_000;

/** Every pattern in a file, with its line. */
function patternsOf(path) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true);
  const found = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const sources = ['apps', 'packages'].flatMap((floor) =>
  readdirSync(join(root, floor)).flatMap((room) => {
    const src = join(root, floor, room, 'src');
    return readdirSync(src, { recursive: true })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^testing\//.test(name))
      .map((name) => join(src, name));
  }),
);

const counts = { safe: 0, accepted: 0, vulnerable: 0, unknown: 0 };
const asked = checkSync('^(a+)+$', '', { timeout }).status;
if (asked !== 'vulnerable') throw new Error(`recheck does not find the planted pattern: ${asked}`);
for (const path of sources)
  for (const { line, source, flags } of patternsOf(path)) {
    const { status, complexity, error } = checkSync(source, flags, { timeout });
    const name = relative(root, path);
    counts[status !== 'safe' && name in accepted ? 'accepted' : status] += 1;
    if (status !== 'safe')
      console.log(`${name}:${line} /${source}/${flags} ${status} ${complexity?.summary ?? error?.kind ?? ''}`);
  }
console.log(`${sources.length} files: ${JSON.stringify(counts)}`);
process.exitCode = counts.vulnerable + counts.unknown > 0 ? 1 : 0;
