import { describe, expect, it } from 'vitest';
import { AddressRefused, isPublicAddress, isPushAddress, publicLookup } from './push-address.ts';

describe('the address of a push service', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc:def', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', true],
    ['http://push.example/1', false],
    ['https://push.example:8443/1', false],
    ['https://user:secret@push.example/1', false],
    ['https://10.0.0.1/1', false],
    ['https://0x7f.1/1', false],
    ['https://2130706433/1', false],
    ['https://[::1]/1', false],
    ['https://localhost/1', false],
    ['http://127.0.0.1:9000/1', false],
    ['file:///etc/passwd', false],
    ['push.example', false],
    [`https://push.example/${'a'.repeat(2_048)}`, false],
  ])('%s: %s', (text, isSound) => {
    expect(isPushAddress(text, false)).toBe(isSound);
  });

  it('control: tests may use this machine, and nothing else of it', () => {
    expect(isPushAddress('http://127.0.0.1:9000/1', true)).toBe(true);
    expect(isPushAddress('http://127.0.0.2:9000/1', true)).toBe(false);
    expect(isPushAddress('http://push.example/1', true)).toBe(false);
  });
});

describe('where its name leads', () => {
  it.each([
    ['8.8.8.8', true],
    ['2a00:1450:4007:80e::200a', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.31.255.255', false],
    ['192.168.0.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::', false],
    ['localhost', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  it('is refused by the connection itself, whether it asks for one address or for all', async () => {
    for (const all of [true, false]) {
      const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve));
      expect(error).toBeInstanceOf(AddressRefused);
    }
  });
});
