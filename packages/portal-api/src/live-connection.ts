import { openStream } from './live-stream.ts';

/** `off`: not asked for. `reconnecting`: the connection broke and is being made again. `offline`: the device has none. */
export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting' | 'offline';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** What a live connection needs of its page. */
export interface LiveConnectionOptions {
  /** The address of the event stream. */
  readonly address: string;
  /** Names those for whom it is: tabs of the same share it. */
  readonly sharedBy: () => string;
  /** Called with the data of each event. */
  readonly onEvent: (data: string) => void;
  /** Called when events may have been missed: everything has to be read again. */
  readonly onMissedEvents: () => void;
  /** Resolves to false when nobody is signed in any more: then there is nothing to reconnect for. */
  readonly mayReconnect: () => Promise<boolean>;
}

/** Creates a connection to a stream of events: open while somebody uses it, made again after a pause when it breaks. */
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
        // A new connection knows nothing of what happened before it.
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

  /** The server refused the stream: because the session is over, or because it is in trouble and wants a pause. */
  async function reconnect(): Promise<void> {
    mayHaveMissed = true;
    disconnect();
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
    failures += 1;
    if (!(await mayReconnect())) {
      setState('off');
      return;
    }
    // Spread over time, so that a restarted server is not met by every open dashboard at once.
    if (users > 0 && close === null) timer = setTimeout(connect, pause * (0.5 + Math.random() / 2));
  }

  function goOffline(): void {
    mayHaveMissed = true;
    disconnect();
    setState('offline');
  }

  return {
    /** Connects for one user more; the connection closes when the last of them calls the returned function. */
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
    /** Connects anew: for somebody else than before. */
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
