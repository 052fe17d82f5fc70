import type { Visibility } from '@cytocomm/contract';
import type { Principal } from '../http/access.ts';

/** What somebody may read: visitors what is public, investors and customers their own besides, admins everything. */
export function readable(person: Principal | null): readonly Visibility[] {
  const holds = (role: 'admin' | 'investor' | 'customer') => person?.roles.includes(role) === true;
  const admin = holds('admin');
  return [
    'public',
    ...(admin || holds('investor') ? (['investor'] as const) : []),
    ...(admin || holds('customer') ? (['customer'] as const) : []),
  ];
}

/** What counts as a report: everything an investor may read. */
export const REPORTS: readonly Visibility[] = ['public', 'investor'];
