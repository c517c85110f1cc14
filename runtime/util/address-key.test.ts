import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey, networkKey } from './address-key.js';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
])('%s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each(['in-process', 'key:01890a5d-ac96-774b-bcce-b302099a8057', '2001:db8:1:2::/64', 'no:address', ''])(
  'what is no address stays as it is: %s',
  (key) => {
    expect(addressKey(key)).toBe(key);
  },
);

test('an address has one key, however it is written', () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const hex = groups.map((each) => each.toString(16));
      const padded = hex.map((each) => each.padStart(4, '0').toUpperCase());
      // As URLs write it: with `::` for the longest run of zeros.
      const short = new URL(`http://[${hex.join(':')}]`).hostname.slice(1, -1);
      const key = addressKey(hex.join(':'));
      expect([addressKey(padded.join(':')), addressKey(short), addressKey(key)]).toEqual([key, key, key]);
      if (groups.slice(0, 5).some((each) => each !== 0))
        expect(key).toBe(`${hex.slice(0, 4).join(':')}::/64`);
    }),
  );
});

test.each([
  ['192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.200', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', 'unknown'],
])('%s is in the network %s', (address, network) => {
  expect(networkKey(address)).toBe(network);
});
