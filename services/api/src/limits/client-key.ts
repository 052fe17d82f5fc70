import { isIP } from 'node:net';

/** A network that is counted as one, and how many clients' worth of uses it has. */
export interface ClientNetwork {
  readonly key: string;
  readonly clients: number;
}

/**
 * What counts as one IPv6 client. It owns its whole /64 and often a /56 or a /48, so changing addresses within them must not
 * give it new limits; but many people may share the wider ones, so those allow more.
 */
const PREFIXES = [
  { bits: 64, clients: 1 },
  { bits: 56, clients: 4 },
  { bits: 48, clients: 16 },
] as const;

/** All that is no address: a proxy that writes something else must not give each request limits of its own. */
const UNKNOWN = 'unknown';

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  // The URL parser writes every form of an address in one way, also those that end as IPv4 is written.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::', 2);
  const numbers = (part = '') => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [numbers(head), numbers(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** The IPv4 address that an IPv6 address stands for (::ffff:192.0.2.7), if it does. */
function mappedIPv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return mapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined;
}

function network(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16));
  const rest = bits % 16;
  const cut = kept.map((group, place) =>
    rest > 0 && place === kept.length - 1 ? group & (0xffff << (16 - rest)) : group,
  );
  return `${cut.map((group) => group.toString(16).padStart(4, '0')).join(':')}::/${bits}`;
}

/** The networks that a client at this address is counted in, the narrowest first. */
export function clientNetworks(address: string): readonly [ClientNetwork, ...ClientNetwork[]] {
  const [plain = ''] = address.split('%', 1);
  if (isIP(plain) === 4) return [{ key: plain, clients: 1 }];
  if (isIP(plain) !== 6) return [{ key: UNKNOWN, clients: 1 }];
  const groups = groupsOf(plain);
  const mapped = mappedIPv4(groups);
  if (mapped !== undefined) return [{ key: mapped, clients: 1 }];
  const [narrowest, ...wider] = PREFIXES;
  const networkOf = ({ bits, clients }: (typeof PREFIXES)[number]) => ({ key: network(groups, bits), clients });
  return [networkOf(narrowest), ...wider.map(networkOf)];
}

/** One key for a client: its IPv4 address, or the /64 of its IPv6 address. */
export function clientKey(address: string): string {
  return clientNetworks(address)[0].key;
}
