/** Whether the mail server is away, as far as this process knows. */
export interface Absence {
  /** A mail found no server. */
  noteAway(): void;
  /** A mail was taken, or the server answered: what waits because of its absence is hurried. */
  noteBack(): Promise<void>;
  /** Asks the server, if it is away; to be called every few seconds. Does not reject while it stays away. */
  look(): Promise<void>;
}

/** What watching the mail server takes. */
export interface AbsenceParts {
  /** Whether rows of an earlier process wait for the server. */
  readonly wasAway: () => Promise<boolean>;
  /** Rejects while the server is away. */
  readonly ask: () => Promise<void>;
  readonly hurry: () => Promise<void>;
}

/** Watches a mail server from the first mail that did not find it, so that nobody waits for a pause that has lost its reason. */
export function watchForMailServer({ wasAway, ask, hurry }: AbsenceParts): Absence {
  let isAway: boolean | undefined;

  async function noteBack(): Promise<void> {
    if (isAway !== true) return;
    isAway = false;
    try {
      await hurry();
    } catch (error) {
      isAway = true;
      throw error;
    }
  }

  return {
    noteAway: () => {
      isAway = true;
    },
    noteBack,
    look: async () => {
      const found = isAway === undefined && (await wasAway());
      // A mail may have found it away meanwhile.
      isAway ??= found;
      if (!isAway) return;
      try {
        await ask();
      } catch {
        return;
      }
      await noteBack();
    },
  };
}
