import acknowledgements from './acknowledgements.ts';
import alerts from './alerts.ts';
import audit from './audit.ts';
import auth from './auth.ts';
import bin from './bin.ts';
import contact from './contact.ts';
import documentReaders from './document-readers.ts';
import documentVersions from './document-versions.ts';
import documents from './documents.ts';
import events from './events.ts';
import groups from './groups.ts';
import localRemotes from './local-remotes.ts';
import mail from './mail.ts';
import notifications from './notifications.ts';
import operations from './operations.ts';
import passkeys from './passkeys.ts';
import pressReleaseEditing from './press-release-editing.ts';
import pressReleases from './press-releases.ts';
import releases from './releases.ts';
import remotes from './remotes.ts';
import reportMails from './report-mails.ts';
import search from './search.ts';
import userImport from './user-import.ts';
import users from './users.ts';

/** Every call of the API, by its domain. */
export const DOMAINS = {
  users,
  userImport,
  groups,
  auth,
  passkeys,
  pressReleases,
  pressReleaseEditing,
  documents,
  documentReaders,
  documentVersions,
  acknowledgements,
  reportMails,
  events,
  contact,
  alerts,
  mail,
  bin,
  search,
  notifications,
  audit,
  releases,
  remotes,
  localRemotes,
  operations,
};
