import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');

/** Vitest's global setup: the generated files of the catalogues, so that tests run on a clean clone too. */
export default async function setup(): Promise<void> {
  await promisify(execFile)('npm', ['run', '--silent', 'codegen'], { cwd: root });
}
