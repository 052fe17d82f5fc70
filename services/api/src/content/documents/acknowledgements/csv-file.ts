import type { DocumentAcknowledgement } from '@cytocomm/contract';

/** What a file for a spreadsheet has of each acknowledgement. */
export const ACKNOWLEDGEMENTS_CSV = {
  name: 'acknowledgements.csv',
  columns: ['who', 'nameGiven', 'when', 'document', 'revision', 'validFrom', 'file', 'version', 'sha256', 'current'],
  lineOf: ({ email, name, acknowledgedAt, title, fileName, version, sha256, ...more }: DocumentAcknowledgement) => [
    ...[email, name, acknowledgedAt, title, more.revision ?? '', more.validFrom ?? '', fileName, String(version)],
    ...[sha256, more.isCurrent ? 'yes' : 'no'],
  ],
  action: 'document.acknowledgements-exported',
} as const;
