import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const workspaces = ['apps', 'packages']
  .flatMap((floor) => readdirSync(join(root, floor)).map((name) => `${floor}/${name}`))
  .concat('e2e', 'bench', 'examples');

/**
 * Clones this repository into a folder. `npm ci` takes a minute here, and four on a busy machine. CI has just run it, so what
 * it made is linked: without caches, and without whatever else begins with a dot.
 */
export function cloneInto(clone: string): void {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  for (const folder of ['.', ...workspaces]) {
    const from = join(root, folder, 'node_modules');
    const names = existsSync(from) ? readdirSync(from).filter((name) => !name.startsWith('.') || name === '.bin') : [];
    if (names.length === 0) continue;
    const to = join(clone, folder, 'node_modules');
    mkdirSync(to);
    const paths = names.map((name) => join(from, name));
    const isLinked = spawnSync('cp', ['-al', ...paths, to]).status === 0;
    // Another file system.
    if (!isLinked) execFileSync('cp', ['-a', ...paths, to]);
  }
}
