import { isIP } from 'node:net';

/** How many places a holder may always have: a page sends several requests at once. */
const MIN_SHARE = 4;

/** A holder of places, and how many they may have while at least half of all are free. */
export interface PlaceHolder {
  readonly key: string;
  readonly max: number;
}

/** The places of something bounded. */
export interface Places {
  /**
   * Takes a place for some holders. Returns a function that frees it; further calls do nothing. Or who has too many: a `holder`, or
   * `all` together.
   */
  take(holders: readonly PlaceHolder[]): (() => void) | 'holder' | 'all';
  /** Returns how many are taken. */
  taken(): number;
}

/** Creates `max` places. The fewer are free, the fewer a holder may have, so that new holders still find one. */
export function createPlaces(max: number): Places {
  const countByKey = new Map<string, number>();
  let takenCount = 0;

  function add(key: string, more: number): void {
    const count = (countByKey.get(key) ?? 0) + more;
    if (count > 0) countByKey.set(key, count);
    else countByKey.delete(key);
  }

  return {
    take: (holders) => {
      if (takenCount >= max) return 'all';
      const isFull = ({ key, max: most }: PlaceHolder) => {
        const share = Math.max(MIN_SHARE, Math.ceil((most * 2 * (max - takenCount)) / max));
        return (countByKey.get(key) ?? 0) >= Math.min(most, share);
      };
      if (holders.some(isFull)) return 'holder';
      takenCount += 1;
      for (const { key } of holders) add(key, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        takenCount -= 1;
        for (const { key } of holders) add(key, -1);
      };
    },
    taken: () => takenCount,
  };
}

/** A network and how many clients' uses it may have. */
export interface ClientNetwork {
  readonly key: string;
  readonly clients: number;
}

/** The networks of an IPv6 client: it owns a /64 and often a /56 or /48, which many users may share. */
const PREFIXES = [
  { bits: 64, clients: 1 },
  { bits: 56, clients: 4 },
  { bits: 48, clients: 16 },
] as const;

/** The key of invalid addresses: a proxy that sends such must not evade the limits. */
const UNKNOWN = 'unknown';

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  // The URL parser normalises all notations.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::', 2);
  const numbers = (part = '') => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [numbers(head), numbers(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** Returns the IPv4 address in a mapped one (::ffff:192.0.2.7); undefined for others. */
function mappedIPv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return mapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined;
}

function network(groups: readonly number[], bits: number): string {
  const prefix = groups.slice(0, Math.ceil(bits / 16));
  const rest = bits % 16;
  const masked = prefix.map((group, index) =>
    rest > 0 && index === prefix.length - 1 ? group & (0xffff << (16 - rest)) : group,
  );
  return `${masked.map((group) => group.toString(16).padStart(4, '0')).join(':')}::/${bits}`;
}

/** Returns the networks of an address, the narrowest first. */
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

/** Returns the key of a client: its IPv4 address, or its /64. */
export function clientKey(address: string): string {
  return clientNetworks(address)[0].key;
}

/** Returns the widest network of a client. */
export function widestNetwork(address: string): string {
  return clientNetworks(address).at(-1)?.key ?? UNKNOWN;
}
