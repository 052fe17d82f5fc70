import type { RecordScope } from '../palette/offers.ts';

/** Those of whom something is asked: drafts, approvals and failed mails, or refused releases and failures. */
const WORKING = ['admin', 'developer'];

/** Whether something can wait for a person with these dashboards. */
export const hasWork = ({ entries }: Pick<RecordScope, 'entries'>): boolean =>
  entries.some(({ role }) => WORKING.includes(role));
