/** Whether this process has found the mail server down. */
export interface Absence {
  /** Whether the mail server is known to be down. */
  isAway(): boolean;
  /** Records that a mail found no server. */
  noteAway(): void;
  /** Records that the server is up, and retries the mails that found none. */
  noteBack(): Promise<void>;
  /** Checks a server that is down; to be called every few seconds. */
  check(): Promise<void>;
}

/** What the watch of a mail server uses. */
export interface AbsenceOptions {
  /** Whether mails of an earlier process found no server. */
  readonly wasAway: () => Promise<boolean>;
  /** Rejects while the server is down. */
  readonly verify: () => Promise<void>;
  readonly hurry: () => Promise<void>;
}

/** Watches a mail server that was down, so that its mails are retried as soon as it is up. */
export function watchForMailServer({ wasAway, verify, hurry }: AbsenceOptions): Absence {
  /** Undefined until it is known of the time before this process. */
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
    isAway: () => isAway === true,
    noteAway: () => {
      isAway = true;
    },
    noteBack,
    check: async () => {
      const wasAwayBefore = isAway === undefined && (await wasAway());
      // A mail may have set it meanwhile.
      isAway ??= wasAwayBefore;
      if (!isAway) return;
      try {
        await verify();
      } catch {
        return;
      }
      await noteBack();
    },
  };
}
