import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { build, type Rolldown } from 'vite';

const packageFolder = dirname(import.meta.dirname);
const version = versionOf(readFileSync(join(packageFolder, 'package.json'), 'utf8'));

function versionOf(manifest: string): string {
  const parsed: unknown = JSON.parse(manifest);
  if (typeof parsed === 'object' && parsed && 'version' in parsed) return String(parsed.version);
  throw new Error('package.json has no version');
}

/** The folder of the foreign package that a module is of; null for a module of ours. */
function foreignFolder(moduleId: string): string | null {
  const at = moduleId.lastIndexOf(`${sep}node_modules${sep}`);
  if (at === -1) return null;
  const from = at + `${sep}node_modules${sep}`.length;
  const [scope = '', name = ''] = moduleId.slice(from).split(sep);
  return moduleId.slice(0, from) + (scope.startsWith('@') ? join(scope, name) : scope);
}

/**
 * Bundles one file with everything it needs. The command line imports the client, which is a file beside it.
 * @returns folders of the foreign packages whose code is in it
 */
async function bundleFile(from: string, to: string, banner = ''): Promise<ReadonlySet<string>> {
  const made = await build({
    root: packageFolder,
    configFile: false,
    publicDir: false,
    define: { NUANCES_CLIENT_VERSION: JSON.stringify(version) },
    plugins: [
      {
        name: 'client-beside',
        enforce: 'pre',
        resolveId: (name) => (name === '../client.ts' ? { id: './client.js', external: true } : null),
      },
    ],
    logLevel: 'warn',
    build: {
      target: 'node20',
      minify: false,
      emptyOutDir: false,
      outDir: dirname(to),
      lib: { entry: from, formats: ['es'], fileName: () => to.slice(dirname(to).length + 1) },
      rolldownOptions: {
        external: [/^node:/, './client.js'],
        output: { codeSplitting: false, comments: { jsdoc: false }, banner },
      },
    },
  });
  const outputs: Rolldown.RolldownOutput[] = Array.isArray(made) ? made : 'output' in made ? [made] : [];
  const chunks = outputs.flatMap(({ output }) => output).filter((part) => part.type === 'chunk');
  if (chunks.length !== 1) throw new Error(`${to} is ${chunks.length} files`);
  const folders = chunks.flatMap(({ moduleIds }) => moduleIds.map(foreignFolder)).filter((folder) => folder !== null);
  return new Set(folders);
}

/** Licenses of the packages whose code is in the bundles; they must be named. */
function licensesOf(folders: Iterable<string>): string {
  const texts = [...new Set(folders)].toSorted().map((folder) => {
    const name = folder.slice(folder.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules${sep}`.length);
    const file = readdirSync(folder).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
    if (file === undefined) throw new Error(`${name} has no license file`);
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return `Code of these packages is part of this one.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/**
 * Bundles the client and the command line, which imports the client beside it.
 * @returns the licenses of the code of others in them
 */
export async function bundleCode(folder: string): Promise<string> {
  const source = join(packageFolder, 'src');
  const client = await bundleFile(join(source, 'client.ts'), join(folder, 'client.js'));
  const cli = await bundleFile(join(source, 'cli', 'main.ts'), join(folder, 'cli.js'), '#!/usr/bin/env node');
  chmodSync(join(folder, 'cli.js'), 0o755);
  return licensesOf([...client, ...cli]);
}
