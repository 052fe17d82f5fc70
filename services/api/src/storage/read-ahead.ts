/** The memory of a process for reading ahead of clients. */
export interface ReadAhead {
  /** Takes bytes as soon as they are free, in the order of the calls. */
  take(bytes: number): Promise<void>;
  /** Takes bytes if they are free and nobody waits. Returns whether it did. */
  takeAtOnce(bytes: number): boolean;
  giveBack(bytes: number): void;
  /** Returns how many bytes are taken. */
  taken(): number;
}

/** Creates a memory of `max` bytes, which is never exceeded: a larger request gets all of it, alone. */
export function createReadAhead(max: number): ReadAhead {
  const queue: { readonly bytes: number; readonly admit: () => void }[] = [];
  let free = max;

  function admit(): void {
    for (let [first] = queue; first !== undefined && first.bytes <= free; [first] = queue) {
      queue.shift();
      free -= first.bytes;
      first.admit();
    }
  }

  return {
    take: (bytes) =>
      new Promise((resolve) => {
        queue.push({ bytes: Math.min(bytes, max), admit: resolve });
        admit();
      }),
    takeAtOnce: (bytes) => {
      const size = Math.min(bytes, max);
      if (queue.length > 0 || size > free) return false;
      free -= size;
      return true;
    },
    giveBack: (bytes) => {
      free += Math.min(bytes, max);
      admit();
    },
    taken: () => max - free,
  };
}
