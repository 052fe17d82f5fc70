import type { LiveEvent, LiveReset } from '@cytocomm/contract';
import type { Logger } from 'pino';
import type { Principal } from '../http/access.ts';
import { previewing } from '../http/preview.ts';
import type { Change, ChangeFeed, FeedNews } from './change-feed.ts';
import { hears, type Note, noteOf } from './notes.ts';

/** The connection of one listener, as the hub needs it. */
export interface LiveConnection {
  write(text: string): void;
  /** How many bytes wait to be taken by the client. */
  backlog(): number;
  /** Ends the stream; the browser comes back by itself. */
  end(): void;
}

/** Sends open dashboards what changes. */
export interface LiveHub {
  /** Takes a listener in, beginning after the place it has seen last. The returned function lets it go. */
  join(person: Principal, connection: LiveConnection, lastPlace: string | undefined): () => void;
  start(): void;
  /** Ends every stream; no new one may be opened from now on. */
  stop(): void;
  /** Whether `stop` was called: a listener would never be told anything. */
  isStopped(): boolean;
}

/** Asks the record whether a session still counts, and what its person's roles are now. */
export type Recheck = (person: Principal) => Promise<Principal | null>;

interface Listener {
  person: Principal;
  readonly connection: LiveConnection;
  /** The last place it was told; what lies at or before it is not told again. */
  place: string;
  /** While the past is read for it, the present waits here; 'too-much' when it is not worth keeping any more. */
  waiting: 'too-much' | { readonly place: string; readonly text: string; readonly note: Note }[] | undefined;
  readonly endsAt: number;
}

/** The time after a quiet collection's news during which more of them only wait. */
interface Rest {
  again: Note | undefined;
  readonly timer: NodeJS.Timeout;
}

const HEARTBEAT_MS = 15_000;
/** A stream is ended and made anew after this long, so that a session that has run out does not live on in it. */
const MAX_STREAM_MS = 30 * 60 * 1000;
/** A client that does not read is let go; it comes back and is told what it has missed. */
const MAX_BACKLOG_BYTES = 256 * 1024;
/** What is told while the past is read for a listener; beyond, everything is read anew. */
const MAX_WAITING = 1000;
/** The operations view changes with every mail and every call; once in a while is often enough. */
const QUIET: ReadonlySet<string> = new Set(['outbox', 'audit']);
const QUIET_MS = 1000;
const RESET: LiveReset = { type: 'reset' };

/** Who somebody is now, as the stream was opened: in a preview until its end, which comes when they may not preview any more. */
function sameView({ previewed }: Principal, now: Principal): Principal | null {
  if (previewed === undefined) return now;
  return now.roles.includes('admin') ? previewing(now, previewed) : null;
}

function message(place: string, data: LiveEvent | LiveReset): string {
  return `id: ${place}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The hub of one process. */
export function createLiveHub(feed: ChangeFeed, recheck: Recheck, log: Logger): LiveHub {
  const listeners = new Set<Listener>();
  const quiet = new Map<string, Rest>();
  let heartbeat: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  let isStopped = false;

  function letGo(listener: Listener): void {
    if (listeners.delete(listener)) listener.connection.end();
  }

  function send(listener: Listener, place: string, text: string, note: Note): void {
    if (listener.waiting !== undefined) {
      if (listener.waiting === 'too-much' || listener.waiting.length >= MAX_WAITING) listener.waiting = 'too-much';
      else listener.waiting.push({ place, text, note });
      return;
    }
    if (place <= listener.place || !hears(listener.person, note.to)) return;
    listener.place = place;
    listener.connection.write(text);
    if (listener.connection.backlog() > MAX_BACKLOG_BYTES) letGo(listener);
  }

  function broadcast(place: string, note: Note): void {
    const text = message(place, note.event);
    for (const listener of listeners) send(listener, place, text, note);
  }

  /** The first of many is told at once, the others together a moment later. */
  function broadcastQuietly(place: string, note: Note): void {
    const { collection } = note.event;
    const resting = quiet.get(collection);
    if (resting !== undefined) {
      resting.again = note;
      return;
    }
    broadcast(place, note);
    const rest: Rest = {
      again: undefined,
      timer: setTimeout(() => {
        quiet.delete(collection);
        if (rest.again !== undefined) broadcastQuietly(feed.place() ?? place, rest.again);
      }, QUIET_MS),
    };
    rest.timer.unref();
    quiet.set(collection, rest);
  }

  /** Ends the streams of sessions that are over, and learns which roles the others have now. */
  async function look(chosen: readonly Listener[]): Promise<void> {
    const asked = new Map<string, Promise<Principal | null>>();
    let isKnown = true;
    for (const listener of chosen) {
      const { person } = listener;
      if (!isKnown) {
        letGo(listener);
        continue;
      }
      // Many tabs of one session are one question.
      const answer = asked.get(person.sid) ?? recheck(person);
      asked.set(person.sid, answer);
      try {
        const now = await answer;
        const still = now === null ? null : sameView(person, now);
        if (still === null) letGo(listener);
        else listener.person = still;
      } catch (error) {
        // Nobody knows whether the session still counts, and the next one would wait as long. Browsers come back, and are asked then.
        log.debug({ err: error }, 'live streams are ended: their sessions cannot be looked up');
        isKnown = false;
        letGo(listener);
      }
    }
  }

  async function tellChange(change: Change): Promise<void> {
    if (change.collection === 'users') {
      await look([...listeners].filter((listener) => listener.person.userId === change.id));
    }
    const note = noteOf(change);
    if (note === undefined) return;
    if (QUIET.has(note.event.collection)) broadcastQuietly(change.place, note);
    else broadcast(change.place, note);
  }

  function startAnew(listener: Listener): void {
    const place = feed.place() ?? '';
    listener.place = place;
    listener.connection.write(message(place, RESET));
  }

  /** Among what nobody can tell any more may be that somebody lost a role, or was signed out. */
  async function tellGap(): Promise<void> {
    await look([...listeners]);
    for (const listener of listeners) startAnew(listener);
  }

  let turn: Promise<void> = Promise.resolve();
  function hear(news: FeedNews): void {
    // One after the other, so that nobody is told of a change while it is found out whether they still may.
    turn = turn
      .then(() => (news === 'gap' ? tellGap() : tellChange(news)))
      .catch((error: unknown) => log.error({ err: error }, 'a change could not be told'));
  }

  async function catchUp(listener: Listener, lastPlace: string): Promise<void> {
    const past = await feed.since(lastPlace, listener.person.userId);
    const waiting = listener.waiting ?? [];
    listener.waiting = undefined;
    if (past === 'gap' || waiting === 'too-much') {
      startAnew(listener);
      return;
    }
    for (const change of past) {
      const note = noteOf(change);
      if (note !== undefined) send(listener, change.place, message(change.place, note.event), note);
    }
    for (const { place, text, note } of waiting) send(listener, place, text, note);
  }

  return {
    join: (person, connection, lastPlace) => {
      const listener: Listener = {
        person,
        connection,
        place: '',
        waiting: undefined,
        // Not all at once: a restarted server would be met by everybody again and again in the same second.
        endsAt: Date.now() + MAX_STREAM_MS * (0.75 + Math.random() / 4),
      };
      listeners.add(listener);
      if (lastPlace === undefined) {
        listener.place = feed.place() ?? '';
        // An id without data: the browser remembers it, so that even the first event cannot be missed.
        connection.write(`retry: 2000\nid: ${listener.place}\n\n`);
      } else {
        listener.place = lastPlace;
        listener.waiting = [];
        connection.write('retry: 2000\n\n');
        catchUp(listener, lastPlace).catch((error: unknown) => {
          log.error({ err: error }, 'a listener could not be told what it has missed');
          letGo(listener);
        });
      }
      return () => {
        listeners.delete(listener);
      };
    },

    start: () => {
      stopListening = feed.listen(hear);
      heartbeat = setInterval(() => {
        const now = Date.now();
        for (const listener of listeners) {
          if (now > listener.endsAt) letGo(listener);
          else listener.connection.write(': still here\n\n');
        }
      }, HEARTBEAT_MS);
      heartbeat.unref();
    },

    isStopped: () => isStopped,

    stop: () => {
      isStopped = true;
      stopListening?.();
      clearInterval(heartbeat);
      for (const { timer } of quiet.values()) clearTimeout(timer);
      for (const listener of listeners) letGo(listener);
    },
  };
}
