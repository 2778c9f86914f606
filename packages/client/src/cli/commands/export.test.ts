import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { writeInto } from './export.ts';

it.each([
  [1, []],
  [2, ['nuances-2099-01-02T00-00-00Z.json']],
])('of %i kept files the one just written is one, whatever the clock of the others was', async (keep, others) => {
  const folder = await mkdtemp(join(tmpdir(), 'nuances-export-'));
  try {
    for (const name of ['nuances-2099-01-01T00-00-00Z.json', 'nuances-2099-01-02T00-00-00Z.json'])
      await writeFile(join(folder, name), '');
    const file = await writeInto(folder, '{}\n', keep);
    expect((await readdir(folder)).toSorted()).toEqual([basename(file), ...others]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
