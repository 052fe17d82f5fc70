import { listPressReleases, readPressRelease } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { dataOf } from '../loading/data-of.ts';

/** One published press release. `content` is HTML from the server, and not trusted. */
export interface PressRelease {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** When it was published (ISO 8601). */
  readonly date: string;
  /** When its readers got it changed, after that. */
  readonly updated?: string;
}

/** A part of the list, newest first, and where the next part starts. */
export interface PressReleasePage {
  readonly items: readonly PressRelease[];
  readonly nextCursor: string | null;
}

/** How many releases are asked for at once; the prerendered list (remote.config.ts) has as many. */
const PAGE_SIZE = 10;

/** Whether a value is a release. */
export function isPressRelease(value: unknown): value is PressRelease {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, content, date, updated }: Record<string, unknown> = { ...value };
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof content === 'string' &&
    typeof date === 'string' &&
    !Number.isNaN(Date.parse(date)) &&
    (updated === undefined || (typeof updated === 'string' && !Number.isNaN(Date.parse(updated))))
  );
}

/** Returns the page of releases in an answer or in the data of a prerendered page; null when it is something else. */
export function readPressReleasePage(body: unknown): PressReleasePage | null {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) return null;
  const nextCursor = 'nextCursor' in body && typeof body.nextCursor === 'string' ? body.nextCursor : null;
  return { items: body.items.filter(isPressRelease), nextCursor };
}

/** Asks for the public releases from `cursor` on. */
export async function fetchPressReleases(cursor: string | null, signal?: AbortSignal): Promise<PressReleasePage> {
  const query = { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
  const answer = await send(listPressReleases, { query, credentials: 'omit', ...(signal && { signal }) });
  const page = readPressReleasePage(dataOf(answer));
  if (!page) throw new Error('The list of press releases has an unknown form.');
  return page;
}

/** Asks for one public release; an id that is none is refused as such (400), and there is nothing behind it either. */
export async function fetchPressRelease(id: string, signal: AbortSignal): Promise<PressRelease | 'gone'> {
  const answer = await send(readPressRelease, { params: { id }, credentials: 'omit', signal });
  if (answer.error?.status === 404 || answer.error?.status === 400) return 'gone';
  const release = dataOf(answer);
  if (!isPressRelease(release)) throw new Error('The press release has an unknown form.');
  return release;
}
