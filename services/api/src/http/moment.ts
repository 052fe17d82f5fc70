import { invalidFields } from './problem.ts';

const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;

/** The moment that an ISO date in a body means. In UTC its year must have four digits, or no feed and no calendar could write it down: else 400. */
export function momentOf(date: string, field: string): Date {
  const moment = new Date(date);
  const year = moment.getUTCFullYear();
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) {
    throw invalidFields([{ path: `body.${field}`, message: `a year from ${FIRST_YEAR} to ${LAST_YEAR}` }]);
  }
  return moment;
}
