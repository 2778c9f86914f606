import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverAccount, type Account } from './account.ts';
import { findBinaries } from './binaries.ts';

let copyTo: string;
let account: Account;
beforeAll(async () => {
  copyTo = await mkdtemp(join(tmpdir(), 'nuances-binaries-'));
  account = await serverAccount([]);
});
afterAll(() => rm(copyTo, { recursive: true, force: true }));

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

it('finds one that runs', async () => {
  const found = await findBinaries(account, copyTo, null);
  expect(found.major).toBeGreaterThanOrEqual(15);
  expect(found.version).toMatch(new RegExp(`^${found.major}\\.\\d+$`));
});

it('runs those that have started the files before no more than that', async () => {
  const { postgres, major, version } = await findBinaries(account, copyTo, null);
  const startedBy = async (path: string) => {
    await writeFile(join(copyTo, 'postmaster.opts'), `${path} "-D" "${copyTo}"\n`);
    return findBinaries(account, copyTo, major, copyTo);
  };
  // The package's own version is longer than what the program prints.
  expect((await startedBy(postgres)).version).toMatch(new RegExp(`^${version}\\.`));
  expect(await startedBy(`${postgres}-of-another-package`)).toMatchObject({ postgres, version });
  await expect(findBinaries(account, copyTo, 3, copyTo)).rejects.toThrow(/are of version 3/);
});

it("uses the machine's PostgreSQL when its version is requested", async ({ skip }) => {
  skip(!(await exists('/usr/lib/postgresql/15/bin/initdb')), 'no PostgreSQL 15 on this machine');
  expect(await findBinaries(account, copyTo, 15)).toMatchObject({ major: 15 });
});

it('lists what it tried and asks for DATABASE_URL when there is none', async () => {
  const search = findBinaries(account, copyTo, 3);
  await expect(search).rejects.toThrow(
    /No PostgreSQL 3 runs on this machine .*database files are of version 3.*Set DATABASE_URL/,
  );
});
