import { openStream } from './live-stream.ts';

/** `off`: not in use. `reconnecting`: the connection broke and is retried. `offline`: the device has none. */
export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting' | 'offline';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** Options of {@link createLiveConnection}. */
export interface LiveConnectionOptions {
  /** The address of the event stream. */
  readonly address: string;
  /** Returns the key of its owner: tabs with the same key share the stream. */
  readonly sharedBy: () => string;
  /** Called with the data of each event. */
  readonly onEvent: (data: string) => void;
  /** Called when events may have been missed: everything must be read again. */
  readonly onMissedEvents: () => void;
  /** Resolves to false after a sign-out, which ends the attempts. */
  readonly mayReconnect: () => Promise<boolean>;
}

/** Creates a connection to a stream of events: open while it has users, retried with backoff when it breaks. */
export function createLiveConnection({
  address,
  sharedBy,
  onEvent,
  onMissedEvents,
  mayReconnect,
}: LiveConnectionOptions) {
  let state: LiveState = 'off';
  let users = 0;
  let close: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let mayHaveMissed = false;
  const listeners = new Set<() => void>();

  function setState(next: LiveState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function connect(): void {
    disconnect();
    if (!navigator.onLine) {
      setState('offline');
      return;
    }
    setState(failures === 0 && !mayHaveMissed ? 'connecting' : 'reconnecting');
    const closeStream = openStream(address, `live of ${sharedBy()}`, {
      onOpen: (hasMissed) => {
        failures = 0;
        setState('live');
        // A new connection has no earlier events.
        if (mayHaveMissed || hasMissed) onMissedEvents();
        mayHaveMissed = false;
      },
      onEvent,
      onBreak: (isOver) => {
        setState('reconnecting');
        if (isOver && close === closeStream) void reconnect();
      },
    });
    close = closeStream;
  }

  function disconnect(): void {
    clearTimeout(timer);
    close?.();
    close = null;
  }

  /** The server refused the stream: the session has ended, or the server is in trouble and needs a pause. */
  async function reconnect(): Promise<void> {
    mayHaveMissed = true;
    disconnect();
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
    failures += 1;
    if (!(await mayReconnect())) {
      setState('off');
      return;
    }
    // With jitter, so that not every open dashboard meets a restarted server at once.
    if (users > 0 && close === null) timer = setTimeout(connect, pause * (0.5 + Math.random() / 2));
  }

  function goOffline(): void {
    mayHaveMissed = true;
    disconnect();
    setState('offline');
  }

  return {
    /** Adds a user; the connection closes when the last one calls the returned function. */
    start(): () => void {
      users += 1;
      if (users === 1) {
        addEventListener('online', connect);
        addEventListener('offline', goOffline);
        connect();
      }
      let stopped = false;
      return () => {
        if (stopped) return;
        stopped = true;
        users -= 1;
        if (users > 0) return;
        removeEventListener('online', connect);
        removeEventListener('offline', goOffline);
        disconnect();
        failures = 0;
        mayHaveMissed = false;
        setState('off');
      };
    },
    /** Reconnects for another person. */
    renew(): void {
      if (users === 0) return;
      mayHaveMissed = true;
      connect();
    },
    getState: (): LiveState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
