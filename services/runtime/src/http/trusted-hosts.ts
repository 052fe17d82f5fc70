import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import proxyAddr from 'proxy-addr';

/** Whether a host name is this machine's. */
export function isLocalHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
  );
}

/** Returns the name in a Host header in lower case, without the port; undefined for none. */
function nameOf(host: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]@/\\\s]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return (bracketed ?? plain)?.toLowerCase();
}

/**
 * Returns a middleware that refuses foreign host names with 421 (DNS rebinding). IP addresses and this machine's names pass;
 * `names` are further ones.
 */
export function refuseForeignHosts(
  names: readonly string[],
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const own = new Set(['localhost', ...names.map((name) => name.toLowerCase())]);
  return (request, response, next) => {
    const name = nameOf(request.headers.host);
    if (name !== undefined && (own.has(name) || isIP(name) !== 0)) {
      next();
      return;
    }
    response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('This listener answers on its own names only.');
  };
}

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
 * Whether an entry of TRUST_PROXY is valid: an address, a range, loopback, linklocal or uniquelocal. A range
 * wider than a network is refused: it would trust everybody.
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
