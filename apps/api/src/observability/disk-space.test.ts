import { tmpdir } from 'node:os';
import { expect, it, vi } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { createDiskSpace, watchedFolders } from './disk-space.ts';

function watched(free: { mb: number }) {
  const said: string[] = [];
  // Numbers as statfs gives them for a disk of 10 GB, in blocks of a megabyte.
  const ask = async (path: string) => {
    if (path === '/none') throw new Error('ENOENT');
    return { bsize: 1_000_000, blocks: 10_000, bavail: free.mb };
  };
  const folders = { DATA_DIR: '/data', BACKUP_DIR: '/none' };
  const disk = createDiskSpace(folders, { log: { warn: (line) => said.push(line) }, ask });
  return { disk, said };
}

it('tells a disk that is nearly full once, and that it has room again; a folder that is not there is not told', async () => {
  const free = { mb: 9_000 };
  const { disk, said } = watched(free);
  expect(disk.low()).toEqual([]);
  await disk.look();
  expect(disk.disks()).toEqual([{ folder: 'DATA_DIR', freeBytes: 9e9, sizeBytes: 1e10 }]);
  expect(disk.low()).toEqual([]);
  free.mb = 536; // 512 MiB are 536.9 MB
  await disk.look();
  await disk.look();
  expect(disk.low()).toEqual(['DATA_DIR']);
  free.mb = 537;
  await disk.look();
  expect(disk.low()).toEqual([]);
  expect(said).toEqual(['The disk of DATA_DIR is nearly full: 536 MB are left', 'The disk of DATA_DIR has room again']);
});

it('reads the disk of a folder that is there', async () => {
  const disk = createDiskSpace({ DATA_DIR: tmpdir() }, { log: { warn: () => undefined } });
  await disk.look();
  const [found] = disk.disks();
  expect(found?.sizeBytes).toBeGreaterThan(found?.freeBytes ?? Number.NaN);
});

it('looks at the database files, where they are elsewhere than in DATA_DIR', () => {
  const [dataDir, files] = ['/root/data', '/var/lib/nuances/1/postgres'];
  expect(watchedFolders({ dataDir, backups: null }, files)).toEqual({ DATA_DIR: files });
  expect(watchedFolders({ dataDir, backups: null }, undefined)).toEqual({ DATA_DIR: dataDir });
});

it('readiness names a disk that is nearly full, and goes on', async () => {
  const t = await testApp();
  try {
    const health = async () => (await t.http('GET', '/api/health')).json;
    expect(await health()).not.toHaveProperty('lowDisk');
    vi.spyOn(t.services.disk, 'low').mockReturnValue(['BACKUP_DIR']);
    expect(await health()).toMatchObject({ status: 'ok', lowDisk: ['BACKUP_DIR'] });
  } finally {
    await t.close();
  }
});
