import type { DocumentReaders } from '@cytocomm/contract';

const NAMES = { investor: ['investor', 'investors'], customer: ['customer', 'customers'] } as const;

const written = (count: number) => count.toLocaleString('en-US');

/** Returns `1 investor who may read it`, `14 customers who may read it`: not all are in the groups that a document may have. */
export function readersIn(role: NonNullable<DocumentReaders['role']>, count: number): string {
  const [one, many] = NAMES[role];
  return `${written(count)} ${count === 1 ? one : many} who may read it`;
}

/** Returns how many of those for whom a document is have opened it; undefined for a public document. */
export function describeReaders({ role, people, opened, openedEarlier, more }: DocumentReaders): string | undefined {
  if (role === null) return undefined;
  if (people === 0) return 'Nobody is to read it yet.';
  const earlier = openedEarlier === 0 ? '' : `, ${written(openedEarlier)} only an earlier version`;
  if (more) return `At least ${written(opened)} of more than ${readersIn(role, people)} have opened it${earlier}.`;
  return `${written(opened)} of ${readersIn(role, people)} ${people === 1 ? 'has' : 'have'} opened it${earlier}.`;
}
