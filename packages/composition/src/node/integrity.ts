import { createHash } from 'node:crypto';

/** Returns a file's integrity value in the form that browsers check (W3C Subresource Integrity): sha384 in base64. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
