import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataLocation } from './data-location.ts';
import type { Endpoint } from './endpoint.ts';
import { commandLine, processStart } from './process.ts';
import { readIfThere } from './read-if-there.ts';

/** Content of `postmaster.pid`, in which a server describes itself (miscadmin.h of PostgreSQL): one value per line. */
export interface PidFile {
  readonly pid: number;
  /** Null until the port is bound, which can be later than the line with the socket's folder. */
  readonly endpoint: Endpoint | null;
  /** `ready` once it accepts connections. */
  readonly status: string;
}

/** The pid file of a location; null when there is none, or one that is only half written. */
export async function readPidFile(location: DataLocation): Promise<PidFile | null> {
  const text = await readIfThere(pathOf(location));
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  // In single-user mode the process id has a minus sign: that server accepts no connections.
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const socketFolder = lines[4] === '' || lines[4] === undefined ? null : lines[4];
  const endpoint = Number.isInteger(port) && port > 0 ? { socketFolder, port } : null;
  return { pid, endpoint, status: (lines[7] ?? '').trim() };
}

/** The process of the server on these files, ready or not; null when none runs. */
export async function findServer(location: DataLocation): Promise<PidFile | null> {
  const server = await readPidFile(location);
  if (server === null || (await processStart(server.pid)) === null) return null;
  // The system may have given the process id to another program.
  return (await commandLine(server.pid)).includes(location.files) ? server : null;
}

/** Removes the pid file of a server that has ended. PostgreSQL would take any process with that id for the server. */
export async function removeStalePid(location: DataLocation): Promise<void> {
  await rm(pathOf(location), { force: true });
}

function pathOf(location: DataLocation): string {
  return join(location.files, 'postmaster.pid');
}
