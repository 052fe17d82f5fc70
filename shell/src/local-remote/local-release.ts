import { fitLocalRemote, type LocalRemote, type Lock, type LockedRelease } from '@cytocomm/contract';
import { sendAs } from '@cytocomm/http';
import { freshIdToken } from '@cytocomm/session';

/** Timeout of release.json from the developer's machine, in ms. */
const TIMEOUT_MS = 5000;
/** Limit of release.json; a large remote has some 20 KB. */
const MAX_BYTES = 256 * 1024;

/** The local remote cannot be loaded; the message says how to fix it. */
export class LocalRemoteUnusable extends Error {
  override readonly name = 'LocalRemoteUnusable';
}

/** Reads a body of at most MAX_BYTES as text. */
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
      throw new LocalRemoteUnusable(`release.json is larger than ${MAX_BYTES / 1024} KB`);
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
    if (error instanceof LocalRemoteUnusable) throw new LocalRemoteUnusable(`${origin}: ${error.message}.`);
    const advice = `Start its server for ${remote}, and let your browser reach your own machine if it asks; then reload.`;
    throw new LocalRemoteUnusable(`${origin} does not answer. ${advice}`, { cause: error });
  }
  if (!answer.ok)
    throw new LocalRemoteUnusable(`${origin} has no release.json (${answer.status}). Does it serve ${remote}?`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LocalRemoteUnusable(`${origin}/release.json is not JSON. Does it serve ${remote}?`, { cause: error });
  }
}

/** The person of this tab, before the page has restored the session. */
const caller: Parameters<typeof sendAs>[0] = {
  previewAs: () => null,
  token: (renew) => freshIdToken({ renew }),
  onRefused: () => undefined,
};

/** Returns the release as the API admits it to this page. Throws LocalRemoteUnusable with the API's reasons. */
async function admit(lock: Lock, release: unknown): Promise<LockedRelease> {
  const withoutFiles = (each: LockedRelease): LockedRelease => ({ ...each, files: [] });
  const { data, error } = await sendAs(caller, fitLocalRemote, {
    body: { lock: { ...lock, shell: withoutFiles(lock.shell), remotes: lock.remotes.map(withoutFiles) }, release },
  });
  if (error) throw new LocalRemoteUnusable(error.detail);
  return data.release;
}

/** A page in which a remote is local. */
export interface LocalComposition {
  readonly lock: Lock;
  /** Returns the integrity value of a file's address; empty for a file of the developer's machine. */
  readonly integrityOf: (url: string) => string;
}

/**
 * Returns a page's lock with the local release in place of the remote's own, or added to it. The API checks first that the
 * person is still allowed to, and that the release fits. Throws LocalRemoteUnusable.
 */
export async function withLocalRelease(
  lock: Lock,
  local: LocalRemote,
  integrityOf: (url: string) => string,
): Promise<LocalComposition> {
  const release = await admit(lock, await readManifest(local));
  const remotes = [...lock.remotes.filter(({ name }) => name !== local.remote), release];
  return {
    lock: { ...lock, remotes: remotes.sort((a, b) => a.name.localeCompare(b.name, 'en')) },
    // Its files change while they are edited, and their server would supply the hashes, too.
    integrityOf: (url) => (new URL(url, location.origin).origin === local.origin ? '' : integrityOf(url)),
  };
}
