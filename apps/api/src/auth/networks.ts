import { isIPv4, isIPv6 } from 'node:net';

/** Addresses that count together. */
export interface Network {
  readonly name: string;
  /** How many times the limit of one caller it may use. */
  readonly factor: number;
}

const groups = 8;
const groupBits = 16;
/**
 * A connection has at least a /64, many have a /56, and a /48 is one site: an attacker who rotates through the
 * addresses of one network reaches the limit of the next.
 */
const ipv6Networks = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const;
const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The eight groups of an IPv6 address as numbers. The two of a trailing IPv4 part read 0, because no network here includes them. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const known = left.length + right.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: groups - known }, () => '0');
  return [...left, ...zeros, ...right].map((group) => (group.includes('.') ? 0 : parseInt(group, 16)));
}

/** The leading bits of an address, as the groups that hold them. */
function prefixOf(all: readonly number[], bits: number): number[] {
  const kept = all.slice(0, Math.ceil(bits / groupBits));
  const excess = kept.length * groupBits - bits;
  return kept.map((group, index) => (index === kept.length - 1 ? (group >> excess) << excess : group));
}

/**
 * The networks that an address counts in, the narrowest first: an IPv4 address is one of its own, an
 * IPv6 address counts in its /64, /56 and /48. Other text is used as it is.
 */
export function networksOf(address: string): readonly Network[] {
  const mapped = mappedV4.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return [{ name: mapped, factor: 1 }];
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return [{ name: address, factor: 1 }];
  const all = groupsOf(bare);
  return ipv6Networks.map(({ bits, factor }) => {
    const groupTexts = prefixOf(all, bits).map((group) => group.toString(16));
    return { name: `${groupTexts.join(':')}::/${bits}`, factor };
  });
}

/** What stands for one caller: an IPv4 address, or the /64 of an IPv6 address, which one connection has for itself. */
export function narrowestNetworkOf(address: string): string {
  return networksOf(address)[0]?.name ?? address;
}
