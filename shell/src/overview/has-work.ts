import type { RecordScope } from '../palette/offers.ts';

/** Whether something can wait for a person with these dashboards: so far only admins are asked to do something. */
export const hasWork = ({ entries }: Pick<RecordScope, 'entries'>): boolean =>
  entries.some(({ role }) => role === 'admin');
