import { expect, it } from 'vitest';
import { networksOf } from './address-limit.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown'],
])('%s counts as %s alone', (address, name) => {
  expect(networksOf(address)).toEqual([{ name, factor: 1 }]);
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:db8:1:a1f2::9', '2001:db8:1:a1f2::/64', '2001:db8:1:a100::/56', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64', '64:ff9b:0:0::/56', '64:ff9b:0::/48'],
])('%s counts in %s, %s and %s', (address, ...names) => {
  const networks = networksOf(address);
  expect(networks.map(({ name }) => name)).toEqual(names);
  const factors = networks.map(({ factor }) => factor);
  expect(factors).toEqual([...new Set(factors)].toSorted((a, b) => a - b));
});
