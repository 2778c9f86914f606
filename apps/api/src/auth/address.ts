import { isIPv4, isIPv6 } from 'node:net';

const groups = 8;
/** Whoever has an IPv6 connection has at least this many leading groups for themselves: a /64. */
const groupsOfOnePerson = 4;
const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What counts as one caller: an IPv4 address, or the /64 of an IPv6 one, for whose owner every other
 * address in it is free. Text that is no address stands for itself.
 */
export function callerOf(address: string): string {
  const mapped = mappedV4.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  const bare = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  // A trailing IPv4 part stands for two groups; it is far behind what we keep.
  const right = (tail ?? '').split(':').filter(Boolean);
  const known = left.length + right.length + (bare.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: groups - known }, () => '0');
  const all = [...left, ...zeros, ...right].slice(0, groupsOfOnePerson);
  return `${all.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
