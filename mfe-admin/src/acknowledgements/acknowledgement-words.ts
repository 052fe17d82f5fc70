import type { DocumentReaders } from '@cytocomm/contract';
import { readersIn } from '../readers/reader-words.ts';

const LEAD = 'When the file is replaced, everybody is asked again.';

/** Returns how many of those for whom a document is have acknowledged it, and what that is; the latter alone while it is not known. */
export function describeAcknowledged(readers: DocumentReaders | undefined): string {
  if (readers?.role == null || readers.acknowledged === undefined) return LEAD;
  const { acknowledged, people, more, role } = readers;
  if (people === 0) return `Nobody is to read it yet. ${LEAD}`;
  const has = people === 1 ? 'has' : 'have';
  const count = acknowledged.toLocaleString('en-US');
  const sentence = more
    ? `At least ${count} of more than ${readersIn(role, people)} have acknowledged it.`
    : `${count} of ${readersIn(role, people)} ${has} acknowledged it.`;
  return `${sentence} ${LEAD}`;
}
