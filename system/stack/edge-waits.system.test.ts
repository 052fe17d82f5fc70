import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/commands/workspaces.ts';

// What the API does for longer than its edge waits is done, and answered 503 all the same.

/** The rest of a call: what is read before the work, written after it, and a busy machine. */
const REST_MS = 3000;

/** Returns the number that a pattern finds behind a place in a file. Throws when there is none. */
function numberIn(file: string, place: string, pattern: RegExp): number {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const at = text.indexOf(place);
  const [, number] = (at < 0 ? null : pattern.exec(text.slice(at))) ?? [];
  if (number === undefined) throw new Error(`${file} has no ${pattern.source} at "${place}" any more.`);
  return Number(number.replaceAll('_', ''));
}

const nginxWait = (place: string) => 1000 * numberIn('edge/nginx.conf', place, /\bproxy_read_timeout (\d+)s;/);
const caddyWait = (place: string) => 1000 * numberIn('edge/Caddyfile', place, /\bresponse_header_timeout (\d+)s\n/);

const CALLS = { nginx: nginxWait('proxy_next_upstream_timeout'), caddy: caddyWait('(quick) {') };
const UPLOADS = caddyWait('reverse_proxy @uploads ');
const PICTURES = { nginx: nginxWait('location = /api/admin/press-releases/pictures {'), caddy: UPLOADS };
const IMPORTS = { nginx: nginxWait('location = /api/admin/users/import {'), caddy: UPLOADS };

it.each([
  ['the invitation of a list', 'identity/users/invitations.ts', 'WORK_MS', CALLS],
  ['the reminder of readers', 'content/documents/reader-routes.ts', 'WORK_MS', CALLS],
  ['the conversion of a picture', 'content/press-releases/pictures/converter.ts', 'CONVERSION_MS', PICTURES],
  ['the import of people', 'identity/users/import.ts', 'WORK_MS', IMPORTS],
])('%s ends before nginx and Caddy stop waiting for its answer', (_what, file, name, edges) => {
  const workMs = numberIn(`services/api/src/${file}`, `const ${name} =`, /= ([\d_]+);/);
  expect(workMs + REST_MS).toBeLessThanOrEqual(edges.nginx);
  expect(workMs + REST_MS).toBeLessThanOrEqual(edges.caddy);
});
