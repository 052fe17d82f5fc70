/** Memory for what is read from the database before a client takes it, shared by all readers of a process. */
export interface ReadAhead {
  /** Takes this many bytes as soon as they are free; who asks first is served first. */
  take(bytes: number): Promise<void>;
  /** Takes them if they are free and nobody waits for them. */
  takeAtOnce(bytes: number): boolean;
  giveBack(bytes: number): void;
  /** How many bytes are taken. */
  taken(): number;
}

/** Memory of this many bytes. It is never exceeded: who wants more than there is gets all of it, alone. */
export function createReadAhead(most: number): ReadAhead {
  const line: { readonly bytes: number; readonly admit: () => void }[] = [];
  let free = most;

  function admit(): void {
    for (let [first] = line; first !== undefined && first.bytes <= free; [first] = line) {
      line.shift();
      free -= first.bytes;
      first.admit();
    }
  }

  return {
    take: (bytes) =>
      new Promise((resolve) => {
        line.push({ bytes: Math.min(bytes, most), admit: resolve });
        admit();
      }),
    takeAtOnce: (bytes) => {
      const wanted = Math.min(bytes, most);
      if (line.length > 0 || wanted > free) return false;
      free -= wanted;
      return true;
    },
    giveBack: (bytes) => {
      free += Math.min(bytes, most);
      admit();
    },
    taken: () => most - free,
  };
}
