import { isDeepStrictEqual } from 'node:util';
import { LOCK_ELEMENT_ID } from '@cytocomm/composition';
import { type Lock, lockSchema, type Release } from '@cytocomm/contract';
import { apiMisfits, composeLock, LockRefused, type PlacedRelease, publicLockOf } from '@cytocomm/releases';
import { MODE_HEADER } from '@cytocomm/web';
import { CannotStart } from '../portal/settings.ts';

/** How long the portal may take to answer with a page, in ms. */
const ANSWER_MS = 10_000;

/** The origin of the portal that a person named. Throws CannotStart when it is no address of one. */
export function targetOrigin(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new CannotStart(`--against wants the address of a portal, like http://localhost:3000, not "${address}".`);
  return url;
}

const LOCK_ELEMENT = new RegExp(`<script type="application/json" id="${LOCK_ELEMENT_ID}">(.*?)</script>`, 's');

/** The lock that the portal's pages run on now. Throws CannotStart when it is not a portal in development mode. */
export async function readTargetLock(target: URL): Promise<Lock> {
  let answer: Response;
  let html: string;
  try {
    answer = await fetch(target, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) });
    html = await answer.text();
  } catch (error) {
    throw new CannotStart(`No portal answers at ${target.origin}. Is it running (npm start)?`, { cause: error });
  }
  if (answer.headers.get(MODE_HEADER) !== 'development')
    throw new CannotStart(
      `${target.origin} does not say that it is in development mode (${MODE_HEADER}: development). ` +
        'A local remote is never loaded into a portal in production.',
    );
  return lockOfPage(html, target);
}

function lockOfPage(html: string, target: URL): Lock {
  const block = LOCK_ELEMENT.exec(html)?.[1];
  if (block === undefined) throw new CannotStart(`The page at ${target.href} holds no lock.`);
  let value: unknown;
  try {
    value = JSON.parse(block);
  } catch (error) {
    throw new CannotStart(`The lock in the page at ${target.href} is not JSON.`, { cause: error });
  }
  const parsed = lockSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join('.'));
  throw new CannotStart(`The lock of ${target.origin} is not one this checkout understands: ${fields.join(', ')}.`);
}

/**
 * The same composition with a local release in place of the locked one of its name, or beside the others when the portal
 * has none of that name. Throws LockRefused when the local release does not fit the portal and its API of the version `api`.
 * Names of shared packages are not compared: the lock of a page does not say which ones its shell gives.
 */
export function withLocalRelease(lock: Lock, { release, baseUrl }: PlacedRelease, api: string): Lock {
  const reasons = apiMisfits([release], api);
  if (reasons.length > 0) throw new LockRefused(reasons);
  const { sharedNames: _, ...unnamed } = release;
  const place = ({ baseUrl, ...release }: Lock['shell']): PlacedRelease => ({ release, baseUrl });
  const others = lock.remotes.filter(({ name }) => name !== release.name).map(place);
  const origin = { base: lock.id, createdAt: new Date(lock.createdAt), createdBy: 'checkout', reason: '' };
  const changed = publicLockOf(composeLock(place(lock.shell), [...others, { release: unnamed, baseUrl }], origin));
  return isDeepStrictEqual(changed.remotes, lock.remotes) ? lock : changed;
}

/** The origins besides the portal's own that a lock's files come from. */
export function foreignOrigins(lock: Lock, portal: string): string[] {
  const origins = [lock.shell, ...lock.remotes].map(({ baseUrl }) => new URL(baseUrl, portal).origin);
  return [...new Set(origins)].filter((origin) => origin !== portal);
}

/** Where the store's web app serves a release. */
export function localPlace(release: Release): PlacedRelease {
  return { release, baseUrl: `/releases/${release.name}/${release.release}/` };
}
