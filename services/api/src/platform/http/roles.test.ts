import {
  acknowledgeDocument,
  addEvent,
  addPasskey,
  addUser,
  allowLocalRemote,
  approvePressRelease,
  askForApproval,
  beginCompanySignIn,
  beginConfirmation,
  beginPasskey,
  beginSecondFactor,
  builtInRoleSchema,
  CALL_SPECS,
  type Call,
  changeDocument,
  changeEvent,
  changePressRelease,
  changeRemote,
  changeUserGroup,
  changeUserRole,
  checkLink,
  chooseAlertPreferences,
  completeCompanySignIn,
  completeSignIn,
  confirmAlerts,
  confirmPerson,
  countAlertAudience,
  countDocumentReaders,
  countReaders,
  createCalendarLink,
  createRecoveryCodes,
  declinePressRelease,
  deleteDocument,
  deleteDocumentVersion,
  deleteEvent,
  deleteFromBin,
  deletePressRelease,
  deleteUser,
  discardPressReleaseText,
  documentSchema,
  endUserSessions,
  exportAcknowledgements,
  exportAudit,
  exportDocumentAccesses,
  exportDocuments,
  exportEvents,
  exportMails,
  exportPersonAccesses,
  exportPressReleases,
  exportUsers,
  fitLocalRemote,
  giveSecondFactor,
  importUsers,
  inviteUsers,
  listAcknowledgements,
  listAllEvents,
  listAllPressReleases,
  listAudit,
  listBin,
  listDevices,
  listDocumentAccesses,
  listDocuments,
  listDocumentVersions,
  listEvents,
  listFailureCauses,
  listGroups,
  listLocks,
  listMails,
  listMissingAcknowledgements,
  listNonReaders,
  listNotifications,
  listPasskeys,
  listPersonAccesses,
  listPressReleaseRevisions,
  listPressReleases,
  listPublicEvents,
  listReleases,
  listRemoteReleases,
  listRemotes,
  listReports,
  listSignIns,
  listStrangers,
  listTeamTokens,
  listUsers,
  logOut,
  logOutEverywhere,
  markNotificationsRead,
  mintBackendToken,
  mintIdToken,
  mintTeamToken,
  noteVisit,
  openLive,
  openUnsubscribePage,
  promoteCanary,
  promoteReleases,
  publishRelease,
  readAlertPreferences,
  readApiPage,
  readBackendKeys,
  readCalendarFeed,
  readCalendarLink,
  readCaptcha,
  readDocumentContent,
  readDocumentVersion,
  readEvent,
  readHealth,
  readLiveLock,
  readLocalRemote,
  readLock,
  readMetrics,
  readOpenApi,
  readPicture,
  readPressRelease,
  readPressReleaseFeed,
  readPressReleaseRevision,
  readPressReleaseState,
  readProcessReadiness,
  readPublicCalendar,
  readReadiness,
  readRelease,
  readReleaseHealth,
  readRemote,
  readSignInOptions,
  readStorageUsage,
  readUser,
  readVisibleEvent,
  readWaitingReports,
  recallWaitingReports,
  remindNonReaders,
  removePasskey,
  renamePasskey,
  renameUser,
  replaceDocumentContent,
  reportFailure,
  reportTelemetry,
  requestAlerts,
  requestMagicLink,
  resendInvitation,
  resetPasskeys,
  restoreDocumentVersion,
  restoreFromBin,
  restorePressReleaseRevision,
  retryMail,
  revokeCalendarLink,
  revokeDevice,
  revokeTeamToken,
  rollBack,
  savePressReleaseText,
  searchPortal,
  sendContactMessage,
  sendTestMail,
  sendWaitingReports,
  setDefaultRole,
  startPressReleaseDraft,
  stopCanary,
  stopLocalRemote,
  submitAlertsForm,
  submitConfirmForm,
  submitContactForm,
  submitUnsubscribeForm,
  summarizeNotifications,
  switchRemoteOff,
  switchRemoteOn,
  unsubscribeAlerts,
  uploadDocument,
  uploadPicture,
  withdrawApproval,
  writePressRelease,
} from '@cytocomm/contract';
import { writePdf } from '@cytocomm/seed/pdf';
import { z } from 'zod';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { emailOf, PEOPLE, type Person, rolesOf } from '../../testing/people.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

const EVERYBODY: readonly Person[] = PEOPLE;
const SIGNED_IN: readonly Person[] = ['nothing', ...builtInRoleSchema.options];
const INVESTORS: readonly Person[] = ['investor', 'admin'];
const ADMINS: readonly Person[] = ['admin'];
const OPERATORS: readonly Person[] = ['developer', 'admin'];
/** At a listener of their own; here the call is not there. */
const AT_LISTENER: readonly Person[] = [];
/** A browser whose sign-in waits for its second factor; a session is none. */
const HALF_SIGNED_IN: readonly Person[] = [];

/** Who is let through, by call. A call that is missing here, or is not served any more, fails the first test. */
const CALLS: readonly (readonly [Call, readonly Person[]])[] = [
  [readHealth, EVERYBODY],
  // Somebody else's address; one's own is below.
  [readUser, ADMINS],
  [listUsers, ADMINS],
  [exportUsers, ADMINS],
  [exportMails, ADMINS],
  [exportDocuments, ADMINS],
  [exportEvents, ADMINS],
  [exportDocumentAccesses, ADMINS],
  [exportPersonAccesses, ADMINS],
  [listPersonAccesses, ADMINS],
  [countDocumentReaders, ADMINS],
  [listNonReaders, ADMINS],
  [remindNonReaders, ADMINS],
  [acknowledgeDocument, SIGNED_IN],
  [listAcknowledgements, ADMINS],
  [exportAcknowledgements, ADMINS],
  [listMissingAcknowledgements, ADMINS],
  [readWaitingReports, ADMINS],
  [sendWaitingReports, ADMINS],
  [recallWaitingReports, ADMINS],
  [exportPressReleases, ADMINS],
  [changeDocument, ADMINS],
  [deleteDocumentVersion, ADMINS],
  [listDocumentVersions, ADMINS],
  [readDocumentVersion, ADMINS],
  [replaceDocumentContent, ADMINS],
  [restoreDocumentVersion, ADMINS],
  [importUsers, ADMINS],
  [addUser, ADMINS],
  [renameUser, ADMINS],
  [resendInvitation, ADMINS],
  [inviteUsers, ADMINS],
  [changeUserRole, ADMINS],
  [changeUserGroup, ADMINS],
  [listGroups, ADMINS],
  [countReaders, ADMINS],
  [endUserSessions, ADMINS],
  [resetPasskeys, ADMINS],
  [deleteUser, ADMINS],
  [listSignIns, ADMINS],
  [requestMagicLink, EVERYBODY],
  // A body that is no sign-in at all: whether a link is good is not a matter of roles.
  [checkLink, EVERYBODY],
  [readSignInOptions, EVERYBODY],
  [beginCompanySignIn, EVERYBODY],
  [completeCompanySignIn, EVERYBODY],
  [completeSignIn, EVERYBODY],
  [mintIdToken, SIGNED_IN],
  [logOut, SIGNED_IN],
  [logOutEverywhere, SIGNED_IN],
  [listDevices, SIGNED_IN],
  [revokeDevice, SIGNED_IN],
  [setDefaultRole, SIGNED_IN],
  [beginSecondFactor, HALF_SIGNED_IN],
  // A body that is no second factor at all.
  [giveSecondFactor, EVERYBODY],
  [listPasskeys, SIGNED_IN],
  [beginPasskey, SIGNED_IN],
  [addPasskey, SIGNED_IN],
  [renamePasskey, SIGNED_IN],
  [removePasskey, SIGNED_IN],
  [createRecoveryCodes, SIGNED_IN],
  [beginConfirmation, SIGNED_IN],
  [confirmPerson, SIGNED_IN],
  [listPressReleases, EVERYBODY],
  [readPressReleaseFeed, EVERYBODY],
  [readPressRelease, EVERYBODY],
  [listAllPressReleases, ADMINS],
  [writePressRelease, ADMINS],
  [readPressReleaseState, ADMINS],
  [changePressRelease, ADMINS],
  [deletePressRelease, ADMINS],
  [startPressReleaseDraft, ADMINS],
  [savePressReleaseText, ADMINS],
  [discardPressReleaseText, ADMINS],
  [listPressReleaseRevisions, ADMINS],
  [readPressReleaseRevision, ADMINS],
  [restorePressReleaseRevision, ADMINS],
  [askForApproval, ADMINS],
  [withdrawApproval, ADMINS],
  [approvePressRelease, ADMINS],
  [declinePressRelease, ADMINS],
  [sendTestMail, ADMINS],
  [uploadPicture, ADMINS],
  [readPicture, EVERYBODY],
  [listDocuments, EVERYBODY],
  [readDocumentContent, EVERYBODY],
  [listReports, INVESTORS],
  [uploadDocument, ADMINS],
  [deleteDocument, ADMINS],
  [listDocumentAccesses, ADMINS],
  [countAlertAudience, ADMINS],
  [readStorageUsage, ADMINS],
  [listStrangers, ADMINS],
  [listEvents, SIGNED_IN],
  [listPublicEvents, EVERYBODY],
  [readPublicCalendar, EVERYBODY],
  [readCalendarFeed, EVERYBODY],
  [readCalendarLink, SIGNED_IN],
  [createCalendarLink, SIGNED_IN],
  [revokeCalendarLink, SIGNED_IN],
  [readVisibleEvent, SIGNED_IN],
  [listAllEvents, ADMINS],
  [readEvent, ADMINS],
  [addEvent, ADMINS],
  [changeEvent, ADMINS],
  [deleteEvent, ADMINS],
  [openLive, SIGNED_IN],
  [readCaptcha, EVERYBODY],
  [sendContactMessage, EVERYBODY],
  [requestAlerts, EVERYBODY],
  [confirmAlerts, EVERYBODY],
  [unsubscribeAlerts, EVERYBODY],
  [openUnsubscribePage, EVERYBODY],
  [readAlertPreferences, INVESTORS],
  [chooseAlertPreferences, INVESTORS],
  [submitContactForm, EVERYBODY],
  [submitAlertsForm, EVERYBODY],
  [submitConfirmForm, EVERYBODY],
  [submitUnsubscribeForm, EVERYBODY],
  [listMails, ADMINS],
  [listBin, ADMINS],
  [restoreFromBin, ADMINS],
  [deleteFromBin, ADMINS],
  [retryMail, ADMINS],
  [listAudit, ADMINS],
  [exportAudit, ADMINS],
  [searchPortal, SIGNED_IN],
  [listNotifications, SIGNED_IN],
  [summarizeNotifications, SIGNED_IN],
  [markNotificationsRead, SIGNED_IN],
  [noteVisit, SIGNED_IN],
  [mintTeamToken, OPERATORS],
  [listTeamTokens, OPERATORS],
  [revokeTeamToken, OPERATORS],
  [listRemotes, OPERATORS],
  [readRemote, OPERATORS],
  [changeRemote, ADMINS],
  [mintBackendToken, SIGNED_IN],
  [readBackendKeys, EVERYBODY],
  [publishRelease, OPERATORS],
  [listReleases, OPERATORS],
  [listRemoteReleases, OPERATORS],
  [readRelease, OPERATORS],
  [listLocks, OPERATORS],
  [readLiveLock, OPERATORS],
  [readLock, OPERATORS],
  [promoteReleases, OPERATORS],
  [rollBack, OPERATORS],
  [promoteCanary, OPERATORS],
  [stopCanary, OPERATORS],
  [switchRemoteOff, OPERATORS],
  [switchRemoteOn, OPERATORS],
  [allowLocalRemote, OPERATORS],
  [readLocalRemote, OPERATORS],
  [stopLocalRemote, EVERYBODY],
  [fitLocalRemote, OPERATORS],
  [reportTelemetry, EVERYBODY],
  [readReleaseHealth, OPERATORS],
  [listFailureCauses, OPERATORS],
  [reportFailure, EVERYBODY],
  [readOpenApi, EVERYBODY],
  [readApiPage, EVERYBODY],
  [readReadiness, AT_LISTENER],
  [readProcessReadiness, AT_LISTENER],
  [readMetrics, AT_LISTENER],
];

const GUESSED = {
  id: 'ffffffffffffffffffffffff',
  email: 'somebody.unknown@x.example',
  remote: 'mfe-nothing',
  kind: 'event',
  release: '1.0.0',
  number: '1',
  width: '480',
};
const SOMEBODY = 'somebody.else@x.example';
const idSchema = z.object({ id: z.string() });

let portal: TestPortal;
const people = new Map<Person, TestBrowser>();
/** What is really there, by the collection in the address: its id alone must open none of it. */
const real: Record<string, string> = {};
let draft = '';

async function signInAnew(person: Exclude<Person, 'visitor'>): Promise<void> {
  people.set(person, await portal.signedIn(emailOf(person)));
}

function as(person: Person): TestBrowser {
  const browser = people.get(person);
  if (browser === undefined) throw new Error(`no one is signed in as ${person}`);
  return browser;
}

beforeAll(async () => {
  portal = await startTestPortal();
  people.set('visitor', portal.browser());
  for (const person of PEOPLE) {
    if (person === 'visitor') continue;
    await portal.person(emailOf(person), ...rolesOf(person));
    await signInAnew(person);
  }
  await portal.person(SOMEBODY, 'investor');
  const write = async (path: string, body: unknown) =>
    read(await as('admin').authorised('POST', path, { body }), idSchema, 201).id;
  real['press-releases'] = await write('/api/admin/press-releases', {
    title: 'For investors',
    content: '<p>Only for them.</p>',
    target: ['investors'],
  });
  draft = await write('/api/admin/press-releases', {
    title: 'Later',
    content: '<p>Not yet.</p>',
    target: ['public'],
    publishAt: '2999-01-01T00:00:00.000Z',
  });
  real.events = await write('/api/admin/events', { title: 'A day', date: '2026-12-01T00:00:00.000Z' });
  const pdf = writePdf({ title: 'Report', author: 'Cytocomm', date: new Date('2025-01-01'), sections: [] });
  const uploaded = await as('admin').authorised('POST', '/api/admin/documents', {
    headers: { 'Content-Type': MULTIPART },
    body: multipart([
      { name: 'title', value: 'Report' },
      { name: 'visibility', value: 'investor' },
      { name: 'file', value: pdf, fileName: 'report.pdf' },
    ]),
  });
  real.documents = read(uploaded, documentSchema, 201).id;
});
afterAll(() => portal.stop());

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

/** Makes a call with nothing in it, so that anyone who is let through changes nothing: at most a field is missed. */
async function outcome(person: Person, call: Call, values: Readonly<Record<string, string>>): Promise<number> {
  const { method } = call;
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
  const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? { body: {} } : {};
  // The live stream would go on for ever.
  const verb = call === openLive ? 'HEAD' : method;
  const byCookie = person === 'visitor' || path.startsWith('/api/auth/');
  const { status } = await as(person)[byCookie ? 'call' : 'authorised'](verb, path, body);
  if ((call === logOut || call === logOutEverywhere) && person !== 'visitor') await signInAnew(person);
  return status;
}

const schema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

it('the table has every call of the contract, and no other', () => {
  const named = CALLS.map(([call]) => nameOf(call));
  expect(named.toSorted()).toEqual(CALL_SPECS.map(({ call }) => nameOf(call)).toSorted());
});

it('every call of the contract is served, and no other', async () => {
  const { paths } = read(await as('visitor').get('/api/openapi.json'), schema);
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const operators = CALLS.filter(([, may]) => may === AT_LISTENER).map(([call]) => call);
  for (const { method, path } of operators) {
    expect((await portal.browser(portal.operatorUrl).call(method, path, { as: 'bare' })).status).toBe(200);
  }
  expect([...served, ...operators.map(nameOf)].toSorted()).toEqual(CALLS.map(([call]) => nameOf(call)).toSorted());
});

describe.each(CALLS.map(([call, may]) => [nameOf(call), call, may] as const))('%s', (_, call, may) => {
  it.each(PEOPLE)('%s', async (person) => {
    const status = await outcome(person, call, GUESSED);
    if (may === AT_LISTENER) expect(status).toBe(404);
    else if (may === HALF_SIGNED_IN) expect(status).toBe(401);
    else if (may.includes(person)) expect([401, 403, 500]).not.toContain(status);
    else expect(status).toBe(person === 'visitor' ? 401 : 403);
  });
});

it.each(
  CALLS.filter(([{ path }, may]) => path.includes(':') && may === ADMINS).map(
    ([call]) => [nameOf(call), call] as const,
  ),
)('%s gives nothing away about what is there, and changes none of it', async (_, call) => {
  const [, collection = ''] = /^\/api\/admin\/([\w-]+)\//.exec(call.path) ?? [];
  for (const person of PEOPLE) {
    if (person === 'admin') continue;
    const existing = { ...GUESSED, id: real[collection] ?? GUESSED.id, email: SOMEBODY };
    expect(await outcome(person, call, existing)).toBe(await outcome(person, call, GUESSED));
  }
});

it.each(PEOPLE)(
  '%s reaches what is for investors only when it is theirs, and only an admin what is not out',
  async (person) => {
    const expected = INVESTORS.includes(person) ? 200 : 404;
    for (const path of [`/api/documents/${real.documents}/content`, `/api/press-releases/${real['press-releases']}`]) {
      expect((await as(person).get(path)).status).toBe(expected);
      expect((await as(person).call('HEAD', path)).status).toBe(expected);
    }
    expect((await as(person).get(`/api/press-releases/${draft}`)).status).toBe(person === 'admin' ? 200 : 404);
  },
);

it.each(PEOPLE.filter((person) => person !== 'visitor'))('%s reads the own record', async (person) => {
  expect((await as(person).get(`/api/users/${person}@X.example`)).status).toBe(200);
});

it('after all this everything is still there', async () => {
  const admin = as('admin');
  expect((await admin.get(`/api/documents/${real.documents}/content`)).status).toBe(200);
  expect((await admin.get(`/api/admin/press-releases/${real['press-releases']}`)).status).toBe(200);
  expect((await admin.get('/api/events')).text).toContain('A day');
  expect((await admin.get(`/api/users/${SOMEBODY}`)).status).toBe(200);
});
