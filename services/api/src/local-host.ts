import { isIPv4 } from 'node:net';

/** Whether a host's name, as it stands in an address, is this machine's own: what is sent there crosses no network. */
export function isLocalHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
  );
}
