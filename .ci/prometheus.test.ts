/** The alerts: those of the page, tested by Prometheus' own tool where it is installed (Debian's package prometheus). */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const docs = join(dirname(import.meta.dirname), 'docs');
const rules = readFileSync(join(docs, 'prometheus-rules.yaml'), 'utf8');

it('the file has the alerts of docs/watching.md, with their conditions, times and words', () => {
  const [, table = ''] = /^### Alerts\n([^]*?)^## /m.exec(readFileSync(join(docs, 'watching.md'), 'utf8')) ?? [];
  const shown = Array.from(table.matchAll(/^\| `(.+?)`(?: for (\d+) minutes?)? +\| (.+?) +\|/gm), (row) =>
    row.slice(1, 4),
  );
  const written = Array.from(
    rules.matchAll(/expr: (.+)\n(?: +for: (\d+)m\n)? +annotations:\n +summary: (.+)\n/g),
    (rule) => rule.slice(1, 4),
  );
  expect(shown.length).toBeGreaterThan(10);
  expect(written.toSorted()).toEqual(shown.toSorted());
  expect(rules.match(/- alert: /g)).toHaveLength(shown.length);
});

it('promtool accepts and tests them', () => {
  const promtool = (...words: readonly string[]) => spawnSync('promtool', words, { cwd: docs, encoding: 'utf8' });
  if (promtool('--version').error) return console.warn('There is no promtool: the alerts are not tested');
  const checked = promtool('check', 'rules', 'prometheus-rules.yaml');
  expect(checked.status, checked.stderr).toBe(0);
  const tested = promtool('test', 'rules', 'prometheus-rules.test.yaml');
  expect(tested.status, tested.stdout + tested.stderr).toBe(0);
});
