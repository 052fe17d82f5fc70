import fc from 'fast-check';
import { clientKey, clientNetworks, widestNetwork } from './client-limits.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::/64'],
  ['2001:db8:1:2::1', '2001:0db8:0001:0002::/64'],
  ['2001:DB8::1', '2001:0db8:0000:0000::/64'],
  ['2001:db8::192.0.2.7', '2001:0db8:0000:0000::/64'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000::/64'],
  ['::1', '0000:0000:0000:0000::/64'],
  ['1.2.3.4:5678', 'unknown'],
])('counts %s as %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});

it('counts all invalid addresses as one client', () => {
  for (const address of ['', 'x'.repeat(10_000), '1.2.3', '[::1]', 'localhost'])
    expect(clientKey(address)).toBe('unknown');
});

it('counts an IPv6 client in its /64, /56 and /48 too, which allow more', () => {
  expect(clientNetworks('2001:db8:1:2ff::1')).toEqual([
    { key: '2001:0db8:0001:02ff::/64', clients: 1 },
    { key: '2001:0db8:0001:0200::/56', clients: 4 },
    { key: '2001:0db8:0001::/48', clients: 16 },
  ]);
  expect(clientNetworks('192.0.2.7')).toHaveLength(1);
  expect(['2001:db8:1:2ff::1', '192.0.2.7'].map(widestNetwork)).toEqual(['2001:0db8:0001::/48', '192.0.2.7']);
});

const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.array(group, { minLength: 8, maxLength: 8 }).filter(([first]) => first !== 0);
const long = (numbers: readonly number[]) => numbers.map((number) => number.toString(16)).join(':');
const keysOf = (address: string) => clientNetworks(address).map(({ key }) => key);

it('counts two addresses together exactly where their first bits are the same, however they are written', () => {
  const bits = fc.integer({ min: 0, max: 127 });
  fc.assert(
    fc.property(groups, bits, (numbers, bit) => {
      const changed = numbers.map((number, place) =>
        place === Math.floor(bit / 16) ? number ^ (0x8000 >> (bit % 16)) : number,
      );
      fc.pre(changed[0] !== 0);
      const [same64, same56, same48] = keysOf(long(numbers)).map((key, place) => key === keysOf(long(changed))[place]);
      expect([same64, same56, same48]).toEqual([bit >= 64, bit >= 56, bit >= 48]);
      const short = new URL(`http://[${long(numbers)}]`).hostname.slice(1, -1);
      for (const written of [short, short.toUpperCase(), `${short}%eth0`])
        expect(keysOf(written)).toEqual(keysOf(long(numbers)));
    }),
  );
});

it('counts every IPv4 address as itself, mapped into IPv6 or not', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      const hex = `::ffff:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      for (const written of [address, `::ffff:${address}`, hex]) expect(keysOf(written)).toEqual([address]);
    }),
  );
});

it('has a short key for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4()), (text) => {
      for (const { key, clients } of clientNetworks(text)) {
        expect(key).toMatch(/^(unknown|[\d.]{7,15}|[0-9a-f:]{16,21}::\/(64|56)|[0-9a-f:]{14}::\/48)$/);
        expect(clients).toBeGreaterThan(0);
      }
    }),
  );
});
