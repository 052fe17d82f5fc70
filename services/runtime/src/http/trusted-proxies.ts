import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

const isPrivate = proxyAddr.compile(['fc00::/7']);
const isLinkLocal = proxyAddr.compile(['fe80::/10']);

/**
 * Returns the fewest bits of a network: the private ones are 10.0.0.0/8 and fc00::/7, that of a link is fe80::/10, a provider
 * of IPv6 has a /16 at most.
 */
function fewestBits(address: string, version: 4 | 6): number {
  if (version === 4) return 8;
  if (isPrivate(address, 0)) return 7;
  return isLinkLocal(address, 0) ? 10 : 16;
}

/** Whether a range holds several of the 256 large networks of IPv4, as one of IPv6 can that holds mapped addresses. */
function holdsManyNetworks(entry: string): boolean {
  const trusts = proxyAddr.compile([entry]);
  return Array.from({ length: 256 }, (_, first) => trusts(`${first}.1.1.1`, 0)).filter(Boolean).length > 1;
}

/**
 * Whether an entry of TRUST_PROXY is valid: an address, a range, loopback, linklocal or uniquelocal. One that is larger than a
 * network is none: it would trust whoever comes.
 */
export function isProxyEntry(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (rest.length > 0 || (version !== 4 && version !== 6)) return false;
  if (bits === undefined) return true;
  const isRange = /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
  return isRange && Number(bits) >= fewestBits(address, version) && !holdsManyNetworks(entry);
}

/** Returns a check whether a request comes from one of these proxies; none by default. */
export function fromTrustedProxy(proxies: readonly string[]): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  if (proxies.length === 0) return () => false;
  const trusts = proxyAddr.compile([...proxies]);
  return ({ socket }) => socket.remoteAddress !== undefined && trusts(socket.remoteAddress, 0);
}
