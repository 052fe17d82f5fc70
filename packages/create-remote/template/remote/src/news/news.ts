import { listPressReleases } from '@cytocomm/contract';
import { send } from '@cytocomm/http';

/** A press release, as far as it is shown here. */
export interface NewsItem {
  readonly id: string;
  readonly title: string;
  /** ISO 8601. */
  readonly date: string;
}

/** How many are asked for; the data of the page (remote.config.ts) has as many. */
const MAX_ITEMS = 3;

function isNewsItem(value: unknown): value is NewsItem {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, date }: Record<string, unknown> = { ...value };
  if (typeof id !== 'string' || typeof title !== 'string' || typeof date !== 'string') return false;
  return !Number.isNaN(Date.parse(date));
}

/** Returns the news in what the API answers, or what a page was prerendered with; null when it is something else. */
export function readNews(list: unknown): readonly NewsItem[] | null {
  if (typeof list !== 'object' || list === null || !('items' in list) || !Array.isArray(list.items)) return null;
  return list.items.filter(isNewsItem);
}

/** Asks the API for the news. Rejects with a sentence for people. */
export async function fetchNews(signal: AbortSignal): Promise<readonly NewsItem[]> {
  const answer = await send(listPressReleases, { query: { limit: MAX_ITEMS }, credentials: 'omit', signal });
  if (answer.error) throw new Error(answer.error.detail);
  return readNews(answer.data) ?? [];
}
