import type { AdminPressRelease } from '@cytocomm/contract';
import { invalidFields, Refusal } from './refusal.ts';

/** Throws 400 for a request that says of no state that it is meant. */
export function assertConditional(request: Request): void {
  if (request.headers.get('if-match') === null)
    throw invalidFields([{ path: 'header.If-Match', message: 'the ETag of the version that was changed' }]);
}

/** Returns the tag of a press release's next state. */
export const nextEtag = ({ etag }: AdminPressRelease): string => `"${Number(etag.replaceAll('"', '')) + 1}"`;

/** Throws 412 unless some state of If-Match is the present one. */
export function assertMeant(request: Request, { etag }: AdminPressRelease): void {
  const header = request.headers.get('if-match')?.trim();
  if (header === undefined || header === '*' || header.split(/\s*,\s*/).includes(etag)) return;
  const detail = 'Somebody else has changed this press release meanwhile. Nothing of yours was saved over it.';
  throw new Refusal('precondition-failed', detail, { headers: { ETag: etag } });
}
