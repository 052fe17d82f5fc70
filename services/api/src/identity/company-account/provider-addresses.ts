import { BlockList, isIP } from 'node:net';
import { isLocalHost } from '@cytocomm/runtime/database';
import type { ServerMetadata } from 'openid-client';

/** The networks of RFC 6890 that nobody reaches from outside. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

function isPrivate(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0 ? isLocalHost(hostname) : PRIVATE.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Returns why the addresses of the provider's description are not used; undefined when they are. It must describe the very
 * issuer of the settings: that of all tenants of a host would vouch for anybody's address.
 */
export function addressFault(issuer: string, described: ServerMetadata): string | undefined {
  const own = new URL(issuer);
  if (!URL.canParse(described.issuer) || new URL(described.issuer).href !== own.href)
    return 'the provider describes another issuer';
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const fault = endpointFault(own, described, name);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Returns why an endpoint of the provider is not asked; undefined when it may be. */
export function endpointFault(
  own: URL,
  described: ServerMetadata,
  name: 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri' | 'userinfo_endpoint',
): string | undefined {
  const value = described[name];
  if (value === undefined || !URL.canParse(value)) return `the provider names no ${name}`;
  const { protocol, hostname } = new URL(value);
  if (protocol !== 'https:' && protocol !== own.protocol) return `the ${name} of the provider is no https address`;
  if (hostname !== own.hostname && isPrivate(hostname))
    return `the ${name} of the provider is a private address of another host`;
  return undefined;
}
