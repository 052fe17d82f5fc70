import { principalOf } from '../auth/identity.ts';
import type { Core } from '../core.ts';
import type { Users } from '../users/service.ts';
import { createChangeFeed } from './change-feed.ts';
import { createLiveHub, type LiveHub, type Recheck } from './hub.ts';
import { WATCHED } from './notes.ts';

/** The live events of one process: its feed of changes, and the hub that tells them. */
export interface Live {
  readonly hub: LiveHub;
  /** Whether changes are heard of at this moment. */
  isFeedOpen(): boolean;
  /** How often the feed broke since the process began. */
  feedBreaks(): number;
  /** Resolves when the feed is connected. */
  start(): Promise<void>;
  /** Ends every stream and takes no new ones, so that the process can end. */
  endStreams(): void;
  stop(): Promise<void>;
}

/** Live events of a database. */
export function createLive({ database, log }: Core, users: Users): Live {
  const recheck: Recheck = async ({ email, sid }) => {
    const record = await users.byEmail(email);
    return record === undefined ? null : principalOf(record, sid);
  };
  const feed = createChangeFeed(database, WATCHED, log);
  const hub = createLiveHub(feed, recheck, log);
  return {
    hub,
    isFeedOpen: feed.isOpen,
    feedBreaks: feed.breaks,
    start: () => {
      hub.start();
      return feed.start();
    },
    endStreams: hub.stop,
    stop: async () => {
      hub.stop();
      await feed.stop();
    },
  };
}
