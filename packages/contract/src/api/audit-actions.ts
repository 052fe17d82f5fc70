// Apart from the schemas, so that a page that only shows the words does not load a schema library.

/** Everything the audit trail knows to have happened; a domain adds its own here. */
export const AUDIT_ACTIONS = {
  'sign-in.refused': 'got no sign-in link',
  'sign-in.link-sent': 'was sent a sign-in link',
  'sign-in.mail-failed': 'could not be sent a sign-in link',
  'sign-in.failed': 'tried a link or code that did not work',
  'sign-in.codes-locked': 'may sign in by link only for a while: too many wrong codes were tried',
  'sign-in.completed': 'signed in',
  'default-role.changed': 'changed the role their dashboard opens with',
  'session.ended': 'signed out',
  'session.revoked': 'signed a device out',
  'session.all-ended': 'signed out everywhere',
  'access.refused': 'was refused by role',
  'access.foreign-origin': 'called from a page of another site, and was refused',
  'limit.reached': 'called too often, and was refused',
  'user.added': 'added a person',
  'user.renamed': 'called a person by another name',
  'user.invited': 'sent an invitation again',
  'user.deleted': 'deleted a person',
  'user.restored': 'took a person back out of the bin',
  'user.imported': 'imported people from a file',
  'audit.exported': 'took out the audit trail',
  'user.exported': 'took out the list of people',
  'person.erased': 'erased a person',
  'person.exported': 'took out what is held on a person',
  'role.enabled': 'gave a role',
  'role.removed': 'took a role',
  'calendar-link.issued': 'made a private calendar address',
  'calendar-link.revoked': 'revoked a private calendar address',
  'alert-preferences.changed': 'chose which mails to get',
  'mail.retried': 'sent a mail again',
  'document.uploaded': 'uploaded a document',
  'document.deleted': 'deleted a document',
  'document.restored': 'took a document back out of the bin',
  'press-release.created': 'wrote a press release',
  'press-release.changed': 'changed a press release',
  'press-release.deleted': 'deleted a press release',
  'press-release.restored': 'took a press release back out of the bin',
  'event.created': 'added an event',
  'event.changed': 'changed an event',
  'event.deleted': 'deleted an event',
  'event.restored': 'took an event back out of the bin',
  'bin.deleted': 'deleted something in the bin for good',
  'release.published': 'published a release',
  'release.refused': 'sent a release that was refused',
  'lock.promoted': 'promoted releases',
  'lock.rolled-back': 'rolled back',
  'lock.refused': 'wanted to change what is live, and was refused',
  'canary.started': 'started a canary',
  'canary.promoted': 'promoted a canary',
  'canary.stopped': 'stopped a canary',
  'remote.changed': 'changed what a remote may claim',
  'remote.switched-off': 'switched a remote off',
  'remote.switched-on': 'switched a remote on',
  'local-remote.allowed': 'let their browser load a remote from their own machine',
  'local-remote.stopped': 'stopped loading a remote from their own machine',
  'team-token.made': 'made a team token',
  'team-token.revoked': 'revoked a team token',
} as const;

/** Something the audit trail records. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Whether an entry of this action without an actor was made at the command line. Others without one are the person's own, such as signing in. */
export function isOperatorsAction(action: string): boolean {
  return /^(user|role|person|release|lock|canary|remote|team-token)\./.test(action);
}
