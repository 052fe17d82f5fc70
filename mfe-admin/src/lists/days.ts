const DAY_MS = 86_400_000;

/** The days of a list, those of UTC, `2026-11-23`; an empty text is no choice. */
export interface Days {
  readonly from: string;
  /** The last day, itself included. */
  readonly to: string;
}

/** Returns a day that exists, or an empty text. */
export function dayOf(text: string | null): string {
  const isDay = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay ? text : '';
}

/** Returns the moments that a query asks for by days. */
export function momentsOf({ from, to }: Days): { after?: string; before?: string } {
  return {
    ...(from !== '' && { after: from }),
    ...(to !== '' && { before: new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10) }),
  };
}
