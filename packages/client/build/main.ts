/** `npm run build -w @nuances/client`: the files of the package, in `dist`. */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleCode } from './bundle-code.ts';
import { bundleTypes } from './bundle-types.ts';

const folder = join(dirname(import.meta.dirname), 'dist');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const [licenses] = await Promise.all([bundleCode(folder), bundleTypes(join(folder, 'client.d.ts'))]);
writeFileSync(join(folder, 'licenses.txt'), licenses);
for (const name of readdirSync(folder).toSorted())
  process.stdout.write(`${name}: ${(statSync(join(folder, name)).size / 1_000).toFixed(1)} kB\n`);
