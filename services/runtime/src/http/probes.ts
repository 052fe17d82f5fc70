/** What proxies, container engines and Prometheus ask again and again. */
const PROBES = new Set(['/healthz', '/readyz', '/readyz/process', '/metrics']);

/** Returns whether an address is one that is asked every few seconds, and is neither logged nor traced. */
export function isProbe(url = ''): boolean {
  const end = url.indexOf('?');
  return PROBES.has(end < 0 ? url : url.slice(0, end));
}
