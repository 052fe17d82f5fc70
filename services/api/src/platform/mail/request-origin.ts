import { isIP } from 'node:net';
import { deviceName } from '@cytocomm/contract';

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Returns a time for a mail: `21 November 2026 at 14:05 UTC`. */
export function timeText(at: Date): string {
  return `${TIME.format(at)} UTC`;
}

/**
 * Returns when and from where a call came, for the mail to the user whose address it names. The name of the browser is
 * recognised, never quoted: the client chooses that header.
 */
export function originText(
  at: Date,
  { from, userAgent }: { readonly from: string; readonly userAgent: string },
): string {
  return `on ${timeText(at)}, from the network address ${isIP(from) === 0 ? 'unknown' : from} (${deviceName(userAgent)})`;
}
