import { readFileSync } from 'node:fs';

const msPerTick = 10;

/** Processor time that a process has used, milliseconds; null where there is no `/proc`. */
export function processorMs(pid: number): number | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name in brackets may contain spaces. After it, user and system time are fields 12 and 13.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** Resident memory of a process, megabytes; null where there is no `/proc`. */
export function residentMb(pid: number): number | null {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readOrNull(`/proc/${pid}/status`) ?? '')?.[1];
  return kb === undefined ? null : Number(kb) / 1_024;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
