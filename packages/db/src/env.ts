/** The only file of this package that reads the environment, but for those of tests. */

/** The search path for programs: passed on to child processes, and searched for a PostgreSQL of the machine. */
export const searchPath = process.env['PATH'] ?? '/usr/bin:/bin';
