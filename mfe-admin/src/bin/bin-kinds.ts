import type { BinKind } from '@cytocomm/contract';
import { choiceNamed, choicesIn, useListState } from '@cytocomm/portal-api';

/** What is in the bin, by its kind, in words for people. */
export const BIN_KINDS: Readonly<Record<BinKind, string>> = {
  user: 'Person',
  document: 'Document',
  'press-release': 'Press release',
  event: 'Event',
};

/** The kinds to choose from. */
export const KIND_CHOICES = choicesIn<BinKind>(BIN_KINDS);

/** What of the bin is shown, as the address holds it. */
interface BinListState {
  readonly kind: BinKind | undefined;
}

const read = (fields: URLSearchParams): BinListState => ({ kind: choiceNamed(KIND_CHOICES, fields.get('kind')) });
const write = ({ kind }: BinListState) => ({ kind: kind ?? '' });

/** Returns what of the bin is shown, and what changes it. */
export const useBinListState = () => useListState({ read, write });
