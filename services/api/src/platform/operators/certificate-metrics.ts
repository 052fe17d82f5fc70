import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { knownGauges } from './known-gauges.ts';
import { readForMetrics } from './read-for-metrics.ts';
import { remembered } from './remembered.ts';

/** How long the metrics wait for the edge, in ms. */
const TIMEOUT_MS = 2000;
/** How long a certificate is cached, in ms. */
const FRESH_MS = 60_000;
/** When the next look is after one that found none, in ms. */
const AGAIN_MS = 600_000;

/** When a certificate is good. */
interface Validity {
  readonly begin: Date;
  readonly end: Date;
}

/** Returns when the certificate of an address is good. Throws when nobody shows one there in time. */
async function lookAt({ hostname, port }: URL): Promise<Validity> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) === 0 ? host : undefined;
  // Only looked at, and nothing is sent: one that has ended is the one to tell of.
  const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined) throw new Error('No certificate was shown.');
    return { begin: certificate.validFromDate, end: certificate.validToDate };
  } finally {
    socket.destroy();
  }
}

/** Adds the certificate of the portal's own address to the metrics; without TLS, or where it is not reached, there is no value. */
export function showCertificate(registry: Registry, publicUrl: string, log: Pick<Logger, 'warn' | 'info'>): void {
  const url = new URL(publicUrl);
  if (url.protocol !== 'https:') return;
  const read = readForMetrics('the certificate of PUBLIC_URL', () => lookAt(url), log);
  const validity = remembered(read, (found) => (found === undefined ? AGAIN_MS : FRESH_MS));
  const show = knownGauges(registry, validity);
  show(
    'portal_certificate_begin_timestamp_seconds',
    'When the certificate of PUBLIC_URL begins',
    ({ begin }) => begin.getTime() / 1000,
  );
  show(
    'portal_certificate_end_timestamp_seconds',
    'When the certificate of PUBLIC_URL ends',
    ({ end }) => end.getTime() / 1000,
  );
}
