const DAY_MS = 86_400_000;

/** The days of a list, those of UTC, `2026-11-23`; an empty text is no choice. */
export interface Days {
  readonly from: string;
  /** The last day, itself included. */
  readonly to: string;
}

/** The last day that has a next one which is written with four digits for its year, too. */
export const LAST_DAY = '9999-12-30';

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
