/** The alerts, tested by Prometheus' own tool where it is installed (Debian's package prometheus). */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const docs = join(dirname(import.meta.dirname), 'docs');
const rules = readFileSync(join(docs, 'prometheus-rules.yaml'), 'utf8');

it('each alert says what it means and where to look first', () => {
  const alerts = rules.match(/- alert: /g) ?? [];
  expect(alerts.length).toBeGreaterThan(10);
  expect(rules.match(/annotations:\n +summary: .+\n +look: .+\n/g)).toHaveLength(alerts.length);
});

it('promtool accepts and tests them', () => {
  const promtool = (...words: readonly string[]) => spawnSync('promtool', words, { cwd: docs, encoding: 'utf8' });
  if (promtool('--version').error) return console.warn('There is no promtool: the alerts are not tested');
  const checked = promtool('check', 'rules', 'prometheus-rules.yaml');
  expect(checked.status, checked.stderr).toBe(0);
  const tested = promtool('test', 'rules', 'prometheus-rules.test.yaml');
  expect(tested.status, tested.stdout + tested.stderr).toBe(0);
});
