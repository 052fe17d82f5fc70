/** Listener of a stream of events. */
export interface StreamListener {
  /** Called when it opens, with whether events may have been missed since it was last open. */
  readonly onOpen: (hasMissed: boolean) => void;
  /** Called with the data of each event. */
  readonly onEvent: (data: string) => void;
  /** Called when it breaks; `isOver` when it is not retried. */
  readonly onBreak: (isOver: boolean) => void;
}

/** Opens a stream of this tab alone. Returns a function that closes it. */
function openOwn(address: string, { onOpen, onEvent, onBreak }: StreamListener): () => void {
  const source = new EventSource(address);
  // A stream that the browser resumes gets the missed events by Last-Event-ID.
  source.onopen = () => onOpen(false);
  source.onmessage = ({ data }) => onEvent(data);
  source.onerror = () => onBreak(source.readyState === EventSource.CLOSED);
  return () => source.close();
}

/** Messages between tabs about the stream that one of them holds. */
type StreamMessage =
  | { readonly kind: 'ask' | 'break' | 'connecting' }
  | { readonly kind: 'open'; readonly isNew: boolean }
  | { readonly kind: 'event'; readonly data: string };

function isMessage(news: unknown): news is StreamMessage {
  if (typeof news !== 'object' || news === null || !('kind' in news)) return false;
  if (news.kind === 'open') return 'isNew' in news && typeof news.isNew === 'boolean';
  if (news.kind === 'event') return 'data' in news && typeof news.data === 'string';
  return news.kind === 'ask' || news.kind === 'break' || news.kind === 'connecting';
}

/** How often a tab checks the one that holds the stream, in ms; without an answer by the next time it is frozen or hangs. */
export const ASK_EVERY_MS = 30_000;

/** Shares one stream among the tabs of a name; another tab takes over when its holder closes or stops answering. */
function openShared(address: string, name: string, { onOpen, onEvent, onBreak }: StreamListener): () => void {
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let closeOwn: (() => void) | null = null;
  let isOpen = false;
  let wasOpen = false;
  let isAnswered = true;
  const send = (news: StreamMessage) => channel.postMessage(news);
  const open = (isNew: boolean) => {
    onOpen(isNew && wasOpen);
    isOpen = true;
    wasOpen = true;
  };
  const breaks = (isOver: boolean) => {
    isOpen = false;
    onBreak(isOver);
  };
  channel.onmessage = ({ data: news }: MessageEvent<unknown>) => {
    if (!isMessage(news)) return;
    if (closeOwn !== null) {
      if (news.kind === 'ask') send(isOpen ? { kind: 'open', isNew: false } : { kind: 'connecting' });
      return;
    }
    if (news.kind !== 'ask') isAnswered = true;
    if (news.kind === 'open') open(news.isNew);
    else if (news.kind === 'event') onEvent(news.data);
    else if (news.kind === 'break') breaks(false);
  };
  const hold = () =>
    new Promise<void>((resolve) => {
      if (leaving.signal.aborted) return resolve();
      let isNew = true;
      const close = openOwn(address, {
        onOpen: () => {
          open(isNew);
          send({ kind: 'open', isNew });
          isNew = false;
        },
        onEvent: (data) => {
          send({ kind: 'event', data });
          onEvent(data);
        },
        onBreak: (isOver) => {
          send({ kind: 'break' });
          breaks(isOver);
        },
      });
      closeOwn = () => {
        close();
        closeOwn = null;
        resolve();
      };
    });
  /** Another tab has taken the stream over while this one hung. */
  const letGo = () => {
    closeOwn?.();
    open(true);
  };
  const wait = () => {
    navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => {
      // Rejected when this tab leaves first, and in browsers without working locks, where each tab has its own stream.
      if (closeOwn === null) return hold();
      letGo();
      wait();
    });
  };
  wait();
  send({ kind: 'ask' });
  const asking = setInterval(() => {
    if (closeOwn !== null) return;
    // Its queued request stays, for when the lock is stolen from it again.
    if (!isAnswered) navigator.locks.request(name, { steal: true }, hold).catch(letGo);
    isAnswered = false;
    send({ kind: 'ask' });
  }, ASK_EVERY_MS);
  return () => {
    clearInterval(asking);
    leaving.abort();
    closeOwn?.();
    channel.close();
  };
}

/**
 * Opens a stream of events, one for all tabs of a name: over HTTP/1.1 a browser has six connections, and each stream holds one.
 * Returns a function that closes it.
 */
export function openStream(address: string, name: string, listener: StreamListener): () => void {
  // Locks exist on secure pages only.
  const canShare = 'locks' in navigator && 'BroadcastChannel' in globalThis;
  return canShare ? openShared(address, name, listener) : openOwn(address, listener);
}
