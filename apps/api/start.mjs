/**
 * `npm start`: builds what is missing or older than its sources, then becomes the product, in this
 * same process, so that signals arrive where they belong. Standard output stays the product's own.
 * With `admin` as first argument it becomes the administrator's command line instead.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { useCompiledCode } from './compile-cache.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const dist = join(here, 'dist');
const bundles = { main: join(dist, 'main.cjs'), admin: join(dist, 'admin.cjs') };
const webPage = join(root, 'apps', 'web', 'dist', 'index.en.html');
/**
 * Carry the moment the last build of each kind began: an edit made during a build is newer than it. Their content is the
 * commit, for /api/build.
 */
const stamps = { everything: join(dist, '.built'), commands: join(dist, '.built-commands') };
const turbo = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'turbo.cmd' : 'turbo');

/** Neither sources nor what they are built from. */
const ignored = /^(\.|(node_modules|dist|testing|coverage)$)|\.(test\.tsx?|md)$/;
/** What the build itself, and `npm run demo`, write among the sources. */
const generated = /^i18n-(types|util)|\.gen\.ts$/;

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Nuances needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** The paths of the sources in a folder. More than a thousand at every start: join() would take as long as the reading. */
const sourcesOf = (folder, names = readdirSync(folder)) =>
  names.filter((name) => !ignored.test(name) && !generated.test(name)).map((name) => `${folder}/${name}`);

/** Whether a file, or anything below a folder, is newer. A removed file changes its folder's time, but so does a generated one. */
function isNewer(path, time) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs > time;
  const names = readdirSync(path);
  if (stats.mtimeMs > time && !names.some((name) => generated.test(name))) return true;
  return sourcesOf(path, names).some((inner) => isNewer(inner, time));
}

/**
 * Whether a source is newer than the build that a stamp tells of. Asking turbo costs a second; looking at file times costs
 * milliseconds, and turbo decides the rest.
 */
function isStale(stamp) {
  if (![...Object.values(bundles), stamp].every((path) => existsSync(path))) return true;
  const { mtimeMs } = statSync(stamp);
  const files = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'turbo.json'].map((name) =>
    join(root, name),
  );
  // A package's own folder changes with every dist that is written; what lies in it is what counts.
  const packages = ['apps', 'packages'].flatMap((group) => sourcesOf(join(root, group)));
  const inPackages = packages.filter((path) => statSync(path).isDirectory()).flatMap((path) => sourcesOf(path));
  return [...files.filter((path) => existsSync(path)), ...inPackages].some((path) => isNewer(path, mtimeMs));
}

/**
 * Resolves when everything is built, or only the commands; ends this process when the build fails or is interrupted.
 * A command may run beside a server, whose web pages must not change under it.
 */
async function build({ commandsOnly }) {
  console.error('Building Nuances, this takes a moment…');
  const began = new Date();
  // Most starts build nothing.
  const { currentCommit } = await import('./current-commit.mjs');
  const commit = currentCommit(root);
  return new Promise((resolve) => {
    // The client to install is no part of what runs.
    const only = commandsOnly ? ['--filter=@nuances/api'] : ['--filter=@nuances/api', '--filter=@nuances/web'];
    const child = spawn(turbo, ['run', 'build', ...only, '--output-logs=errors-only', '--no-update-notifier'], {
      cwd: root,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A script can only be spawned through a shell on Windows; no argument comes from outside.
      shell: process.platform === 'win32',
    });
    const said = [];
    child.stdout.on('data', (chunk) => said.push(chunk));
    child.stderr.on('data', (chunk) => said.push(chunk));

    let isInterrupted = false;
    const interrupt = (signal) => {
      isInterrupted = true;
      child.kill(signal);
    };
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);

    child.once('error', (error) => {
      console.error(`The build could not start: ${error.message}. Run "npm ci" first.`);
      process.exit(1);
    });
    child.once('close', (code) => {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      if (isInterrupted) process.exit(130);
      if (code !== 0) {
        process.stderr.write(Buffer.concat(said));
        console.error('The build failed; Nuances was not started.');
        process.exit(1);
      }
      const stamp = commandsOnly ? stamps.commands : stamps.everything;
      mkdirSync(dirname(stamp), { recursive: true });
      writeFileSync(stamp, commit);
      utimesSync(stamp, began, began);
      resolve();
    });
  });
}

const isAdmin = process.argv[2] === 'admin';
/** An installation without build tools (a container) starts what it was given. */
function isBuilt() {
  if (!existsSync(turbo)) return true;
  if (isAdmin) return !isStale(stamps.everything) || !isStale(stamps.commands);
  return existsSync(webPage) && !isStale(stamps.everything);
}
if (!isBuilt()) await build({ commandsOnly: isAdmin });
if (isAdmin) process.argv.splice(2, 1);
const name = isAdmin ? 'admin' : 'main';
// Beside the source, where nobody else may write; a build removes it.
const storeCompiledCode = useCompiledCode(dist, join(dist, '.compile-cache', name));
const { started } = createRequire(import.meta.url)(bundles[name]);
// Why a start failed is said by the product.
started.then(storeCompiledCode, () => undefined);
