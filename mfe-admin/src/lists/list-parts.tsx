import { listPasskeys, RETENTION } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { ButtonLink, EmptyState, toast } from '@cytocomm/kit';
import { DatePicker, Panel } from '@cytocomm/kit/dashboard';
import { problemMessage, saveFrom, sendAsMe } from '@cytocomm/portal-api';
import { askConfirmation } from '@cytocomm/session';
import type { MouseEvent } from 'react';
import classes from './lists.module.css';

interface NoSuchRecordProps {
  readonly title: string;
  /** What one record is called: `user`. */
  readonly one: string;
  /** Leads to all of them: `All users`. */
  readonly all: string;
  readonly path: string;
}

/** Shown at an address below a list where no record is. */
export function NoSuchRecord({ title, one, all, path }: NoSuchRecordProps) {
  return (
    <Panel title={title}>
      <EmptyState title={`There is no such ${one}.`} action={<ButtonLink to={path}>{all}</ButtonLink>}>
        The address may be cut off.
      </EmptyState>
    </Panel>
  );
}

/** Says in a toast what was done, with Undo where it can be taken back. */
export function showDone(words: string, undo?: () => void): void {
  const run = () => {
    toast.dismiss(toastId);
    undo?.();
  };
  const toastId = toast.success(words, undo && { action: { label: 'Undo', run } });
}

/** Whether what was asked for does not exist. */
export const isNotFound = (error: unknown): boolean => isApiProblem(error) && error.status === 404;

/** Shown at the address of a document that does not exist. */
export function NoSuchDocument({ path }: Pick<NoSuchRecordProps, 'path'>) {
  return (
    <EmptyState title="There is no such document." action={<ButtonLink to={path}>All documents</ButtonLink>}>
      It may have been deleted: the bin keeps it for {RETENTION.binDays} days.
    </EmptyState>
  );
}

/**
 * Follows a link to an export, for `onClick`. A download cannot ask for a confirmation by itself, so it is asked for before;
 * without it nothing happens.
 */
export function confirmExport(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const { pathname, search } = event.currentTarget;
  void follow(`${pathname}${search}`);
}

async function follow(address: string): Promise<void> {
  const { data, error } = await sendAsMe(listPasskeys, {});
  if (error) {
    toast.error(problemMessage(error));
    return;
  }
  if (data.toConfirm.includes('exports') && !(await askConfirmation())) return;
  saveFrom(address);
}

const DAY_MS = 86_400_000;

/** Days in UTC, `2026-11-23`, between which a list is shown; an empty text is no choice. */
export interface Days {
  readonly from: string;
  /** The last day, inclusive. */
  readonly to: string;
}

/** The last day whose next one also has a year of four digits. */
const LAST_DAY = '9999-12-30';

/** Returns `text` if it is a day of the calendar; else an empty text. */
export function dayOf(text: string | null): string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text) || text > LAST_DAY) return '';
  const moment = new Date(text);
  // The 30th of February is read as a day of March.
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
  return exists ? text : '';
}

/** Returns the fields of a query that limit it to `days`. */
export function momentsOf({ from, to }: Days): { after?: string; before?: string } {
  return {
    ...(from !== '' && { after: from }),
    ...(to !== '' && { before: new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10) }),
  };
}

interface DayFieldsProps {
  readonly days: Days;
  readonly onChange: (changed: Partial<Days>) => void;
}

const UNREADABLE = 'Not a date that can be used: nothing is filtered by it.';

/** The fields of the first and the last day of a list. */
export function DayFields({ days: { from, to }, onChange }: DayFieldsProps) {
  return (
    <>
      <DatePicker
        label="From day (UTC)"
        zone="UTC"
        max={LAST_DAY}
        value={from}
        unreadable={UNREADABLE}
        className={classes.choice}
        onChange={(day) => day !== from && onChange({ from: day })}
      />
      <DatePicker
        label="To day (UTC)"
        zone="UTC"
        max={LAST_DAY}
        value={to}
        unreadable={UNREADABLE}
        className={classes.choice}
        onChange={(day) => day !== to && onChange({ to: day })}
      />
    </>
  );
}
