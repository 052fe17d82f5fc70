import { setUnderWay } from '@cytocomm/session';
import { useEffect, useId, useRef, useState } from 'react';

/** How many calls one press makes at most. */
const MAX_CALLS = 20;

/** What one call came to: how many people get a mail, and where to go on. */
interface MailedPart {
  readonly mailed: number;
  readonly next: string | null;
}

/** How a press ended. */
export interface MailingEnd {
  readonly mailed: number;
  /** Whether people are left who were not looked at. */
  readonly more: boolean;
  readonly error?: unknown;
}

/** Mails the next people. */
export type MailPart = (
  cursor: string | undefined,
) => Promise<{ readonly data: MailedPart | undefined; readonly error?: unknown }>;

/**
 * Returns what mails many people, call after call, how far it is, and what stops it before the next call. The next run goes on where
 * one stopped or failed. A reload and a logout ask first meanwhile; it stops when the panel is left.
 */
export function useMailing(mail: MailPart) {
  const [mailed, setMailed] = useState<number>();
  const [isStopping, setIsStopping] = useState(false);
  const [next, setNext] = useState<string | null>(null);
  const isStopped = useRef(false);
  const name = `mailing ${useId()}`;
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  const run = async (): Promise<MailingEnd> => {
    isStopped.current = false;
    setUnderWay(name, true);
    setMailed(0);
    let cursor = next;
    let sum = 0;
    let error: unknown;
    for (let calls = 0; calls < MAX_CALLS && !isStopped.current; calls += 1) {
      const answer = await mail(cursor ?? undefined);
      if (answer.data === undefined) {
        error = answer.error;
        break;
      }
      sum += answer.data.mailed;
      cursor = answer.data.next;
      setMailed(sum);
      if (cursor === null) break;
    }
    setUnderWay(name, false);
    setMailed(undefined);
    setIsStopping(false);
    setNext(cursor);
    return { mailed: sum, more: cursor !== null, error };
  };

  return {
    run,
    stop: () => {
      isStopped.current = true;
      setIsStopping(true);
    },
    /** How many people get a mail so far; undefined while none are mailed. */
    mailed,
    isStopping,
    /** Whether a run stopped before all were looked at. */
    more: next !== null,
  };
}
