/** Returns the day of an event's date, `2026-11-20`: events are on days in UTC, the same for everybody. */
export const eventDay = (date: string): string => new Date(date).toISOString().slice(0, 10);
