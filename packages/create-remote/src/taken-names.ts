import type { RemoteWords } from './remote-words.ts';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 4_000_000;
/** The data in a page of a portal, of which one is the lock: it names the shell and all remotes. */
const DATA = /<script type="application\/json"[^>]*>([^<]*)<\/script>/g;

/** Returns what is behind a key of something that came over the network. */
function part(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns what stands against a new remote among releases, or configs, that are there; undefined when nothing does. */
export function takenBy(others: readonly unknown[], { name, word, address, title }: RemoteWords): string | undefined {
  for (const other of others) {
    const owner = String(part(other, 'name'));
    if (owner === name) return `there is a remote ${name} already`;
    const contributions = part(other, 'contributions');
    const has = (kind: string, key: string, wanted: string) =>
      list(part(contributions, kind)).some((each) => part(each, key) === wanted);
    if (has('routes', 'path', address)) return `${owner} has the page ${address} already`;
    if (has('sections', 'id', word)) return `${owner} has a section ${word} already`;
    if (has('links', 'label', title)) return `${owner} has a link "${title}" already`;
  }
  return undefined;
}

/** What a portal says of a new remote: why its name is taken, that it is free, or nothing. */
export type Verdict = { readonly taken: string } | 'free' | 'no answer';

/** Asks a portal whether a new remote would stand in another one's place. Never rejects. */
export async function askPortal(portal: string, words: RemoteWords): Promise<Verdict> {
  try {
    const response = await fetch(portal, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    let html = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      html += decoder.decode(chunk, { stream: true });
      if (html.length > MAX_BYTES) return 'no answer';
    }
    const data = [...html.matchAll(DATA)].map(([, text = '']): unknown => JSON.parse(text));
    const lock = data.find((each) => part(each, 'shell') !== undefined);
    if (!response.ok || lock === undefined) return 'no answer';
    const conflict = takenBy([part(lock, 'shell'), ...list(part(lock, 'remotes'))], words);
    return conflict === undefined ? 'free' : { taken: conflict };
  } catch {
    return 'no answer';
  }
}
