import type { LiveEvent, LiveReset } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { mayHear } from '../announcements/announcement.ts';
import { type Principal, previewAs } from '../calls/access.ts';
import type { Announced, ChangeFeed, FeedEvent } from './change-feed.ts';

/** The connection of one client, as the hub needs it. */
export interface LiveConnection {
  write(text: string): void;
  /** Returns how many bytes the client has not read yet. */
  backlog(): number;
  /** Ends the stream; browsers reconnect by themselves. */
  end(): void;
}

/** Sends changes to open dashboards. */
export interface LiveHub {
  /** Adds a client, which gets the changes after the last one it has seen, by default those from now on. Returns a function that removes it. */
  join(principal: Principal, connection: LiveConnection, lastToken: string | undefined): () => void;
  start(): void;
  /** Ends all streams; no new one may be opened. */
  stop(): void;
  /** Whether `stop` was called: a new client would never get an event. */
  isStopped(): boolean;
}

/** Looks up the user of a session with the current roles; null when the session is over. */
export type Recheck = (principal: Principal) => Promise<Principal | null>;

/** An event ready to be sent. */
interface Message extends Announced {
  readonly text: string;
}

interface Listener {
  principal: Principal;
  readonly connection: LiveConnection;
  /** The position of the last event sent; earlier ones are not sent again. */
  resumeToken: string;
  /** Events that arrive while missed ones are read; `overflow` beyond the limit. */
  buffer: 'overflow' | Message[] | undefined;
  /** When the stream ends, in ms. */
  readonly endsAt: number;
}

const HEARTBEAT_MS = 15_000;
/** How long a stream lasts at most: an expired session must not live on in it. */
const MAX_STREAM_MS = 30 * 60 * 1000;
/** A client with more unread bytes is disconnected; it reconnects and gets what it missed. */
const MAX_BACKLOG_BYTES = 256 * 1024;
/** How many events are buffered per client; beyond, the client reloads everything. */
const MAX_BUFFERED = 1000;
const RESET: LiveReset = { type: 'reset' };

/** Applies a stream's preview to the current user; null when they may not preview any more. */
function withPreview({ previewed }: Principal, current: Principal): Principal | null {
  if (previewed === undefined) return current;
  return current.roles.includes('admin') ? previewAs(current, previewed) : null;
}

function textOf(resumeToken: string, data: LiveEvent | LiveReset): string {
  return `id: ${resumeToken}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Creates the hub of a process. */
export function createLiveHub(feed: ChangeFeed, recheck: Recheck, log: Logger): LiveHub {
  const listeners = new Set<Listener>();
  let heartbeat: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;
  let isStopped = false;

  function disconnect(listener: Listener): void {
    if (listeners.delete(listener)) listener.connection.end();
  }

  function send(listener: Listener, message: Message): void {
    if (listener.buffer !== undefined) {
      if (listener.buffer === 'overflow' || listener.buffer.length >= MAX_BUFFERED) listener.buffer = 'overflow';
      else listener.buffer.push(message);
      return;
    }
    const { resumeToken, text } = message;
    if (resumeToken <= listener.resumeToken || !mayHear(listener.principal, message)) return;
    listener.resumeToken = resumeToken;
    listener.connection.write(text);
    if (listener.connection.backlog() > MAX_BACKLOG_BYTES) disconnect(listener);
  }

  /** Ends the streams of sessions that are over, and updates the roles of the others. */
  async function recheckSessions(targets: readonly Listener[]): Promise<void> {
    const lookups = new Map<string, Promise<Principal | null>>();
    let isDatabaseAway = false;
    for (const listener of targets) {
      const { principal } = listener;
      if (isDatabaseAway) {
        disconnect(listener);
        continue;
      }
      // One lookup for all tabs of a session.
      const lookup = lookups.get(principal.sid) ?? recheck(principal);
      lookups.set(principal.sid, lookup);
      try {
        const current = await lookup;
        const viewer = current === null ? null : withPreview(principal, current);
        if (viewer === null) disconnect(listener);
        else listener.principal = viewer;
      } catch (error) {
        // The next lookup would wait as long. Browsers reconnect, and are checked then.
        log.debug({ err: error }, 'live streams are ended: their sessions cannot be looked up');
        isDatabaseAway = true;
        disconnect(listener);
      }
    }
  }

  async function notify(announced: Announced): Promise<void> {
    const { collection, id } = announced.event;
    if (collection === 'users')
      await recheckSessions([...listeners].filter(({ principal }) => principal.userId === id));
    const message = { ...announced, text: textOf(announced.resumeToken, announced.event) };
    for (const listener of listeners) send(listener, message);
  }

  /** Sends a client the event after which it reloads everything. */
  function reset(listener: Listener): void {
    const resumeToken = feed.resumeToken() ?? '';
    listener.resumeToken = resumeToken;
    listener.connection.write(textOf(resumeToken, RESET));
  }

  /** Resets all clients. The missed changes may have removed roles or ended sessions. */
  async function resetAll(): Promise<void> {
    await recheckSessions([...listeners]);
    for (const listener of listeners) reset(listener);
  }

  let queue: Promise<void> = Promise.resolve();
  function onChange(event: FeedEvent): void {
    // One at a time: no event is sent to a session that is being rechecked.
    queue = queue
      .then(() => (event === 'gap' ? resetAll() : notify(event)))
      .catch((error: unknown) => log.error({ err: error }, 'a live event could not be sent'));
  }

  /** Sends the events that a client missed, then those that came while they were read. */
  async function catchUp(listener: Listener, lastToken: string): Promise<void> {
    const missed = await feed.since(lastToken, listener.principal.userId);
    const buffer = listener.buffer ?? [];
    listener.buffer = undefined;
    if (missed === 'gap' || buffer === 'overflow') {
      reset(listener);
      return;
    }
    for (const each of missed) send(listener, { ...each, text: textOf(each.resumeToken, each.event) });
    for (const message of buffer) send(listener, message);
  }

  return {
    join: (principal, connection, lastToken) => {
      const listener: Listener = {
        principal,
        connection,
        resumeToken: '',
        buffer: undefined,
        // Spread out: after a restart all clients connect in the same second.
        endsAt: performance.now() + MAX_STREAM_MS * (0.75 + Math.random() / 4),
      };
      listeners.add(listener);
      if (lastToken === undefined) {
        listener.resumeToken = feed.resumeToken() ?? '';
        // An id without data: the browser stores it, so a reconnect misses no event, not even the first.
        connection.write(`retry: 2000\nid: ${listener.resumeToken}\n\n`);
      } else {
        listener.resumeToken = lastToken;
        listener.buffer = [];
        connection.write('retry: 2000\n\n');
        catchUp(listener, lastToken).catch((error: unknown) => {
          log.error({ err: error }, 'missed live events could not be sent');
          disconnect(listener);
        });
      }
      return () => {
        listeners.delete(listener);
      };
    },

    start: () => {
      unsubscribe = feed.subscribe(onChange);
      heartbeat = setInterval(() => {
        const now = performance.now();
        for (const listener of listeners) {
          if (now > listener.endsAt) disconnect(listener);
          else listener.connection.write(': still here\n\n');
        }
      }, HEARTBEAT_MS);
      heartbeat.unref();
    },

    isStopped: () => isStopped,

    stop: () => {
      isStopped = true;
      unsubscribe?.();
      clearInterval(heartbeat);
      for (const listener of listeners) disconnect(listener);
    },
  };
}
