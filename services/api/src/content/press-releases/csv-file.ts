import type { AdminPressRelease } from '@cytocomm/contract';

/** What a file for a spreadsheet has of each press release: all but its text. */
export const RELEASES_CSV = {
  name: 'press-releases.csv',
  columns: ['title', 'status', 'appears', 'for', 'author', 'created', 'changed', 'changedBy', 'mailed', 'groups'],
  lineOf: (release: AdminPressRelease) => [
    ...[release.title, release.status, release.date ?? '', release.target.join(' '), release.author],
    ...[release.createdAt, release.updatedAt, release.changedBy ?? '', String(release.recipients)],
    (release.groups ?? []).join(';'),
  ],
  action: 'press-release.exported',
} as const;
