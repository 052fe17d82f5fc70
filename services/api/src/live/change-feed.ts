import { setTimeout as pause } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { createTurns, type TurnBounds } from './turns.ts';

/** A change of a record, as the database tells it. */
export interface Change {
  /** Its place in the history of the database; later changes have greater ones. */
  readonly place: string;
  readonly collection: string;
  readonly operation: 'insert' | 'update' | 'replace' | 'delete';
  readonly id: string;
  /** The record, when it was added. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The fields that an update has set, or named with `undefined`, removed. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a listener hears: a change, or that changes were missed which nobody can tell any more. */
export type FeedNews = Change | 'gap';

/** The changes of a database: one stream for the whole process, fanned out to its listeners. */
export interface ChangeFeed {
  /** Calls the listener with everything from now on; the returned function ends that. */
  listen(listener: (news: FeedNews) => void): () => void;
  /** How far the feed has come; undefined until it is connected. */
  place(): string | undefined;
  /** What came after a place, oldest first, for this person; 'gap' when that is not known, too much, or cannot be read soon. */
  since(place: string, person: string): Promise<readonly Change[] | 'gap'>;
  /** Starts to follow the changes; resolves when the feed is connected for the first time. */
  start(): Promise<void>;
  /** Whether it is connected now. */
  isOpen(): boolean;
  /** How often it broke since the process began. */
  breaks(): number;
  stop(): Promise<void>;
}

/** How many changes are kept in memory for listeners that come back. */
const MAX_KEPT = 1000;
/** How many changes are read again from the database at most; beyond, reading everything anew is cheaper. */
const MAX_READ_AGAIN = 1000;
const READ_AGAIN_MS = 5000;
/** Reading the history costs the database a change stream each; after a restart everybody comes back at once. */
const READERS: TurnBounds = { atOnce: 4, mostWaiting: 200, mostWaitingOfPerson: 4, waitMs: 5000 };
const PAUSES_MS = [100, 500, 1000, 2000];
/** The place is not in the history any more, or never was. */
const LOST_CODES = new Set([9, 260, 280, 286]);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function placeOf(token: unknown): string | undefined {
  return isRecord(token) && typeof token._data === 'string' ? token._data : undefined;
}

function changeOf(event: mongo.ChangeStreamDocument): Change | undefined {
  const place = placeOf(event._id);
  if (place === undefined || !('documentKey' in event) || !('coll' in event.ns)) return undefined;
  const { operationType: operation } = event;
  if (operation !== 'insert' && operation !== 'update' && operation !== 'replace' && operation !== 'delete') {
    return undefined;
  }
  const removed = operation === 'update' ? (event.updateDescription.removedFields ?? []) : [];
  return {
    place,
    collection: event.ns.coll,
    operation,
    id: String(event.documentKey._id),
    document: operation === 'insert' || operation === 'replace' ? event.fullDocument : {},
    fields:
      operation === 'update'
        ? { ...event.updateDescription.updatedFields, ...Object.fromEntries(removed.map((name) => [name, undefined])) }
        : {},
  };
}

/** The feed of these collections. */
export function createChangeFeed(database: Database, collections: readonly string[], log: Logger): ChangeFeed {
  const listeners = new Set<(news: FeedNews) => void>();
  let kept: Change[] = [];
  /** Everything after this place is in `kept`. */
  let keptFrom: string | undefined;
  let at: string | undefined;
  let stream: mongo.ChangeStream | undefined;
  let stopping: AbortController | undefined;
  let isOpen = false;
  let breaks = 0;
  const connected = Promise.withResolvers<void>();
  let running: Promise<void> = Promise.resolve();
  const readers = createTurns(READERS);
  const reading = new Map<string, Promise<readonly Change[] | 'gap'>>();

  const pipeline = [
    { $match: { 'ns.coll': { $in: [...collections] } } },
    // Long texts are nobody's news.
    { $project: { 'fullDocument.content': 0, 'updateDescription.updatedFields.content': 0 } },
  ];

  function open(client: mongo.MongoClient, after: string | undefined, patienceMs: number): mongo.ChangeStream {
    return client.db(database.connection.name).watch(pipeline, {
      maxAwaitTimeMS: patienceMs,
      ...(after === undefined ? {} : { resumeAfter: { _data: after } }),
    });
  }

  function tell(news: FeedNews): void {
    for (const listener of listeners) listener(news);
  }

  function keep(change: Change): void {
    kept.push(change);
    if (kept.length > 2 * MAX_KEPT) {
      keptFrom = kept[MAX_KEPT - 1]?.place;
      kept = kept.slice(MAX_KEPT);
    }
  }

  /** The present place: what a stream tells that begins now, before anything has happened. */
  async function presentPlace(client: mongo.MongoClient): Promise<string | undefined> {
    const short = open(client, undefined, 10);
    try {
      await short.tryNext();
      return placeOf(short.resumeToken);
    } finally {
      await short.close();
    }
  }

  function noteOpen(): void {
    isOpen = true;
    connected.resolve();
  }

  /** Follows one stream until it breaks. */
  async function follow(signal: AbortSignal): Promise<void> {
    const client = database.furtherClient();
    let opened: mongo.ChangeStream | undefined;
    try {
      if (at === undefined) {
        at = await presentPlace(client);
        keptFrom = at;
        noteOpen();
        signal.throwIfAborted();
      }
      opened = open(client, at, 1000);
      stream = opened;
      let event = await opened.tryNext();
      noteOpen();
      log.debug('the change feed is connected');
      while (!signal.aborted) {
        const change = event === null ? undefined : changeOf(event);
        if (change !== undefined) {
          at = change.place;
          keep(change);
          tell(change);
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
      const before = at;
      try {
        await follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        breaks += 1;
        if (at !== before) attempt = 0;
        if (isLost(error)) {
          // What happened meanwhile is not known: everybody reads anew, and the feed begins here.
          at = undefined;
          keptFrom = undefined;
          kept = [];
          tell('gap');
        }
        log[attempt === 0 ? 'warn' : 'debug']({ err: error }, 'the change feed broke; it is resumed');
        await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)], undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Reads a part of the history from the database once more. */
  async function readAgain(place: string): Promise<readonly Change[] | 'gap'> {
    const until = at;
    const deadline = Date.now() + READ_AGAIN_MS;
    const changes: Change[] = [];
    const again = open(database.connection.getClient(), place, 100);
    try {
      for (;;) {
        const event = await again.tryNext();
        const change = event === null ? undefined : changeOf(event);
        if (change !== undefined) changes.push(change);
        if (changes.length > MAX_READ_AGAIN || Date.now() > deadline) return 'gap';
        const reached = placeOf(again.resumeToken);
        if (event === null && (until === undefined || (reached !== undefined && reached >= until))) return changes;
      }
    } catch (error) {
      log.debug({ err: error }, 'a part of the history cannot be read');
      return 'gap';
    } finally {
      await again.close().catch((error: unknown) => log.debug({ err: error }, 'closing a reader of the history'));
    }
  }

  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    place: () => at,

    since: (place, person) => {
      if (!/^[0-9A-Fa-f]{2,500}$/.test(place)) return Promise.resolve('gap');
      if (keptFrom !== undefined && place >= keptFrom) {
        return Promise.resolve(kept.filter((change) => change.place > place));
      }
      const known = reading.get(place);
      if (known !== undefined) return known;
      // Most come back from the same place, and are told together.
      const found = readers
        .take(person, () => readAgain(place))
        .then((changes) => changes ?? 'gap')
        .finally(() => reading.delete(place));
      reading.set(place, found);
      return found;
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
