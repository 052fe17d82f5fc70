import type { DocumentKind, WantedKind } from '@cytocomm/contract';
import { choicesIn } from './choices.ts';

const LABELS: Readonly<Record<DocumentKind, string>> = {
  'annual-report': 'Annual report',
  'half-year-report': 'Half-year report',
  presentation: 'Presentation',
  'cap-table': 'Cap table',
  minutes: 'Minutes',
  sop: 'SOP',
  note: 'Note',
  other: 'Other',
};

/** Each kind of document as people read it. */
export const DOCUMENT_KINDS = choicesIn(LABELS);

/** The kinds by which documents are found: those without one, too. */
export const WANTED_KINDS = choicesIn<WantedKind>({ ...LABELS, none: 'No kind' });

/** Returns a kind as people read it; one that a newer server knows by its own name, and an empty text for none. */
export const kindLabel = (kind: DocumentKind | undefined): string => (kind === undefined ? '' : (LABELS[kind] ?? kind));
