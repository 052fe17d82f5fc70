/** Turns at work that is costly: few at once, and one at a time for each person, so that no person has them all. */
export interface Turns {
  /**
   * Does the work when it is this person's turn, and resolves to its result; to undefined when that takes too long, or too many
   * wait already. Rejects as the work does.
   */
  take<Result>(person: string, work: () => Promise<Result>): Promise<Result | undefined>;
}

/** What turns are bounded by. */
export interface TurnBounds {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly mostWaitingOfPerson: number;
  readonly waitMs: number;
}

/** Turns, none of which is taken yet. */
export function createTurns({ atOnce, mostWaiting, mostWaitingOfPerson, waitMs }: TurnBounds): Turns {
  const line = new Set<{ readonly person: string; readonly begin: () => void }>();
  const atWork = new Set<string>();

  function admit(): void {
    for (const waiting of line) {
      if (atWork.size >= atOnce) return;
      if (atWork.has(waiting.person)) continue;
      line.delete(waiting);
      atWork.add(waiting.person);
      waiting.begin();
    }
  }

  function turnOf(person: string): Promise<boolean> {
    const own = [...line].filter((waiting) => waiting.person === person).length;
    if (line.size >= mostWaiting || own >= mostWaitingOfPerson) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        line.delete(waiting);
        resolve(false);
      }, waitMs);
      timer.unref();
      const waiting = {
        person,
        begin: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      line.add(waiting);
      admit();
    });
  }

  return {
    take: async (person, work) => {
      if (!(await turnOf(person))) return undefined;
      try {
        return await work();
      } finally {
        atWork.delete(person);
        admit();
      }
    },
  };
}
