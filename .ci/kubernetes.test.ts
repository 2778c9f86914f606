/** The manifests of docs/kubernetes.yaml, against the schemas of Kubernetes' API and what the product says of itself. */
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const docs = join(dirname(import.meta.dirname), 'docs');
const manifests: readonly unknown[] = parseAllDocuments(readFileSync(join(docs, 'kubernetes.yaml'), 'utf8')).map(
  (document) => document.toJS(),
);
const models = { Service, ConfigMap, PodDisruptionBudget, StatefulSet };

type Values = Record<string, unknown>;
const partsOf = (value: unknown) => Object(value) as Values;
const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((part, key) => partsOf(part)[String(key)], value);

/** Notes which parts of a manifest are read: a validator reads what its schema has, so what nobody reads has a wrong name. */
function watched<Value extends object>(value: Value, path: string, unread: Set<string>): Value {
  for (const key of Object.keys(value)) unread.add(`${path}/${key}`);
  return new Proxy(value, {
    get(target, key) {
      const part: unknown = Reflect.get(target, key);
      const name = `${path}/${String(key)}`;
      const isFirst = unread.delete(name);
      if (typeof part !== 'object' || part === null) return part;
      if (!isFirst) return known.get(name) ?? part;
      const inner = watched(part, name, unread);
      known.set(name, inner);
      return inner;
    },
  });
}
const known = new Map<string, object>();

/** What is wrong with a manifest. */
function faultsOf(manifest: unknown): string[] {
  const Model = Object.entries(models).find(([kind]) => kind === at(manifest, 'kind'))?.[1];
  if (!Model) return [`unknown kind ${String(at(manifest, 'kind'))}`];
  known.clear();
  const unread = new Set<string>();
  const model = new Model(structuredClone(partsOf(manifest)));
  // It copies what it is given: the parts are watched in place of the copies.
  const inner = watched(structuredClone(partsOf(manifest)), '', unread);
  for (const part of Object.keys(inner)) Reflect.set(model, part, inner[part]);
  try {
    model.validate();
  } catch (error) {
    return [String(error)];
  }
  const others = Object.keys(inner).filter(
    (part) => !['apiVersion', 'kind', 'metadata', 'spec', 'data'].includes(part),
  );
  return [...others.map((part) => `unknown /${part}`), ...[...unread].map((path) => `unknown ${path}`)];
}

const nameOf = (manifest: unknown) => `${String(at(manifest, 'kind'))} ${String(at(manifest, 'metadata', 'name'))}`;
const sets = manifests.filter((manifest) => at(manifest, 'kind') === 'StatefulSet');
const containerOf = (set: unknown) => at(set, 'spec', 'template', 'spec', 'containers', 0);

it.each(manifests.map((manifest) => [nameOf(manifest), manifest] as const))(
  '%s is one of the API',
  (_name, manifest) => {
    expect(faultsOf(manifest)).toEqual([]);
  },
);

it('a wrong type, a missing part and a wrong name are found', () => {
  const [set] = sets;
  const changed = (change: (spec: Values) => void) => {
    const copy: unknown = structuredClone(set);
    change(partsOf(at(copy, 'spec')));
    return faultsOf(copy).join();
  };
  expect(changed((spec) => (spec['replicas'] = '2'))).toContain('replicas must be integer');
  expect(changed((spec) => delete spec['selector'])).toContain('required property selector');
  expect(changed((spec) => (spec['replica'] = 2))).toBe('unknown /spec/replica');
  expect(changed((spec) => (partsOf(at(spec, 'template', 'spec', 'containers', 0))['livenesProbe'] = {}))).toContain(
    'unknown /spec/template/spec/containers/0/livenesProbe',
  );
});

describe.each(sets.map((set) => [nameOf(set), set] as const))('%s', (_name, set) => {
  it('asks the paths of the product, and lets it end', () => {
    const container = containerOf(set);
    expect(at(container, 'readinessProbe', 'httpGet', 'path')).toBe('/api/health');
    for (const probe of ['livenessProbe', 'startupProbe'])
      expect(at(container, probe, 'httpGet', 'path')).toBe('/api/health/live');
    // A balancer has to see it within DRAIN_S, five seconds.
    expect(at(container, 'readinessProbe', 'periodSeconds')).toBeLessThanOrEqual(2);
    expect(at(set, 'spec', 'template', 'spec', 'terminationGracePeriodSeconds')).toBeGreaterThanOrEqual(15);
  });

  it('may write to its volume only, and reads variables that there are', () => {
    const container = containerOf(set);
    expect(at(container, 'securityContext')).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    expect(at(container, 'volumeMounts', 0, 'mountPath')).toBe('/data');
    expect(at(set, 'spec', 'volumeClaimTemplates', 0, 'metadata', 'name')).toBe(
      at(container, 'volumeMounts', 0, 'name'),
    );
    const page = readFileSync(join(docs, 'operating.md'), 'utf8');
    const settings = manifests.find((manifest) => at(manifest, 'kind') === 'ConfigMap');
    const names = [...Object.keys(partsOf(at(settings, 'data'))), String(at(container, 'env', 0, 'name'))];
    for (const name of names) expect(page).toContain(`\n- \`${name}\``);
  });

  it('is selected by its own labels', () => {
    expect(at(set, 'spec', 'template', 'metadata', 'labels')).toEqual(at(set, 'spec', 'selector', 'matchLabels'));
    expect(at(containerOf(set), 'env', 0, 'value')).toBe(at(set, 'spec', 'selector', 'matchLabels', 'role'));
  });
});
