import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { searchPath } from '../env.ts';
import { readIfThere } from './read-if-there.ts';

const run = promisify(execFile);

/**
 * When a process started, in an opaque form. Together with the process id it identifies one process: ids
 * are reused, above all in containers.
 * @returns null when there is no such process, or only its zombie
 */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return (await describe(pid, 'lstart')) || null;
  const stat = await readProc(pid, 'stat');
  if (stat === null) return null;
  // The second field is the command in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  return state === 'Z' || state === 'X' ? null : (fields[19] ?? null);
}

/** The command line of a process, arguments separated by spaces; empty when it has ended or is hidden. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return describe(pid, 'command');
  return ((await readProc(pid, 'cmdline')) ?? '').replaceAll('\0', ' ').trim();
}

const readProc = (pid: number, file: string) => readIfThere(`/proc/${pid}/${file}`, 'ESRCH');

async function describe(pid: number, what: string): Promise<string> {
  try {
    const { stdout } = await run('ps', ['-o', `${what}=`, '-p', String(pid)], {
      env: { PATH: searchPath, LC_ALL: 'C' },
    });
    return stdout.trim();
  } catch (error) {
    // `ps` ends with 1 when there is no such process.
    if (error instanceof Error && 'code' in error && error.code === 1) return '';
    throw error;
  }
}
