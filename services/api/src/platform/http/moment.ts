import { invalidFields } from '../calls/problem.ts';

const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;

/** Returns the time of an ISO date. Throws 400 for a UTC year without four digits, which feeds and calendars cannot hold. */
export function momentOf(date: string, field: string): Date {
  const moment = new Date(date);
  const year = moment.getUTCFullYear();
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) {
    throw invalidFields([{ path: `body.${field}`, message: `a year from ${FIRST_YEAR} to ${LAST_YEAR}` }]);
  }
  return moment;
}
