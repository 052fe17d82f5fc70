import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** Whether an entry of TRUST_PROXY is valid: an address, a range, loopback, linklocal or uniquelocal. */
export function isProxyEntry(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  return (
    version !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

/** Returns a check whether a request comes from one of these proxies; none by default. */
export function fromTrustedProxy(proxies: readonly string[]): (request: IncomingMessage) => boolean {
  if (proxies.length === 0) return () => false;
  const trusts = proxyAddr.compile([...proxies]);
  return ({ socket }) => socket.remoteAddress !== undefined && trusts(socket.remoteAddress, 0);
}
