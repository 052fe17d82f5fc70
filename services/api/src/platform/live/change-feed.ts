import { setTimeout as pause } from 'node:timers/promises';
import { type Announcement, announcementSchema, RELEASE_COLLECTIONS } from '@cytocomm/releases';
import type { mongo } from 'mongoose';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { createFairQueue, type QueueLimits } from './fair-queue.ts';

/** An announcement at its place in the history. */
export interface Announced extends Pick<Announcement, 'event' | 'to'> {
  /** The position in the database's history; later ones are greater. */
  readonly resumeToken: string;
}

/** An announcement, or `gap`: changes were missed and cannot be read any more. */
export type FeedEvent = Announced | 'gap';

/** The changes of a database: one stream per process, shared by its listeners. */
export interface ChangeFeed {
  /** Calls the listener with all events from now on. Returns a function that unsubscribes. */
  subscribe(listener: (event: FeedEvent) => void): () => void;
  /** Returns the position of the last change; undefined until the feed is connected. */
  resumeToken(): string | undefined;
  /** Returns the changes after a position, oldest first, for a user; `gap` when they are unknown, too many, or not read in time. */
  since(resumeToken: string, userId: string): Promise<readonly Announced[] | 'gap'>;
  /** Starts the feed; resolves when it is first connected. */
  start(): Promise<void>;
  /** Whether the feed is connected. */
  isOpen(): boolean;
  /** Returns how often the feed broke since the process began. */
  breaks(): number;
  stop(): Promise<void>;
}

/** How many changes stay in memory for clients that reconnect. */
const MAX_RECENT = 1000;
/** How many changes are read from the database's history; a client that missed more reloads everything. */
const MAX_HISTORY = 1000;
const HISTORY_TIMEOUT_MS = 5000;
/** Each reader is a change stream of its own, and after a restart all clients reconnect at once. */
const READER_LIMITS: QueueLimits = { maxRunning: 4, maxQueued: 200, maxQueuedPerUser: 4, timeoutMs: 5000 };
const RETRY_DELAYS_MS = [100, 500, 1000, 2000];
/** MongoDB's codes for a position that is not in the history. */
const LOST_CODES = new Set([9, 260, 280, 286]);
const tokenSchema = z.object({ _data: z.string() });

function tokenOf(token: unknown): string | undefined {
  return tokenSchema.safeParse(token).data?._data;
}

function announcedBy(event: mongo.ChangeStreamDocument): Announced | undefined {
  const resumeToken = tokenOf(event._id);
  const row = event.operationType === 'insert' ? announcementSchema.safeParse(event.fullDocument).data : undefined;
  return resumeToken === undefined || row === undefined ? undefined : { resumeToken, event: row.event, to: row.to };
}

/** Creates the feed of a database. */
export function createChangeFeed(database: Database, log: Logger): ChangeFeed {
  const listeners = new Set<(event: FeedEvent) => void>();
  let recent: Announced[] = [];
  /** All changes after this position are in `recent`. */
  let recentSince: string | undefined;
  let position: string | undefined;
  let stream: mongo.ChangeStream | undefined;
  let stopping: AbortController | undefined;
  let isOpen = false;
  let breaks = 0;
  const connected = Promise.withResolvers<void>();
  let running: Promise<void> = Promise.resolve();
  const readers = createFairQueue(READER_LIMITS);
  const reading = new Map<string, Promise<readonly Announced[] | 'gap'>>();

  const pipeline = [{ $match: { 'ns.coll': RELEASE_COLLECTIONS.announcements, operationType: 'insert' } }];

  function open(client: mongo.MongoClient, after: string | undefined, timeoutMs: number): mongo.ChangeStream {
    return client.db(database.connection.name).watch(pipeline, {
      maxAwaitTimeMS: timeoutMs,
      ...(after === undefined ? {} : { resumeAfter: { _data: after } }),
    });
  }

  function notify(event: FeedEvent): void {
    for (const listener of listeners) listener(event);
  }

  function remember(change: Announced): void {
    recent.push(change);
    if (recent.length > 2 * MAX_RECENT) {
      recentSince = recent[MAX_RECENT - 1]?.resumeToken;
      recent = recent.slice(MAX_RECENT);
    }
  }

  /** Returns the current position: the token of a new stream before its first change. */
  async function currentToken(client: mongo.MongoClient): Promise<string | undefined> {
    const probe = open(client, undefined, 10);
    try {
      await probe.tryNext();
      return tokenOf(probe.resumeToken);
    } finally {
      await probe.close();
    }
  }

  function markOpen(): void {
    isOpen = true;
    connected.resolve();
  }

  /** Reads one stream until it breaks. */
  async function follow(signal: AbortSignal): Promise<void> {
    const client = database.furtherClient();
    let opened: mongo.ChangeStream | undefined;
    try {
      if (position === undefined) {
        position = await currentToken(client);
        recentSince = position;
        markOpen();
        signal.throwIfAborted();
      }
      opened = open(client, position, 1000);
      stream = opened;
      let event = await opened.tryNext();
      markOpen();
      log.debug('the change feed is connected');
      while (!signal.aborted) {
        const change = event === null ? undefined : announcedBy(event);
        if (change !== undefined) {
          position = change.resumeToken;
          remember(change);
          notify(change);
        }
        event = await opened.next();
      }
    } finally {
      isOpen = false;
      await opened?.close().catch((error: unknown) => log.debug({ err: error }, 'closing the change feed'));
      await client
        .close()
        .catch((error: unknown) => log.debug({ err: error }, 'closing the client of the change feed'));
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const before = position;
      try {
        await follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        breaks += 1;
        if (position !== before) attempt = 0;
        if (isLost(error)) {
          // The changes since are unknown: clients reload everything, and the feed starts over.
          position = undefined;
          recentSince = undefined;
          recent = [];
          notify('gap');
        }
        log[attempt === 0 ? 'warn' : 'debug']({ err: error }, 'the change feed broke; it is resumed');
        await pause(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)], undefined, { signal }).catch(
          () => undefined,
        );
      }
    }
  }

  /** Reads the changes after a position from the database. */
  async function readHistory(resumeToken: string): Promise<readonly Announced[] | 'gap'> {
    const until = position;
    const deadline = performance.now() + HISTORY_TIMEOUT_MS;
    const changes: Announced[] = [];
    const reader = open(database.connection.getClient(), resumeToken, 100);
    try {
      for (;;) {
        const event = await reader.tryNext();
        const change = event === null ? undefined : announcedBy(event);
        if (change !== undefined) changes.push(change);
        if (changes.length > MAX_HISTORY || performance.now() > deadline) return 'gap';
        const reached = tokenOf(reader.resumeToken);
        if (event === null && (until === undefined || (reached !== undefined && reached >= until))) return changes;
      }
    } catch (error) {
      log.debug({ err: error }, 'a part of the history cannot be read');
      return 'gap';
    } finally {
      await reader.close().catch((error: unknown) => log.debug({ err: error }, 'closing a reader of the history'));
    }
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    resumeToken: () => position,

    since: (resumeToken, userId) => {
      if (!/^[0-9A-Fa-f]{2,500}$/.test(resumeToken)) return Promise.resolve('gap');
      if (recentSince !== undefined && resumeToken >= recentSince) {
        return Promise.resolve(recent.filter((change) => change.resumeToken > resumeToken));
      }
      // Most clients reconnect from the same position: they share one reader.
      const shared = reading.get(resumeToken);
      if (shared !== undefined) return shared;
      const changes = readers
        .run(userId, () => readHistory(resumeToken))
        .then((result) => result ?? 'gap')
        .finally(() => reading.delete(resumeToken));
      reading.set(resumeToken, changes);
      return changes;
    },

    start: () => {
      stopping = new AbortController();
      running = run(stopping.signal);
      return connected.promise;
    },
    isOpen: () => isOpen,
    breaks: () => breaks,
    stop: async () => {
      stopping?.abort();
      await stream?.close().catch((error: unknown) => log.debug({ err: error }, 'closing the change feed'));
      await running;
    },
  };
}

function isLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && LOST_CODES.has(error.code);
}
