import { limits } from '@nuances/domain/limits';
import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** IPv4 networks that are not on the public internet (IANA special-purpose registry). */
const specialNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** IPv6 networks within 2000::/3, which holds all public ones, that are not public or lead to an IPv4 address. */
const specialNetworks6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [network, bits] of specialNetworks) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of specialNetworks6) special.addSubnet(network, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
  return isIP(address) === 4 && !special.check(address, 'ipv4');
}

/** A name of a push service that resolves to an address which is not public. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'EACCES';
}

/**
 * Resolves a name as Node does, for the connection itself: the address that was checked is the one that is used. Fails with
 * {@link AddressRefused} when one of the addresses is not public.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    // Node passes no addresses with an error, other than its types say.
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new AddressRefused('The name has no address'), '');
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new AddressRefused('The address is not public'), '');
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Whether a text may be the address of a push service: https at the usual port of a host with a public name. Where the name
 * leads is checked when it is connected to.
 * @param allowsLoopback for tests: http on 127.0.0.1 as well
 */
export function isPushAddress(text: string, allowsLoopback: boolean): boolean {
  if (text.length > limits.reminder.endpointMax || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (allowsLoopback && protocol === 'http:' && hostname === '127.0.0.1') return true;
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[') && /^[^.].*\.[a-z][a-z\d-]*$/i.test(hostname);
  return protocol === 'https:' && port === '' && isName;
}
