import { isIP } from 'node:net';
import { deviceName } from '@cytocomm/contract';

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A moment as a mail writes it: `21 November 2026 at 14:05 UTC`. */
export function writtenTime(at: Date): string {
  return `${TIME.format(at)} UTC`;
}

/**
 * When and from where somebody did something, for the person whose address they used. What a browser says of itself is never
 * repeated, only recognised: anybody may say anything there.
 */
export function askedFrom(
  at: Date,
  { from, userAgent }: { readonly from: string; readonly userAgent: string },
): string {
  return `on ${writtenTime(at)}, from the network address ${isIP(from) === 0 ? 'unknown' : from} (${deviceName(userAgent)})`;
}
