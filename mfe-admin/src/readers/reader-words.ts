import type { DocumentReaders } from '@cytocomm/contract';

const NAMES = { investor: ['investor', 'investors'], customer: ['customer', 'customers'] } as const;

const written = (count: number) => count.toLocaleString('en-US');

/** Returns `1 investor`, `14 customers`. */
export function readersIn(role: NonNullable<DocumentReaders['role']>, count: number): string {
  const [one, many] = NAMES[role];
  return `${written(count)} ${count === 1 ? one : many}`;
}

/** Returns how many of those for whom a document is have opened it; undefined for a public document. */
export function describeReaders({ role, people, opened, openedEarlier, more }: DocumentReaders): string | undefined {
  if (role === null) return undefined;
  if (people === 0) return `Nobody holds the role it is for: there are no ${NAMES[role][1]}.`;
  const earlier = openedEarlier === 0 ? '' : `, ${written(openedEarlier)} only an earlier version`;
  if (more) return `At least ${written(opened)} of more than ${readersIn(role, people)} have opened it${earlier}.`;
  return `${written(opened)} of ${readersIn(role, people)} ${people === 1 ? 'has' : 'have'} opened it${earlier}.`;
}
