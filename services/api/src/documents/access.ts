import type { Visibility } from '@cytocomm/contract';
import type { Principal } from '../http/access.ts';

/** Returns the visibilities a user may read: visitors public ones, investors and customers theirs, too, admins all. */
export function readable(person: Principal | null): readonly Visibility[] {
  const holds = (role: 'admin' | 'investor' | 'customer') => person?.roles.includes(role) === true;
  const admin = holds('admin');
  return [
    'public',
    ...(admin || holds('investor') ? (['investor'] as const) : []),
    ...(admin || holds('customer') ? (['customer'] as const) : []),
  ];
}

/** The visibilities of reports. */
export const REPORTS: readonly Visibility[] = ['public', 'investor'];
