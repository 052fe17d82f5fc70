import { listPasskeys } from '@cytocomm/contract';
import { ButtonLink, EmptyState, toast } from '@cytocomm/kit';
import { DatePicker, Panel } from '@cytocomm/kit/dashboard';
import { problemMessage, saveFrom, sendAsMe } from '@cytocomm/portal-api';
import { askConfirmation } from '@cytocomm/session';
import type { MouseEvent } from 'react';
import classes from './lists.module.css';

/** Properties of {@link NoSuchRecord}. */
export interface NoSuchRecordProps {
  readonly title: string;
  /** What one record is called: `user`. */
  readonly one: string;
  /** Leads to all of them: `All users`. */
  readonly all: string;
  readonly path: string;
}

/** An address below a list at which there is nothing. */
export function NoSuchRecord({ title, one, all, path }: NoSuchRecordProps) {
  return (
    <Panel title={title}>
      <EmptyState title={`There is no such ${one}.`} action={<ButtonLink to={path}>{all}</ButtonLink>}>
        The address may be cut off.
      </EmptyState>
    </Panel>
  );
}

/**
 * Follows a link to an export that may want a confirmation, for `onClick`: a download cannot ask by itself, so it is asked
 * before. Whoever does not confirm stays where they are.
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

/** The days of a list, those of UTC, `2026-11-23`; an empty text is no choice. */
export interface Days {
  readonly from: string;
  /** The last day, itself included. */
  readonly to: string;
}

/** The last day that has a next one which is written with four digits for its year, too. */
const LAST_DAY = '9999-12-30';

/** Returns a day that exists, or an empty text. */
export function dayOf(text: string | null): string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text) || text > LAST_DAY) return '';
  const moment = new Date(text);
  // The 30th of February is read as a day of March.
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
  return exists ? text : '';
}

/** Returns the moments that a query asks for by days. */
export function momentsOf({ from, to }: Days): { after?: string; before?: string } {
  return {
    ...(from !== '' && { after: from }),
    ...(to !== '' && { before: new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10) }),
  };
}

/** Properties of {@link DayFields}. */
export interface DayFieldsProps {
  readonly days: Days;
  readonly onChange: (changed: Partial<Days>) => void;
}

/** Said of a day that is half typed, or none. */
const UNREADABLE = 'Not a date that can be used: nothing is filtered by it.';

/** From which day to which a list goes. */
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
