/** How many grants of the larger part are read into at once; by its turn a network of many readers is known as one. */
const MAX_READS = 8;
/** How many readers a network may have at once in the larger part. */
const MAX_READERS = 4;
/** How long a network that left what was read for it has the smaller part, in ms. */
const STALLED_TTL_MS = 60_000;
/** How many such networks are remembered. */
const MAX_STALLED = 10_000;
/** How many readers of a network may leave early in that time: readers of PDFs do, and go on by ranges. */
const MAX_EARLY_ENDS = 8;

/** Memory to read into; further calls of each do nothing. */
export interface Grant {
  /** Notes that what is read is there. */
  arrived(): void;
  /** Releases the memory. */
  giveBack(): void;
}

/** The share that a reader has of the memory. */
export interface ReaderShare {
  /** Takes bytes as soon as they are free, the networks in turn; of 0 bytes it is the turn alone. Rejects once `signal` is aborted. */
  take(bytes: number, signal?: AbortSignal): Promise<Grant>;
  /** Takes bytes if the network may have them now; undefined if not. */
  takeAtOnce(bytes: number): Grant | undefined;
  /** Notes that the client left what was read for it. */
  noteStalled(): void;
  /** Notes that the client left before the end. */
  noteLeft(): void;
  /** Ends the reader; further calls do nothing. */
  close(): void;
}

/** The memory of a process for reading ahead of clients, shared by their networks. */
export interface ReadAhead {
  /** Adds a reader of a network. */
  open(network: string): ReaderShare;
  /** Returns how many bytes are taken. */
  taken(): number;
}

/** A part of the memory. */
interface Part {
  readonly max: number;
  /** How many grants are read into at once. */
  readonly maxReads: number;
  free: number;
  reads: number;
}

interface Waiter {
  readonly bytes: number;
  readonly admit: (grant: Grant) => void;
}

/** Returns a function that does something once. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

function addTo(counts: Map<string, number>, key: string, more: number): void {
  const total = (counts.get(key) ?? 0) + more;
  if (total > 0) counts.set(key, total);
  else counts.delete(key);
}

/** Remembers a value as the newest, and forgets the oldest of too many. */
function remember<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key);
  values.set(key, value);
  const oldest = values.keys().next().value;
  if (values.size > MAX_STALLED && oldest !== undefined) values.delete(oldest);
}

/**
 * Creates a memory of two parts, neither of which is exceeded: `max` bytes, and `maxCrowd` for networks with many readers, or whose
 * readers left what was read for them in the last minute. For those one grant is read into at a time, so that database and process
 * have time for the others. In each part, a network has at most as much as it leaves free. A request for more than a part gets all
 * of it.
 */
export function createReadAhead(max: number, maxCrowd: number): ReadAhead {
  const main: Part = { max, maxReads: MAX_READS, free: max, reads: 0 };
  const crowd: Part = { max: maxCrowd, maxReads: 1, free: maxCrowd, reads: 0 };
  /** By network, the next one's turn first. */
  const queue = new Map<string, Waiter[]>();
  const heldBy = new Map<string, number>();
  const readersOf = new Map<string, number>();
  const stalledAt = new Map<string, number>();
  const earlyEnds = new Map<string, { readonly since: number; readonly count: number }>();

  function partOf(network: string): Part {
    const at = stalledAt.get(network);
    const hasStalled = at !== undefined && performance.now() - at < STALLED_TTL_MS;
    return hasStalled || (readersOf.get(network) ?? 0) > MAX_READERS ? crowd : main;
  }

  function takeAtOnce(network: string, bytes: number): Grant | undefined {
    const part = partOf(network);
    const size = Math.min(bytes, part.max);
    const own = heldBy.get(network) ?? 0;
    if (part.reads >= part.maxReads || size > part.free || (size > 0 && own > 0 && own + size > part.free))
      return undefined;
    part.free -= size;
    part.reads += 1;
    addTo(heldBy, network, size);
    return {
      arrived: once(() => {
        part.reads -= 1;
        admit();
      }),
      giveBack: once(() => {
        part.free += size;
        addTo(heldBy, network, -size);
        admit();
      }),
    };
  }

  /** Admits one reader of each network, round by round. */
  function admit(): void {
    for (const [network, waiters] of queue) {
      const [first, ...others] = waiters;
      const grant = first && takeAtOnce(network, first.bytes);
      if (first === undefined || grant === undefined) continue;
      queue.delete(network);
      // At the end, where this loop comes to it again.
      if (others.length > 0) queue.set(network, others);
      first.admit(grant);
    }
  }

  function leaveQueue(network: string, waiter: Waiter): void {
    const others = (queue.get(network) ?? []).filter((each) => each !== waiter);
    if (others.length > 0) queue.set(network, others);
    else queue.delete(network);
  }

  function noteStalled(network: string): void {
    remember(stalledAt, network, performance.now());
  }

  function noteLeft(network: string): void {
    const now = performance.now();
    const before = earlyEnds.get(network);
    const ends = before !== undefined && now - before.since < STALLED_TTL_MS ? before : { since: now, count: 0 };
    remember(earlyEnds, network, { ...ends, count: ends.count + 1 });
    if (ends.count >= MAX_EARLY_ENDS) noteStalled(network);
  }

  return {
    open: (network) => {
      addTo(readersOf, network, 1);
      return {
        take: (bytes, signal) =>
          new Promise((resolve, reject) => {
            const before = queue.get(network);
            const grant = before === undefined ? takeAtOnce(network, bytes) : undefined;
            if (grant !== undefined) return resolve(grant);
            const waiter = { bytes, admit: resolve };
            queue.set(network, [...(before ?? []), waiter]);
            signal?.addEventListener('abort', () => {
              leaveQueue(network, waiter);
              reject(signal.reason);
            });
          }),
        takeAtOnce: (bytes) => takeAtOnce(network, bytes),
        noteStalled: () => noteStalled(network),
        noteLeft: () => noteLeft(network),
        close: once(() => addTo(readersOf, network, -1)),
      };
    },
    taken: () => main.max - main.free + crowd.max - crowd.free,
  };
}
