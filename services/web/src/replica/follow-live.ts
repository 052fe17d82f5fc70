import { setTimeout as wait } from 'node:timers/promises';
import type { ChangeStream } from 'mongodb';
import type { ReleaseDatabase } from './release-database.ts';

/** How long until a stream that has ended is opened again, in ms: doubled each time. */
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;
/** How often is looked without a change, in ms: after a gap nothing else tells of one. */
const POLL_MS = 5000;

/** Calls `look` at the start, after each change of the live state, and now and then. Returns what ends it. */
export function followLive(database: ReleaseDatabase, look: () => void, pollMs = POLL_MS): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let stream: ChangeStream | undefined;

  async function readUntilItEnds(opened: ChangeStream, begun: () => void): Promise<void> {
    // The first call opens the stream: what changed before is seen by looking.
    await opened.tryNext();
    begun();
    look();
    while (!signal.aborted) {
      // Throws when the stream has ended, as after a drop of the collection.
      await opened.next();
      look();
    }
  }

  async function follow(): Promise<void> {
    let breaks = 0;
    while (!signal.aborted) {
      try {
        stream = await database.watch();
        await readUntilItEnds(stream, () => {
          breaks = 0;
        });
      } catch {
        // Reading the state fails, too, and reports it.
      }
      await stream?.close().catch(() => undefined);
      const delay = Math.min(FIRST_RETRY_MS * 2 ** breaks, LAST_RETRY_MS);
      breaks += 1;
      await wait(delay, undefined, { signal }).catch(() => undefined);
    }
  }

  look();
  const poll = setInterval(look, pollMs).unref();
  const following = follow();
  return async () => {
    clearInterval(poll);
    ending.abort();
    await stream?.close().catch(() => undefined);
    await following;
  };
}
