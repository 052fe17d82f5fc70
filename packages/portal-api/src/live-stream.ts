/** Who is told of a stream of events. */
export interface StreamListener {
  /** Called with whether events may have been missed since it was open before. */
  readonly onOpen: (hasMissed: boolean) => void;
  /** Called with the data of each event. */
  readonly onEvent: (data: string) => void;
  /** Called when it broke; `isOver` when nobody makes it again. */
  readonly onBreak: (isOver: boolean) => void;
}

/** Opens a stream of this tab alone. Returns what closes it. */
function openOwn(address: string, { onOpen, onEvent, onBreak }: StreamListener): () => void {
  const source = new EventSource(address);
  // What the browser itself resumes brings by Last-Event-ID what happened meanwhile.
  source.onopen = () => onOpen(false);
  source.onmessage = ({ data }) => onEvent(data);
  source.onerror = () => onBreak(source.readyState === EventSource.CLOSED);
  return () => source.close();
}

/** What tabs tell each other of a stream that one of them holds. */
type StreamNews =
  | { readonly kind: 'ask' | 'break' | 'connecting' }
  | { readonly kind: 'open'; readonly isNew: boolean }
  | { readonly kind: 'event'; readonly data: string };

function isNews(news: unknown): news is StreamNews {
  if (typeof news !== 'object' || news === null || !('kind' in news)) return false;
  if (news.kind === 'open') return 'isNew' in news && typeof news.isNew === 'boolean';
  if (news.kind === 'event') return 'data' in news && typeof news.data === 'string';
  return news.kind === 'ask' || news.kind === 'break' || news.kind === 'connecting';
}

/** How often a tab asks the one that holds the stream, in ms; one that has not answered by the next time is frozen or hangs. */
export const ASK_EVERY_MS = 30_000;

/** Follows the stream that the first of the tabs with this name holds; another takes over when it closes or no longer answers. */
function openShared(address: string, name: string, { onOpen, onEvent, onBreak }: StreamListener): () => void {
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let closeOwn: (() => void) | null = null;
  let isOpen = false;
  let wasOpen = false;
  let isAnswered = true;
  const tell = (news: StreamNews) => channel.postMessage(news);
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
    if (!isNews(news)) return;
    if (closeOwn !== null) {
      if (news.kind === 'ask') tell(isOpen ? { kind: 'open', isNew: false } : { kind: 'connecting' });
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
          tell({ kind: 'open', isNew });
          isNew = false;
        },
        onEvent: (data) => {
          tell({ kind: 'event', data });
          onEvent(data);
        },
        onBreak: (isOver) => {
          tell({ kind: 'break' });
          breaks(isOver);
        },
      });
      closeOwn = () => {
        close();
        closeOwn = null;
        resolve();
      };
    });
  /** Another tab holds it now: this one has hung meanwhile. */
  const letGo = () => {
    closeOwn?.();
    open(true);
  };
  const wait = () => {
    navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => {
      // It is refused when this tab leaves before its turn has come, and where a browser gives no locks: each tab has its own then.
      if (closeOwn === null) return hold();
      letGo();
      wait();
    });
  };
  wait();
  tell({ kind: 'ask' });
  const asking = setInterval(() => {
    if (closeOwn !== null) return;
    // Its own turn stays in the line, for when the lock is taken from it again.
    if (!isAnswered) navigator.locks.request(name, { steal: true }, hold).catch(letGo);
    isAnswered = false;
    tell({ kind: 'ask' });
  }, ASK_EVERY_MS);
  return () => {
    clearInterval(asking);
    leaving.abort();
    closeOwn?.();
    channel.close();
  };
}

/**
 * Opens a stream of events, one for all tabs with the same name: over HTTP/1.1 a browser has six connections, and each of its
 * own would keep one. Returns what closes it.
 */
export function openStream(address: string, name: string, listener: StreamListener): () => void {
  // Browsers have locks on secure pages alone.
  const canShare = 'locks' in navigator && 'BroadcastChannel' in globalThis;
  return canShare ? openShared(address, name, listener) : openOwn(address, listener);
}
