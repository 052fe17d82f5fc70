import { fitLocalRemote, type LocalRemote, type Lock, type LockedRelease } from '@cytocomm/contract';
import { sendAs } from '@cytocomm/http';
import { freshIdToken } from '@cytocomm/session';

/** How long the own machine may take to send release.json, in ms. */
const TIMEOUT_MS = 5000;
/** The most bytes of release.json that are read; a large remote has some 20 KB. */
const MAX_BYTES = 256 * 1024;

/** The local remote cannot be loaded; the message says what to do. */
export class LocalRemoteUnusable extends Error {
  override readonly name = 'LocalRemoteUnusable';
}

/** Reads a body as text, no more of it than is allowed. */
async function readText(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) {
      void reader.cancel();
      throw new LocalRemoteUnusable(`what is there as release.json is larger than ${MAX_BYTES / 1024} KB`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

async function readManifest({ remote, origin }: LocalRemote): Promise<unknown> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`${origin}/release.json`, {
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await readText(answer);
  } catch (error) {
    if (error instanceof LocalRemoteUnusable) throw new LocalRemoteUnusable(`At ${origin} ${error.message}.`);
    const wish = `Start its server for ${remote}, and let your browser reach your own machine if it asks; then reload.`;
    throw new LocalRemoteUnusable(`${origin} does not answer. ${wish}`, { cause: error });
  }
  if (!answer.ok)
    throw new LocalRemoteUnusable(`${origin} has no release.json (${answer.status}). Does it serve ${remote}?`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LocalRemoteUnusable(`${origin}/release.json is not JSON. Does it serve ${remote}?`, { cause: error });
  }
}

/** The person of this tab, who is asked for before the page has begun to restore the session. */
const me: Parameters<typeof sendAs>[0] = {
  previewAs: () => null,
  token: (renew) => freshIdToken({ renew }),
  onRefused: () => undefined,
};

/** Returns the release as the API lets it into this page. Throws LocalRemoteUnusable with the API's reasons. */
async function admitted(lock: Lock, release: unknown): Promise<LockedRelease> {
  const withoutFiles = (each: LockedRelease): LockedRelease => ({ ...each, files: [] });
  const { data, error } = await sendAs(me, fitLocalRemote, {
    body: { lock: { ...lock, shell: withoutFiles(lock.shell), remotes: lock.remotes.map(withoutFiles) }, release },
  });
  if (error) throw new LocalRemoteUnusable(error.detail);
  return data.release;
}

/** A page in which a remote is local. */
export interface LocalComposition {
  readonly lock: Lock;
  /** Returns the integrity value of a file's address; empty for one of the own machine. */
  readonly integrityOf: (url: string) => string;
}

/**
 * Returns a page's lock with the release of the own machine in the place of the one of its name, or beside the others. The
 * API is asked first whether the person may still do this, and whether the release fits. Throws LocalRemoteUnusable.
 */
export async function withLocalRelease(
  lock: Lock,
  local: LocalRemote,
  integrityOf: (url: string) => string,
): Promise<LocalComposition> {
  const release = await admitted(lock, await readManifest(local));
  const remotes = [...lock.remotes.filter(({ name }) => name !== local.remote), release];
  return {
    lock: { ...lock, remotes: remotes.sort((a, b) => a.name.localeCompare(b.name, 'en')) },
    // Its files change as they are edited, and who sends them would send the hashes, too.
    integrityOf: (url) => (new URL(url, location.origin).origin === local.origin ? '' : integrityOf(url)),
  };
}
