import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const room = dirname(import.meta.dirname);
const root = dirname(dirname(room));
const copy = mkdtempSync(join(tmpdir(), 'nuances-i18n-'));

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('generated files', () => {
  it('are what the generator makes of the catalogues (else: npm run generate -w @nuances/i18n)', async () => {
    for (const name of ['package.json', 'tsconfig.json', '.typesafe-i18n.json', 'src']) {
      cpSync(join(room, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const generator = join(root, 'node_modules/typesafe-i18n/cli/typesafe-i18n.mjs');
    await promisify(execFile)(process.execPath, [generator, '--no-watch'], { cwd: copy });
    const generated = readdirSync(import.meta.dirname).filter((name) => name.startsWith('i18n-'));
    expect(generated).toEqual(['i18n-types.ts', 'i18n-util.async.ts', 'i18n-util.sync.ts', 'i18n-util.ts']);
    for (const name of generated) {
      expect(
        readFileSync(join(copy, 'src', name), 'utf8') === readFileSync(join(room, 'src', name), 'utf8'),
        name,
      ).toBe(true);
    }
  });
});
