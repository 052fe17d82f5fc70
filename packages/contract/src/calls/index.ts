// Written by `npm run api` from the domains.

export * from './users.ts';
export * from './user-import.ts';
export * from './groups.ts';
export * from './auth.ts';
export * from './passkeys.ts';
export * from './press-releases.ts';
export * from './press-release-editing.ts';
export * from './documents.ts';
export * from './document-readers.ts';
export * from './document-versions.ts';
export * from './acknowledgements.ts';
export * from './report-mails.ts';
export * from './events.ts';
export * from './contact.ts';
export * from './alerts.ts';
export * from './mail.ts';
export * from './bin.ts';
export * from './search.ts';
export * from './notifications.ts';
export * from './audit.ts';
export * from './releases.ts';
export * from './remotes.ts';
export * from './local-remotes.ts';
export * from './operations.ts';
