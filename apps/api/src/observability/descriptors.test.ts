import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** A process with few descriptors: all are used, the watch looks twice, and looks again once they are closed. */
const script = `
  import { closeSync, openSync } from 'node:fs';
  import { createDescriptorWatch } from ${JSON.stringify(new URL('descriptors.ts', import.meta.url).href)};
  const say = (line) => process.stdout.write(line + '\\n');
  const watch = createDescriptorWatch({ error: say, warn: say });
  await watch.look();
  say('full');
  const open = [];
  try { for (;;) open.push(openSync('/dev/null')); } catch {}
  await watch.look();
  await watch.look();
  for (const descriptor of open) closeSync(descriptor);
  await watch.look();
  await watch.look();
`;

it('says once that no descriptor is left, and once that there are some again', async () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const command = 'ulimit -n 256; exec "$0" --import tsx --input-type=module -e "$1"';
  const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, script], {
    cwd: root,
    // tsx writes its cache beside the code that runs, and would have files open that it closes in between.
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
  });
  expect(stdout.trim().split('\n')).toEqual([
    'full',
    'No file descriptor is left (EMFILE): new connections are refused. Raise the limit: ulimit -n',
    'There are file descriptors again: connections are accepted',
  ]);
});
