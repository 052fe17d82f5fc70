import type { Core } from '../core.ts';
import { createChangeFeed } from './change-feed.ts';
import { createLiveHub, type LiveHub, type Recheck } from './hub.ts';

/** The live events of a process. */
export interface Live {
  readonly hub: LiveHub;
  /** Whether the feed of changes is connected. */
  isFeedOpen(): boolean;
  /** Calls the listener with the collection of each change, before anybody is told of it; with undefined when any may have changed. */
  onChange(listener: (collection: string | undefined) => void): void;
  /** Returns how often the feed broke since the process began. */
  feedBreaks(): number;
  /** Resolves when the feed is connected. */
  start(): Promise<void>;
  /** Ends all streams and refuses new ones. */
  endStreams(): void;
  stop(): Promise<void>;
}

/** Creates the live events of a database. `recheck` reads who a listener is by now. */
export function createLive({ database, log }: Core, recheck: Recheck): Live {
  const feed = createChangeFeed(database, log);
  const hub = createLiveHub(feed, recheck, log);
  return {
    hub,
    isFeedOpen: feed.isOpen,
    onChange: (listener) => {
      feed.subscribe((event) => listener(event === 'gap' ? undefined : event.event.collection));
    },
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
