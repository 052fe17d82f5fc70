import { Button, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { problemMessage } from '@cytocomm/portal-api';
import { setUnderWay } from '@cytocomm/session';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { people } from './audience.ts';
import classes from './lists.module.css';

/** How many calls one press makes at most. */
const MAX_CALLS = 20;

/** What one call came to: how many people get a mail, and where to go on. */
interface MailedPart {
  readonly mailed: number;
  readonly next: string | null;
}

/** How a press ended. */
interface MailingEnd {
  readonly mailed: number;
  /** Whether people are left who were not looked at. */
  readonly more: boolean;
  readonly error?: unknown;
}

/** Mails the next people. */
type MailPart = (
  cursor: string | undefined,
) => Promise<{ readonly data: MailedPart | undefined; readonly error?: unknown }>;

/**
 * Mails many people, call after call, until it is stopped or done. The next run goes on where one stopped or failed. A reload and a logout ask first meanwhile; it stops when the panel is left.
 */
function useMailing(mail: MailPart) {
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

interface MailManyProps {
  readonly label: string;
  /** How its button looks; `primary` by default. */
  readonly variant?: 'primary' | 'secondary';
  readonly question: string;
  readonly confirmLabel: string;
  /** Counts whom it would reach, and returns that in a sentence; undefined when there is nothing to confirm. */
  readonly count: () => Promise<string | undefined>;
  readonly mail: MailPart;
  /** Called after each run. */
  readonly onEnd?: () => void;
  /** Said when everyone has had a mail already. */
  readonly noneLeft: string;
  /** Said before the reason when no mail went out. */
  readonly failed: string;
  /** What else is said before it is confirmed. */
  readonly children: ReactNode;
}

function tell({ mailed, more, error }: MailingEnd, { noneLeft, failed }: Pick<MailManyProps, 'noneLeft' | 'failed'>) {
  const reached = `${people(mailed)} will get a mail.`;
  const others = more ? ' There are more: go on with the others.' : '';
  if (error !== undefined) toast.error(`${mailed > 0 ? `Only ${reached}` : failed} ${problemMessage(error)}`);
  else if (mailed > 0) toast.success(`${reached}${others}`);
  else toast(more ? `No one so far.${others}` : noneLeft);
}

/** A button that mails many people: it asks first, stops a run under way, and goes on where a run stopped. */
export function MailMany(props: MailManyProps) {
  const { label, variant = 'primary', question, confirmLabel, count, mail, onEnd, children } = props;
  const [isCounting, setIsCounting] = useState(false);
  const [counted, setCounted] = useState<string>();
  const { run, stop, mailed, isStopping, more } = useMailing(mail);

  const ask = async () => {
    setIsCounting(true);
    setCounted(await count());
    setIsCounting(false);
  };
  const send = async () => {
    setCounted(undefined);
    tell(await run(), props);
    onEnd?.();
  };
  const isUnderWay = mailed !== undefined;
  const press = isUnderWay ? stop : () => void (more ? send() : ask());

  return (
    <div className={classes.mailing}>
      <Button
        size="small"
        variant={isUnderWay ? 'secondary' : variant}
        icon={isUnderWay ? undefined : 'mail'}
        busy={isCounting || isStopping}
        busyLabel={isStopping ? 'Stopping…' : 'Counting…'}
        onClick={press}
      >
        {isUnderWay ? 'Stop' : more ? 'Go on with the others' : label}
      </Button>
      <span role="status" className="tabular">
        {isUnderWay ? `Mails go to ${people(mailed)} so far…` : null}
      </span>
      <ConfirmDialog
        open={counted !== undefined}
        question={question}
        confirmLabel={confirmLabel}
        cancelLabel="Not now"
        onConfirm={() => void send()}
        onCancel={() => setCounted(undefined)}
      >
        <p>{counted}</p>
        {children}
      </ConfirmDialog>
    </div>
  );
}
