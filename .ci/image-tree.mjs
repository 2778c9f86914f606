/**
 * The files of the container image: `npm run image:tree -- FOLDER`, after `npm ci` and a build. Holds the two builds, which
 * contain their packages, the migrations, and the few packages that no build contains: no sources, no tools. PostgreSQL is
 * left out, because the image gets a DATABASE_URL; `--embedded` takes it in.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { currentCommit } from '../apps/api/current-commit.mjs';

const root = dirname(import.meta.dirname);
const usage = 'npm run image:tree -- FOLDER [--embedded] [--commit COMMIT]';

/** @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** `--server` is for tests: another build of the server, and no web app. */
function readArguments() {
  try {
    const options = {
      embedded: { type: 'boolean', default: false },
      server: { type: 'string' },
      commit: { type: 'string' },
    };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { ...values, folder: positionals.length === 1 ? positionals[0] : fail(usage) };
  } catch {
    return fail(usage);
  }
}
const { folder, embedded, server, commit = '' } = readArguments();
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty`);

/** What of a package is only for those who write programs: types, and maps to sources that are not there. */
const unused = /\.(?:d\.[cm]?ts|map)$/;

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Where Node finds a package from another one: in its own node_modules, else in those above. */
function find(name, from) {
  for (let at = from; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return undefined;
  }
}

/** Where a package and what it needs at run time are, from a workspace. */
function needed(start, workspace) {
  const found = new Set([find(start, workspace) ?? fail(`${workspace} has no ${start}: npm ci`)]);
  for (const path of found)
    for (const name of Object.keys(packages[path].dependencies ?? {}))
      found.add(find(name, path) ?? fail(`${path} needs ${name}, which is not installed`));
  return found;
}

function copy(path, filter = () => true) {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, path), target, { recursive: true, filter, verbatimSymlinks: true });
}

function copyPackage(path) {
  const nested = join(root, path, 'node_modules');
  copy(path, (file) => !file.startsWith(nested) && !unused.test(file));
}

const starting = ['apps/api/start.mjs', 'apps/api/compile-cache.mjs', 'apps/api/current-commit.mjs'];
for (const path of ['package.json', 'package-lock.json', '.npmrc', ...starting]) copy(path);
copy('packages/db/migrations');
if (server) cpSync(server, join(folder, 'apps', 'api', 'dist'), { recursive: true });
else
  for (const path of ['apps/api/dist', 'apps/web/dist'])
    // What a start on this machine compiled is of no use on another one.
    if (existsSync(join(root, path))) copy(path, (file) => !file.endsWith('.compile-cache'));
    else fail(`There is no ${path}: npm run build`);
const external = JSON.parse(readFileSync(join(root, 'apps', 'api', 'external.json'), 'utf8'));
for (const name of external) for (const path of needed(name, 'apps/api')) copyPackage(path);
// Only the one for this platform is installed.
if (embedded)
  for (const name of Object.keys(packages['packages/db'].optionalDependencies)) {
    const path = find(name, 'packages/db');
    if (path !== undefined && existsSync(join(root, path))) copyPackage(path);
  }
// The product finds its own files beside the package files of the workspaces.
const workspaces = ['apps', 'packages'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => `${group}/${name}`),
);
mkdirSync(join(folder, 'node_modules', '@nuances'), { recursive: true });
for (const path of workspaces) {
  copy(`${path}/package.json`);
  const links = join(folder, 'node_modules', '@nuances');
  const { name } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  symlinkSync(relative(links, join(folder, path)), join(links, name.slice('@nuances/'.length)));
}
const built = join(folder, 'apps', 'api', 'dist');
rmSync(join(built, '.built-commands'), { force: true });
writeFileSync(join(built, '.built'), commit === '' ? currentCommit(root) : commit);

const bytes = (path) => {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return 0;
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path, { withFileTypes: true }).reduce(
    (sum, inner) => sum + (inner.isSymbolicLink() ? 0 : bytes(join(path, inner.name))),
    0,
  );
};
console.log(`${folder}: ${Math.round(bytes(folder) / 1e6)} MB`);
