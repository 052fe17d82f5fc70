import { DOCUMENT_KIND_LABELS, type DocumentKind, type WantedKind } from '@cytocomm/contract';
import { choicesIn } from './choices.ts';

/** Each kind of document as people read it. */
export const DOCUMENT_KINDS = choicesIn(DOCUMENT_KIND_LABELS);

/** The kinds by which documents are found: those without one, too. */
export const WANTED_KINDS = choicesIn<WantedKind>({ ...DOCUMENT_KIND_LABELS, none: 'No kind' });

/** Returns a kind as people read it; one that a newer server knows by its own name, and an empty text for none. */
export const kindLabel = (kind: DocumentKind | undefined): string =>
  kind === undefined ? '' : (DOCUMENT_KIND_LABELS[kind] ?? kind);
