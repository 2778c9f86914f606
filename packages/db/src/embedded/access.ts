/**
 * Access to the embedded server: one role that is no superuser logs in with a password (SCRAM), and no other role can.
 * The superuser that initdb makes cannot log in; statements that need it run here, in single-user mode, while no server
 * runs.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { childOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import { writeWhole, type ResolvedDataLocation } from './data-location.ts';

export const superuserName = 'nuances';
/** The role of the product. It owns the database and its tables. */
export const roleName = 'nuances_app';
export const databaseName = 'postgres';

/**
 * Connections that match no line are refused. Its presence shows that {@link restrictAccess} is complete; the number rises
 * with what that does.
 */
export const hostBasedAccess = `# Written by Nuances, which replaces every change. 2
local ${databaseName} ${roleName} scram-sha-256
host ${databaseName} ${roleName} 127.0.0.1/32 scram-sha-256
`;
/** The same for tests, whose role creates databases. */
const hostBasedAccessForTests = hostBasedAccess.replaceAll(` ${databaseName} `, ' all ');

/** What {@link restrictAccess} takes. */
export interface Access {
  /** Of the role, 48 hexadecimal digits. */
  readonly password: string;
  /** For tests: the role may create and use other databases. */
  readonly mayCreateDatabases: boolean;
}

/**
 * Makes the role, gives it everything in the database and disables the superuser's login, unless that is done. It also
 * upgrades files of version 0.3.0 and older, whose only role was the superuser. After an interruption it starts again.
 * Call it while no server runs on the files.
 * @throws Error with the server's output when a statement fails
 */
export async function restrictAccess(
  location: ResolvedDataLocation,
  binaries: Binaries,
  { password, mayCreateDatabases }: Access,
): Promise<boolean> {
  const path = join(location.files, 'pg_hba.conf');
  const wanted = mayCreateDatabases ? hostBasedAccessForTests : hostBasedAccess;
  if ((await readFile(path, 'utf8')) === wanted) return false;
  await runAsSuperuser(location, binaries, roleStatements(password, mayCreateDatabases));
  await writeWhole(path, wanted, 0o600, location.account);
  return true;
}

/** One statement a line, as single-user mode reads them. Each may be repeated. */
function roleStatements(password: string, mayCreateDatabases: boolean): string[] {
  if (!/^[0-9a-f]{48}$/.test(password)) throw new Error('The password of the database is not one of ours');
  const schemas = `('public', 'drizzle')`;
  return [
    `do $$ begin if not exists (select from pg_roles where rolname = '${roleName}') then create role ${roleName}; end if; end $$`,
    `alter role ${roleName} login nosuperuser nocreaterole noreplication nobypassrls ${mayCreateDatabases ? 'createdb' : 'nocreatedb'} password '${password}'`,
    `alter database ${databaseName} owner to ${roleName}`,
    `grant execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean) to ${roleName}`,
    // For files of a superuser. Sequences of a column follow their table.
    `do $$ declare it record; begin for it in select oid::regclass as name, relkind from pg_class c where relnamespace in (select oid from pg_namespace where nspname in ${schemas}) and relowner = '${superuserName}'::regrole and relkind in ('r', 'p', 'v', 'm', 'f', 'S') and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and c.relkind = 'S') loop execute format('alter table %s owner to ${roleName}', it.name); end loop; end $$`,
    `do $$ declare it record; begin for it in select oid::regprocedure as name from pg_proc where pronamespace in (select oid from pg_namespace where nspname in ${schemas}) and proowner = '${superuserName}'::regrole loop execute format('alter routine %s owner to ${roleName}', it.name); end loop; end $$`,
    `do $$ declare it record; begin for it in select nspname as name from pg_namespace where nspname in ${schemas} and nspowner = '${superuserName}'::regrole loop execute format('alter schema %I owner to ${roleName}', it.name); end loop; end $$`,
    `alter role ${superuserName} nologin password null`,
  ];
}

async function runAsSuperuser(
  location: ResolvedDataLocation,
  binaries: Binaries,
  statements: readonly string[],
): Promise<void> {
  const settings = {
    exit_on_error: 'on',
    password_encryption: 'scram-sha-256',
    // Rounds protect what a person chose. For 192 random bits they would only hold up each new connection. From version 16 on.
    ...(binaries.major >= 16 && { scram_iterations: '1' }),
    // A failed statement must not be in the error: it may hold the password.
    log_min_error_statement: 'panic',
    log_destination: 'stderr',
    logging_collector: 'off',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['--single', '-D', location.files, ...options, databaseName], {
    ...childOptions(location.account),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  // A server that ends early closes its input; its exit event has the reason.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${statements.join('\n')}\n`);
  const [output, cause] = await Promise.all([text(child.stderr), exited]);
  if (cause !== 'code 0') throw new Error(`The role of the database could not be made (${cause}): ${output.trim()}`);
}
