/** Reads what `node --cpu-prof` writes: which functions the processor was busy with. */
import { SourceMap, type SourceMapPayload } from 'node:module';

/** A node of the call tree. */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    /** From 0. */
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}

/** A `.cpuprofile`. Times are microseconds of the system's monotonic clock, that of `process.hrtime`. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly endTime: number;
  /** Ids of the nodes that were running. */
  readonly samples: readonly number[];
  /** Time from one sample to the next. */
  readonly timeDeltas: readonly number[];
}

/** @throws Error for a text that is no profile */
export function readProfile(text: string): CpuProfile {
  const value: unknown = JSON.parse(text);
  if (isProfile(value)) return value;
  throw new Error('This is no CPU profile');
}

function isProfile(value: unknown): value is CpuProfile {
  if (typeof value !== 'object' || value === null) return false;
  return ['nodes', 'samples', 'timeDeltas'].every((name) => Array.isArray(Reflect.get(value, name)));
}

/** A function, with its part of the time that the thread was busy. */
export interface HotFunction {
  readonly name: string;
  /** Where it is written, from the root of the repository. */
  readonly place: string;
  /** In the function itself, 0 to 1. */
  readonly self: number;
  /** With everything that it called, 0 to 1. */
  readonly total: number;
}

/** The busiest functions of a period of a profile. */
export interface Summary {
  readonly samples: number;
  /** Part of the time that the thread was busy, 0 to 1. */
  readonly busy: number;
  /** Of the busy time, by where the code is: ours, each package, Node's own. */
  readonly owners: readonly { readonly name: string; readonly self: number }[];
  /** Most self time first. */
  readonly functions: readonly HotFunction[];
}

/** Finds the source of a place in a bundle; null for a file without a map. */
export type FindSource = (url: string, line: number, column: number) => { file: string; line: number } | null;

const isSourceMap = (value: unknown): value is SourceMapPayload =>
  typeof value === 'object' && value !== null && 'mappings' in value && 'sources' in value;

/** @throws Error for a text that is no source map */
export function readSourceMap(text: string): SourceMap {
  const value: unknown = JSON.parse(text);
  if (isSourceMap(value)) return new SourceMap(value);
  throw new Error('This is no source map');
}

/** @param readMap gives the map of a file; null when it has none */
export function sourceFinder(readMap: (url: string) => SourceMap | null): FindSource {
  const maps = new Map<string, SourceMap | null>();
  return (url, line, column) => {
    let map = maps.get(url);
    if (map === undefined) {
      map = readMap(url);
      maps.set(url, map);
    }
    const entry = map?.findEntry(line, column);
    if (!entry || !('originalSource' in entry)) return null;
    return { file: new URL(entry.originalSource, url).href, line: entry.originalLine + 1 };
  };
}

/** Whose code it is: a package, Node, or the product. */
function ownerOf(place: string): string {
  if (place === '') return 'the engine';
  if (place.startsWith('node:')) return 'Node';
  const at = place.lastIndexOf('node_modules/');
  if (at === -1) return 'Nuances';
  const [scope = '', name = ''] = place.slice(at + 'node_modules/'.length).split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

const readable = (url: string) =>
  url
    .replace(/^file:\/\//, '')
    .replace(/^.*?((?:apps|packages|node_modules)\/)/, '$1')
    .replace(/^(?:\.\.\/)+/, '');
const isIdle = ({ callFrame }: ProfileNode) => callFrame.functionName === '(idle)';

/**
 * Sums a period of a profile up.
 * @param from, to microseconds, of the clock of the profile
 */
export function summarise(profile: CpuProfile, from: number, to: number, find: FindSource): Summary {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const selfOfNode = new Map<number, number>();
  let at = profile.startTime;
  let all = 0;
  let samples = 0;
  profile.samples.forEach((id, index) => {
    // There is one for each sample.
    const delta = Number(profile.timeDeltas[index]);
    at += delta;
    if (at < from || at > to) return;
    samples += 1;
    all += delta;
    selfOfNode.set(id, (selfOfNode.get(id) ?? 0) + delta);
  });

  const keys = new Map<number, { key: string; name: string; place: string; file: string }>();
  const keyOf = (node: ProfileNode) => {
    const known = keys.get(node.id);
    if (known) return known;
    const { functionName, url, lineNumber, columnNumber } = node.callFrame;
    const source = url === '' ? null : find(url, lineNumber, columnNumber);
    const file = readable(source?.file ?? url);
    const place = file === '' ? '' : `${file}:${source?.line ?? lineNumber + 1}`;
    const name = functionName === '' ? '(anonymous)' : functionName;
    const made = { key: `${name} ${place}`, name, place, file };
    keys.set(node.id, made);
    return made;
  };

  const functions = new Map<string, { name: string; place: string; self: number; total: number }>();
  const owners = new Map<string, number>();
  let busy = 0;
  for (const [id, time] of selfOfNode) {
    const node = byId.get(id);
    if (!node || isIdle(node)) continue;
    busy += time;
    const owner = ownerOf(keyOf(node).file);
    owners.set(owner, (owners.get(owner) ?? 0) + time);
    // A function that calls itself is counted once.
    const counted = new Set<string>();
    for (let above: ProfileNode | undefined = node; above; above = byId.get(parents.get(above.id) ?? -1)) {
      const { key, name, place } = keyOf(above);
      if (name === '(root)' || counted.has(key)) continue;
      counted.add(key);
      const entry = functions.get(key) ?? { name, place, self: 0, total: 0 };
      functions.set(key, entry);
      entry.total += time;
      if (above === node) entry.self += time;
    }
  }
  const part = (time: number) => (busy === 0 ? 0 : time / busy);
  return {
    samples,
    busy: all === 0 ? 0 : busy / all,
    owners: [...owners].map(([name, self]) => ({ name, self: part(self) })).sort((a, b) => b.self - a.self),
    functions: [...functions.values()]
      .map(({ self, total, ...rest }) => ({ ...rest, self: part(self), total: part(total) }))
      .sort((a, b) => b.self - a.self),
  };
}
