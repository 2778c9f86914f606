/**
 * Patch of postgres.js 3.4.9: it sends the password in clear text to any server that asks for it, so that a program that
 * takes the place of the server learns it. Here the password is given only to the code that answers a challenge
 * (SCRAM-SHA-256; MD5 for servers that still store such hashes). Any other request is left without an answer, and the
 * connection attempt ends with CONNECT_TIMEOUT.
 *
 * The driver has one hook for the password, which does not say what it is for; the caller's name on the stack does. A
 * driver that names its functions differently, or minified code, gets no password at all.
 */
import type { Sql } from 'postgres';

const challengeFunctions: ReadonlySet<unknown> = new Set(['SASLContinue', 'AuthenticationMD5Password']);

export function refuseClearTextPassword(sql: Sql): void {
  const { options } = sql;
  const password: unknown = options.pass;
  // The driver reads the option at every attempt to connect.
  Object.assign(options, { pass: () => (isForChallenge() ? password : new Promise(() => undefined)) });
}

function isForChallenge(): boolean {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, frames) => frames.map((frame) => frame.getFunctionName());
  const names: unknown = new Error('Only its stack is used').stack;
  Error.prepareStackTrace = prepareStackTrace;
  return Array.isArray(names) && names.slice(0, 5).some((name: unknown) => challengeFunctions.has(name));
}
