import {
  acknowledgeDocument,
  addEvent,
  addPasskey,
  addUser,
  approvePressRelease,
  askForApproval,
  beginCompanySignIn,
  beginConfirmation,
  beginSecondFactor,
  type Call,
  changeDocument,
  changeEvent,
  changePressRelease,
  changeRemote,
  changeUserRole,
  checkLink,
  chooseAlertPreferences,
  completeCompanySignIn,
  completeSignIn,
  confirmPerson,
  countAlertAudience,
  countDocumentReaders,
  createCalendarLink,
  createRecoveryCodes,
  declinePressRelease,
  deleteDocument,
  deleteEvent,
  deletePressRelease,
  deleteUser,
  discardPressReleaseText,
  endUserSessions,
  type GateReport,
  giveSecondFactor,
  importUsers,
  inviteUsers,
  listAcknowledgements,
  listAllEvents,
  listAllPressReleases,
  listDevices,
  listDocumentAccesses,
  listDocuments,
  listEvents,
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
  listReports,
  listUsers,
  logOut,
  markNotificationsRead,
  mintBackendToken,
  mintIdToken,
  noteVisit,
  promoteCanary,
  promoteReleases,
  readAlertPreferences,
  readCalendarLink,
  readDocumentContent,
  readEvent,
  readLiveLock,
  readLock,
  readPicture,
  readPressRelease,
  readPressReleaseRevision,
  readPressReleaseState,
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
  requestMagicLink,
  resendInvitation,
  resetPasskeys,
  restorePressReleaseRevision,
  retryMail,
  revokeCalendarLink,
  revokeDevice,
  rollBack,
  savePressReleaseText,
  searchPortal,
  sendTestMail,
  sendWaitingReports,
  setDefaultRole,
  startPressReleaseDraft,
  stopCanary,
  summarizeNotifications,
  switchRemoteOff,
  switchRemoteOn,
  uploadDocument,
  uploadPicture,
  withdrawApproval,
  writePressRelease,
} from '@cytocomm/contract';
import { buildRelease } from '@cytocomm/fake-portal';
import { emailOf, PEOPLE } from '../testing/people.ts';
import { drawPicture } from '../testing/pictures.ts';
import { storeRelease } from '../testing/releases.ts';
import { type Ask, startTwoPortals, type TwoPortals } from '../testing/two-portals.ts';
import { MULTIPART, multipart } from '../testing/uploads.ts';

// Component tests run against a fake portal. What is done there, one thing after another, is held to the real one here.

let portals: TwoPortals;
beforeAll(async () => {
  portals = await startTwoPortals();
});
afterAll(() => portals.stop());

/** Asks both portals in turn; they must tell the same. */
async function expectSame(...asks: readonly Ask[]): Promise<readonly number[]> {
  const { real, fake } = await portals.ask(...asks);
  expect(fake).toEqual(real);
  return real.map(({ status }) => status);
}

it('what a team brings: a role that people are given, and a backend', async () => {
  const as = 'admin';
  const params = { remote: 'mfe-lab' };
  const backends = [{ audience: 'lab', origin: 'https://lab.example' }];
  const claims = { routes: [], sections: [], roles: ['researcher'], backends };
  const give = (role: string): Ask => ({
    as,
    call: changeUserRole,
    params: { email: emailOf('customer') },
    body: { role, enable: true },
  });
  const mint = (person: Ask['as'], body: object, headers: Ask['headers'] = {}): Ask => ({
    as: person,
    call: mintBackendToken,
    body,
    headers,
  });
  const lab = { remote: 'mfe-lab', audience: 'lab' };
  const previewed = (role: string): Ask => ({ as, call: listEvents, headers: { 'preview-as': role } });
  const statuses = await expectSame(
    give('researcher'),
    previewed('researcher'),
    mint('investor', lab),
    { as, call: changeRemote, params, body: { claims, mayPromote: false } },
    give('researcher'),
    give('king'),
    { as, call: addUser, body: { email: 'rita@x.example', roles: ['king'] } },
    { as, call: addUser, body: { email: 'rita@x.example', roles: ['researcher'] } },
    previewed('researcher'),
    mint('investor', lab),
    mint('investor', { ...lab, audience: 'farm' }),
    mint('investor', { ...lab, remote: 'mfe-farm' }),
    mint('investor', {}),
    mint(as, lab, { 'preview-as': 'researcher' }),
    mint('visitor', lab),
    { as, call: changeRemote, params, body: { claims: { ...claims, roles: [], backends: [] }, mayPromote: false } },
    { as, call: changeUserRole, params: { email: emailOf('customer') }, body: { role: 'researcher', enable: false } },
    give('researcher'),
    mint('investor', lab),
  );
  expect(statuses).toEqual([
    400, 400, 403, 200, 200, 400, 400, 201, 200, 201, 403, 403, 400, 201, 401, 200, 200, 400, 403,
  ]);
});

it('people', async () => {
  const as = 'admin';
  const email = 'eve@x.example';
  const change = (role: string, enable: boolean, who = email): Ask => ({
    as,
    call: changeUserRole,
    params: { email: who },
    body: { role, enable },
  });
  await expectSame(
    { as, call: addUser, body: { email: 'Eve@X.example', roles: ['investor'] } },
    { as, call: addUser, body: { email, roles: ['investor'] } },
    { as, call: addUser, body: { email: 'no', roles: [] } },
    { as, call: readUser, params: { email: 'EVE@x.example' } },
    { as: 'investor', call: readUser, params: { email: emailOf('investor') } },
    { as: 'investor', call: readUser, params: { email } },
    change('customer', true),
    { as, call: renameUser, params: { email }, body: { name: ' Eve  Adams ' } },
    { as, call: renameUser, params: { email }, body: { name: '' } },
    { as, call: renameUser, params: { email: 'unknown@x.example' }, body: { name: 'Unknown' } },
    { as, call: resendInvitation, params: { email } },
    { as, call: resendInvitation, params: { email: emailOf('investor') } },
    { as, call: resendInvitation, params: { email: 'unknown@x.example' } },
    ...[
      ...['?search=eve&dryRun=true', '?search=eve', '?search=eve', '?search=no.such.person', '?role=King'],
      ...['?neverSignedIn=false', '?addedAfter=then', '?cursor=!', '?dryRun=yes'],
    ].map((query): Ask => ({ as, call: inviteUsers, query })),
    { as: 'investor', call: inviteUsers },
    change('customer', true),
    change('investor', false),
    change('admin', false),
    change('admin', false, emailOf('admin')),
    change('developer', true),
    { as, call: endUserSessions, params: { email } },
    { as, call: endUserSessions, params: { email: 'unknown@x.example' } },
    { as, call: resetPasskeys, params: { email } },
    { as, call: resetPasskeys, params: { email: 'unknown@x.example' } },
    { as, call: deleteUser, params: { email: emailOf('admin') } },
    { as, call: listUsers },
    ...[
      ...['?limit=2', '?search=EV', '?search=inv&limit=1', '?search=no.such.person', '?search=vest', '?search=es'],
      ...['?sort=-email&limit=2', '?sort=name', '?sort=-createdAt', '?sort=lastSignIn&limit=1', '?sort=roles'],
      ...['?role=admin', '?role=King', '?neverSignedIn=true', '?neverSignedIn=false', '?neverSignedIn=no'],
      ...['?addedAfter=2020-01-01', '?addedBefore=2020-01-01T00:00:00Z', '?addedAfter=then', '?page=2'],
    ].map((query): Ask => ({ as, call: listUsers, query })),
    { as, call: deleteUser, params: { email } },
    { as, call: deleteUser, params: { email } },
  );
});

it('people of a file', async () => {
  const send = (file: string | Buffer, query = ''): Ask => ({
    as: 'admin',
    call: importUsers,
    query,
    body: multipart([{ name: 'file', value: file, fileName: 'people.csv' }]),
    headers: { 'content-type': MULTIPART },
  });
  const file =
    'email,name,roles,added\nIda@x.example,Ida,customer,\nno,,customer,\nivo@x.example,,king,\nivo@x.example,,admin,';
  const statuses = await expectSame(
    send(file, '?dryRun=true'),
    send(file),
    send(file),
    send(file, '?from=2'),
    send(file, '?from=0'),
    send('name\nIda'),
    send(''),
    send(Buffer.alloc(5 * 1024 * 1024 + 1, 'a')),
    { as: 'admin', call: importUsers, body: 'email,roles', headers: { 'content-type': 'text/csv' } },
    { ...send(file), as: 'investor' },
  );
  expect(statuses).toEqual([200, 200, 200, 200, 400, 400, 400, 413, 415, 403]);
});

it('documents and reports', async () => {
  const as = 'admin';
  const pdf = Buffer.from('%PDF-1.7\n');
  const upload = (visibility: string, value: string | Buffer = pdf, title = 'Report', key?: string): Ask => ({
    as,
    call: uploadDocument,
    headers: { 'content-type': MULTIPART, ...(key !== undefined && { 'idempotency-key': key }) },
    body: multipart([
      { name: 'title', value: title },
      { name: 'visibility', value: visibility },
      { name: 'file', value, fileName: 'a.pdf' },
    ]),
  });
  await expectSame(
    ...['public', 'investor', 'customer'].map((each): Ask => ({ ...upload(each), made: each })),
    upload('none'),
    upload('public', pdf, ''),
    upload('public', 'plain words'),
    upload('public', ''),
    { as, call: uploadDocument, body: {} },
    { ...upload('public', pdf, 'Once', 'document-key'), made: 'once' },
    upload('public', pdf, 'Once', 'document-key'),
    upload('public', pdf, 'Twice', 'document-key'),
    upload('public', Buffer.from('%PDF-1.7\n!'), 'Once', 'document-key'),
    upload('public', pdf, 'Once', 'two words'),
    { as, call: deleteDocument, params: { id: 'once' } },
    upload('public', pdf, 'Once', 'document-key'),
    { as, call: listDocuments, query: '?limit=1' },
    { as, call: listDocuments, query: '?sort=-title' },
    { as, call: listDocuments, query: '?sort=size&visibility=public' },
    { as, call: listDocuments, query: '?search=ONCE' },
    { as, call: listDocuments, query: '?sort=author' },
    { as, call: listDocuments, query: '?visibility=everybody' },
    { as, call: listReports, query: '?limit=1' },
    { as, call: listReports, query: '?sort=-title' },
    { as, call: listReports, query: '?search=ONCE' },
    { as, call: listReports, query: '?visibility=investor' },
    { as, call: readStorageUsage },
    { as, call: listDocumentAccesses, params: { id: 'investor' } },
    ...['?sort=at', '?sort=by', '?by=ada&action=opened&after=2020-01-01&before=2020-02-01', '?action=read', '?by='].map(
      (query): Ask => ({ as, call: listDocumentAccesses, params: { id: 'investor' }, query }),
    ),
    { as, call: countDocumentReaders, params: { id: 'investor' } },
    { as, call: countDocumentReaders, params: { id: 'once' } },
    { as, call: listNonReaders, params: { id: 'investor' } },
    { as, call: listNonReaders, params: { id: 'public' } },
    ...['?sort=-lastSignIn', '?sort=name', '?search=no-such-person', '?limit=0', '?cursor=!'].map(
      (query): Ask => ({ as, call: listNonReaders, params: { id: 'investor' }, query }),
    ),
    { as, call: changeDocument, params: { id: 'customer' }, body: { kind: 'sop' } },
    { as, call: countDocumentReaders, params: { id: 'customer' } },
    ...(['customer', 'investor', 'public'] as const).flatMap((id): readonly Ask[] => [
      { as: 'customer', call: acknowledgeDocument, params: { id }, body: { name: 'Lia', sha256: 'a'.repeat(64) } },
      { as, call: listAcknowledgements, params: { id } },
      { as, call: listMissingAcknowledgements, params: { id } },
    ]),
    { as: 'customer', call: acknowledgeDocument, params: { id: 'customer' }, body: { name: '', sha256: 'x' } },
    { as: 'customer', call: listDocuments, query: '?visibility=customer' },
    ...['?file=current', '?file=newest', '?sort=acknowledgedAt', '?sort=email', '?search=zzz', '?cursor=!'].map(
      (query): Ask => ({ as, call: listAcknowledgements, params: { id: 'customer' }, query }),
    ),
    { as, call: listMissingAcknowledgements, params: { id: 'customer' }, query: '?search=x' },
    { as, call: changeDocument, params: { id: 'customer' }, body: { kind: null } },
    { as, call: remindNonReaders, params: { id: 'public' } },
    { as, call: remindNonReaders, params: { id: 'investor' }, query: '?cursor=!' },
    { as, call: remindNonReaders, params: { id: 'investor' } },
    { as, call: remindNonReaders, params: { id: 'investor' } },
    ...['', '?sort=at', '?sort=title', '?document=', '?action=read', '?after=soon'].map(
      (query): Ask => ({ as, call: listPersonAccesses, params: { email: 'not.there@x.example' }, query }),
    ),
    { as, call: listPersonAccesses, params: { email: 'no-address' } },
    { as, call: readWaitingReports },
    { as, call: sendWaitingReports, body: { documents: [] } },
    { as, call: sendWaitingReports, body: { documents: ['x'] } },
    { as, call: recallWaitingReports, body: { documents: ['investor'] } },
    { as, call: changeDocument, params: { id: 'customer' }, body: { visibility: 'public' } },
    { as, call: changeDocument, params: { id: 'customer' }, body: { visibility: 'customer' } },
    { as, call: changeDocument, params: { id: 'customer' }, body: { visibility: 'none' } },
    { as, call: listDocuments, query: '?search=re+port' },
    { as, call: listDocuments, query: '?search=po' },
  );
  for (const person of PEOPLE) {
    await expectSame(
      { as: person, call: listDocuments },
      { as: person, call: listReports },
      ...['public', 'investor', 'customer'].map(
        (id): Ask => ({ as: person, call: readDocumentContent, params: { id } }),
      ),
    );
  }
  for (const role of ['investor', 'customer', 'developer']) {
    const headers = { 'preview-as': role };
    await expectSame({ as, call: listDocuments, headers }, { as, call: listReports, headers });
  }
  await expectSame(
    ...['public', 'investor', 'customer'].map((id): Ask => ({ as, call: deleteDocument, params: { id } })),
  );
});

it('pictures of press releases', async () => {
  const as = 'admin';
  const png = await drawPicture(700, 300).png().toBuffer();
  const upload = (value: string | Buffer): Ask => ({
    as,
    call: uploadPicture,
    headers: { 'content-type': MULTIPART },
    body: multipart([{ name: 'file', value, fileName: 'a.png' }]),
  });
  await expectSame(
    { ...upload(png), made: 'picture' },
    upload('plain words'),
    upload(''),
    upload(Buffer.alloc(10 * 1024 * 1024 + 1, 'a')),
    { as, call: uploadPicture, body: {} },
    { ...upload(png), as: 'investor' },
    { as, call: readPicture, params: { id: 'picture', width: '700' } },
    { as, call: readPicture, params: { id: 'picture', width: '480' } },
    { as, call: readPicture, params: { id: 'picture', width: '960' } },
    { as, call: readPicture, params: { id: 'picture', width: 'large' } },
    { as: 'investor', call: readPicture, params: { id: 'picture', width: '700' } },
    { as: 'visitor', call: readPicture, params: { id: 'picture', width: '700' } },
  );
});

it('events and the private address', async () => {
  const as = 'admin';
  const add = (body: unknown, key?: string): Ask => ({
    as,
    call: addEvent,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
  const date = '2027-03-01';
  const days = { date, end: '2027-03-03', allDay: true };
  const fair = { ...days, title: 'Fair', place: 'Berlin', url: 'https://fair.example/', audience: 'public' };
  const changeFair = (body: object): Ask => ({ as, call: changeEvent, params: { id: 'fair' }, body });
  await expectSame(
    { ...add({ title: 'A day', date }), made: 'day' },
    add({ title: 'Once', date }, 'event-key'),
    add({ title: 'Once', date }, 'event-key'),
    add({ title: 'Twice', date }, 'event-key'),
    add({ title: 'x', date: '2027-02-30' }),
    add({ title: '', date }),
    { as, call: changeEvent, params: { id: 'day' }, body: { title: 'Another' } },
    { as, call: changeEvent, params: { id: 'day' }, body: {} },
    { as, call: listEvents },
    ...[
      ...['?from=2027-03-01', '?from=2028-01-01', '?to=2027-03-01', '?to=x', '?from=2027-03-01T13:00:00Z'],
      ...['?from=2027-03-02T00:00:00Z', '?limit=1', '?sort=-date&limit=500', '?limit=0', '?limit=501', '?sort=title'],
    ].map((query): Ask => ({ as, call: listEvents, query })),
    { as, call: deleteEvent, params: { id: 'day' } },
    { as, call: deleteEvent, params: { id: 'day' } },
    { ...add(fair), made: 'fair' },
    add({ ...fair, end: '2027-02-28' }),
    add({ ...fair, timeZone: 'Europe/Berlin' }),
    add({ ...fair, url: 'http://fair.example' }),
    { ...add({ ...fair, title: 'Board', audience: ['investor'] }), made: 'board' },
    changeFair({ end: '2027-02-01' }),
    changeFair({ allDay: false }),
    changeFair({ place: null, end: null, url: 'https://fair.example/2' }),
    changeFair({ date: '2027-03-01T09:00:00+01:00', allDay: null, timeZone: 'Europe/Berlin' }),
    ...[
      ...['', '?sort=-title', '?search=FAIR+ber', '?search=oard&when=upcoming', '?when=past', '?audience=public'],
      ...['?audience=signed_in', '?audience=investor&allDay=true', '?allDay=false', '?limit=1'],
      ...['?sort=place', '?when=now', '?audience=No+role', '?allDay=1', '?place=Berlin'],
    ].map((query): Ask => ({ as, call: listAllEvents, query })),
    ...PEOPLE.map((person): Ask => ({ as: person, call: listAllEvents })),
    { as, call: readEvent, params: { id: 'fair' } },
    { as, call: readEvent, params: { id: 'day' } },
    { as: 'investor', call: readEvent, params: { id: 'fair' } },
    ...PEOPLE.flatMap((person) =>
      ['fair', 'board', 'day'].map((id): Ask => ({ as: person, call: readVisibleEvent, params: { id } })),
    ),
    { as: 'visitor', call: listPublicEvents },
    { as, call: listPublicEvents, query: '?from=2028-01-01' },
    { as, call: listPublicEvents, query: '?limit=1' },
    ...PEOPLE.map((person): Ask => ({ as: person, call: listEvents })),
    ...['?sort=-date', '?limit=1', '?limit=1&sort=-date'].map((query): Ask => ({ as, call: listEvents, query })),
    { as, call: listEvents, headers: { 'preview-as': 'customer' } },
    ...['fair', 'board'].map((id): Ask => ({ as, call: deleteEvent, params: { id } })),
    { as: 'customer', call: revokeCalendarLink },
  );
  const own = { as: 'developer' } as const;
  await portals.ask({ ...own, call: createCalendarLink });
  await expectSame(
    { ...own, call: createCalendarLink },
    { ...own, call: readCalendarLink },
    { ...own, call: revokeCalendarLink },
    { ...own, call: revokeCalendarLink },
    { ...own, call: readCalendarLink },
  );
});

it('the search', async () => {
  const as = 'admin';
  const event = { title: 'Kestrel Day (2027)', date: '2027-05-01T00:00:00.000Z', place: 'Lake Placid' };
  const release = { title: 'Kestrel news', content: '<p>Words.</p>', target: ['investors'] };
  const search = (person: Ask['as'], q: string): Ask => ({
    as: person,
    call: searchPortal,
    query: `?${new URLSearchParams({ q })}`,
  });
  await expectSame(
    { as, call: addEvent, body: { ...event, audience: ['customer'] }, made: 'kestrel' },
    { as, call: writePressRelease, body: { ...release, status: 'draft' }, made: 'draft' },
    { as, call: writePressRelease, body: release, made: 'news' },
    {
      as,
      call: writePressRelease,
      body: { ...release, publishAt: '2999-01-01T23:30:00.000Z', timeZone: 'Asia/Tokyo' },
      made: 'later',
    },
    ...PEOPLE.map((person) => search(person, 'kestrel')),
    ...['KESTREL day', 'ke', 'es', '(2027)', '.*', 'placid', 'investor@x', 'a b c d e f g h i', ' '].map((q) =>
      search(as, q),
    ),
    { as, call: deleteEvent, params: { id: 'kestrel' } },
    { as, call: deletePressRelease, params: { id: 'draft' } },
    { as, call: deletePressRelease, params: { id: 'news' } },
    { as, call: deletePressRelease, params: { id: 'later' } },
    search(as, 'kestrel'),
  );
});

it('notifications', async () => {
  const as = 'admin';
  const event = { title: 'Merlin day', date: '2027-05-01T00:00:00.000Z', audience: ['customer'] };
  const read = (upTo: unknown): Ask => ({ as: 'customer', call: markNotificationsRead, body: { upTo } });
  const everybody = (call: Call) => PEOPLE.map((person): Ask => ({ as: person, call }));
  await expectSame(
    { as, call: addEvent, body: event, made: 'merlin' },
    ...everybody(listNotifications),
    ...everybody(summarizeNotifications),
    read('2020-01-01T00:00:00.000Z'),
    { as: 'customer', call: listNotifications },
    read('2999-01-01T00:00:00.000Z'),
    read('soon'),
    { as: 'customer', call: listNotifications, query: '?limit=1' },
    { as: 'customer', call: summarizeNotifications },
    { as: 'customer', call: noteVisit },
    { as: 'customer', call: summarizeNotifications },
    { as, call: noteVisit, headers: { 'preview-as': 'customer' } },
    { as, call: deleteEvent, params: { id: 'merlin' } },
    { as: 'customer', call: listNotifications },
  );
});

it('locks, the canary and kill switches', async () => {
  const as = 'developer';
  const lab = 'mfe-lab';
  const gate: GateReport = {
    outcome: 'refused',
    checks: [{ rule: 'styles', outcome: 'refused', message: 'x', place: 'a.css:1:1' }],
  };
  const stored = ['shell', lab].flatMap((remote) =>
    ['1.0.0', '1.1.0', '1.2.0'].map((version) => ({ remote, version })),
  );
  for (const { remote, version } of stored) {
    await storeRelease(portals.real.connection, remote, { version });
    portals.fake.data.releases.push(buildRelease({ remote, version }));
  }
  await storeRelease(portals.real.connection, lab, { version: '2.0.0', gate });
  portals.fake.data.releases.push(buildRelease({ remote: lab, version: '2.0.0', gate }));
  const promote = (base: string | null, body: object, made?: string): Ask => ({
    as,
    call: promoteReleases,
    body: { base, ...body },
    ...(made !== undefined && { made }),
  });
  const back = (body: object): Ask => ({ as, call: rollBack, body });
  const set = (version: string, remote = lab) => ({ set: [{ remote, version }] });
  const canary = { percent: 10 };
  await expectSame(
    { as, call: readLiveLock },
    { as, call: readRemote, params: { remote: lab } },
    back({ remote: lab }),
    { as, call: switchRemoteOff, params: { remote: lab }, body: { reason: 'x' } },
    promote(null, set('1.0.0')),
    promote(null, { ...set('1.0.0', 'shell'), canary }),
    promote(null, { set: [...set('1.0.0').set, ...set('1.0.0', 'shell').set] }, 'first'),
    promote(null, set('1.1.0')),
    promote('first', set('1.0.0')),
    promote('first', set('3.0.0')),
    promote('first', set('2.0.0')),
    promote('first', { set: [], remove: ['shell'] }),
    promote('first', { set: [], remove: ['mfe-auth'] }),
    promote('first', { set: [] }),
    promote('first', { set: [...set('1.1.0').set, ...set('1.1.0').set] }),
    { as, call: readLiveLock },
    { as, call: readLock, params: { id: 'first' } },
    { as, call: readLock, params: { id: 'f'.repeat(64) } },
    back({ remote: lab }),
    promote('first', { ...set('1.1.0'), canary }, 'canary'),
    promote('first', { ...set('1.2.0'), canary }),
    { as, call: readRemote, params: { remote: lab } },
    { as, call: readRemote, params: { remote: 'shell' } },
    { as, call: readRemote, params: { remote: 'Not A Name' } },
    { as, call: listLocks },
    { as, call: stopCanary },
    { as, call: stopCanary },
    { as, call: promoteCanary },
    promote('first', set('1.1.0'), 'second'),
    promote('second', { ...set('1.2.0'), canary: { roles: ['investor'] } }),
    { as, call: promoteCanary },
    back({ remote: lab }),
    back({ remote: lab, reason: 'still' }),
    back({ remote: lab }),
    back({ to: 'first' }),
    back({ to: 'second' }),
    back({ to: 'f'.repeat(64) }),
    back({ remote: 'mfe-none' }),
    { as, call: switchRemoteOff, params: { remote: 'shell' }, body: { reason: 'x' } },
    { as, call: switchRemoteOff, params: { remote: 'mfe-none' }, body: { reason: 'x' } },
    { as, call: switchRemoteOff, params: { remote: lab }, body: { reason: 'x' } },
    { as, call: switchRemoteOn, params: { remote: lab } },
    { as, call: switchRemoteOn, params: { remote: lab } },
    { as, call: listLocks, query: '?limit=2' },
  );
});

it('press releases', async () => {
  const as = 'admin';
  const text = { title: 'News', content: '<p>News</p>', target: ['public'] };
  const later = '2999-01-01T00:00:00.000Z';
  const write = (more: object, headers = {}): Ask => ({
    as,
    call: writePressRelease,
    body: { ...text, ...more },
    headers,
  });
  const change = (id: string, body: object, headers = {}): Ask => ({
    as,
    call: changePressRelease,
    params: { id },
    body,
    headers,
  });
  const NOTHING = { title: '', content: '', target: [], sendEmail: false, publishAt: null };
  const save = (id: string, more: object, headers: Ask['headers'] = { 'if-match': '*' }): Ask => ({
    as,
    call: savePressReleaseText,
    params: { id },
    body: { ...NOTHING, ...more },
    headers,
  });
  const restore = (id: string, number: string, headers: Ask['headers']): Ask => ({
    as,
    call: restorePressReleaseRevision,
    params: { id, number },
    headers: headers ?? {},
  });
  const key = { 'idempotency-key': 'release-key' };
  await expectSame(
    { ...write({}), made: 'public' },
    { ...write({ target: ['investors'] }), made: 'investors' },
    { ...write({ status: 'draft' }), made: 'draft' },
    { ...write({ publishAt: later }), made: 'later' },
    write({ publishAt: '2020-01-01T00:00:00.000Z', timeZone: 'Asia/Tokyo' }),
    ...['Mars/Olympus', '+01:00', ''].map((timeZone) => write({ publishAt: later, timeZone })),
    write({ timeZone: 'Asia/Tokyo' }),
    change('later', { timeZone: 'Asia/Tokyo' }),
    change('draft', { timeZone: 'Asia/Tokyo' }),
    change('later', { timeZone: null }),
    save('draft', { publishAt: later, timeZone: 'Asia/Tokyo' }),
    save('draft', { timeZone: 'Asia/Tokyo' }),
    write({ status: 'scheduled' }),
    write({ status: 'published', publishAt: later }),
    write({ content: '<p> </p>' }),
    { ...write({}, key), made: 'once' },
    write({}, key),
    write({ title: 'Other' }, key),
    write({}, { 'idempotency-key': 'ü' }),
    ...[askForApproval, approvePressRelease].map(
      (call): Ask => ({ as, call, params: { id: 'draft' }, body: {}, headers: { 'if-match': '*' } }),
    ),
    { as, call: declinePressRelease, params: { id: 'draft' }, body: {}, headers: { 'if-match': '"1"' } },
    { as, call: withdrawApproval, params: { id: 'draft' } },
    { as, call: withdrawApproval, params: { id: 'draft' }, headers: { 'if-match': '*' } },
    { as: 'investor', call: askForApproval, params: { id: 'draft' }, body: {}, headers: { 'if-match': '*' } },
    { as, call: listAllPressReleases, query: '?approval=asked' },
    { as, call: listAllPressReleases, query: '?approval=given' },
    { as, call: deletePressRelease, params: { id: 'once' } },
    write({}, key),
    { as, call: listAllPressReleases },
    { as, call: listAllPressReleases, query: '?limit=2' },
    ...[
      'sort=title',
      'sort=-date',
      'sort=author&limit=1',
      'sort=size',
      'status=draft',
      'search=dra',
      'search=x.exam',
    ].map((query): Ask => ({ as, call: listAllPressReleases, query: `?${query}` })),
    { as, call: sendTestMail, params: { id: 'draft' } },
    { as, call: readPressReleaseState, params: { id: 'draft' } },
    { as, call: listPressReleases, query: '?target=none' },
  );
  for (const person of PEOPLE) {
    await expectSame(
      { as: person, call: listPressReleases },
      { as: person, call: listPressReleases, query: '?target=investors' },
      ...['public', 'investors', 'draft', 'later'].map(
        (id): Ask => ({ as: person, call: readPressRelease, params: { id } }),
      ),
    );
  }
  for (const role of ['investor', 'customer']) {
    const headers = { 'preview-as': role };
    await expectSame(
      { as, call: listPressReleases, query: '?target=investors', headers },
      ...['public', 'investors', 'draft'].map((id): Ask => ({ as, call: readPressRelease, params: { id }, headers })),
    );
  }
  await expectSame(
    { ...change('draft', { title: 'Changed' }, { 'if-match': 'draft' }), made: 'kept' },
    change('draft', { title: 'Too late' }, { 'if-match': 'draft' }),
    change('draft', { title: 'x' }, { 'if-match': '"none", *' }),
    change('draft', { title: 'x' }, { 'if-match': '*' }),
    change('draft', { title: 'x' }, { 'if-match': 'nonsense' }),
    change('draft', {}),
    change('draft', { content: '<br>' }),
    change('draft', { status: 'scheduled' }),
    change('draft', { status: 'published' }),
    change('later', { publishAt: null }),
    change('later', { sendEmail: true }),
    change('later', { status: 'draft' }),
    { as, call: startPressReleaseDraft, body: NOTHING, headers: { 'idempotency-key': 'draft-key' }, made: 'draft' },
    { as, call: startPressReleaseDraft, body: NOTHING, headers: { 'idempotency-key': 'draft-key' } },
    { as, call: startPressReleaseDraft, body: { ...NOTHING, title: 'x' }, headers: { 'idempotency-key': 'draft-key' } },
    { as, call: startPressReleaseDraft, body: { ...NOTHING, status: 'draft' } },
    save('draft', { title: 'Half', publishAt: later }),
    save('draft', { title: 'Late' }, { 'if-match': '"old"' }),
    save('draft', { title: 'Late' }, {}),
    change('draft', { status: 'published' }),
    save('investors', { title: 'Beside' }),
    { as: 'investor', call: readPressRelease, params: { id: 'investors' } },
    { as, call: readPressReleaseState, params: { id: 'investors' } },
    change('investors', { sendEmail: false }),
    { as, call: discardPressReleaseText, params: { id: 'investors' } },
    { as, call: discardPressReleaseText, params: { id: 'investors' }, headers: { 'if-match': '*' } },
    save('investors', { title: 'Beside again' }),
    change('investors', { title: 'Out' }),
    { as, call: listAllPressReleases },
    ...['draft', 'investors', 'later'].map((id): Ask => ({ as, call: listPressReleaseRevisions, params: { id } })),
    // Beside what was published, and what was published.
    ...['1', '2', '5', '99', '0', '01', '1.5'].map(
      (number): Ask => ({ as, call: readPressReleaseRevision, params: { id: 'investors', number } }),
    ),
    restore('investors', '1', {}),
    restore('investors', '1', { 'if-match': '"old"' }),
    restore('investors', '99', { 'if-match': '*' }),
    restore('investors', '1', { 'if-match': '*' }),
    { as: 'investor', call: readPressRelease, params: { id: 'investors' } },
    { as, call: listPressReleaseRevisions, params: { id: 'investors' } },
    restore('draft', '1', { 'if-match': '*' }),
    restore('later', '1', { 'if-match': '*' }),
    { as, call: deletePressRelease, params: { id: 'public' }, headers: { 'if-match': '"old"' } },
    { as, call: deletePressRelease, params: { id: 'public' }, headers: { 'if-match': 'public' } },
    { as, call: deletePressRelease, params: { id: 'public' } },
  );
});

it('alerts', async () => {
  await expectSame(
    { as: 'investor', call: readAlertPreferences },
    { as: 'investor', call: chooseAlertPreferences, body: { newReport: true, investorNews: false } },
    { as: 'investor', call: chooseAlertPreferences, body: { newReport: 'yes' } },
    { as: 'investor', call: readAlertPreferences },
    { as: 'admin', call: countAlertAudience, query: '?topics=public-news,new-report' },
    { as: 'admin', call: countAlertAudience },
    { as: 'admin', call: countAlertAudience, query: '?topics=' },
  );
});

it('roles and devices of a session', async () => {
  const as = 'investor';
  await expectSame(
    { as, call: setDefaultRole, body: { role: 'investor' } },
    { as, call: setDefaultRole, body: { role: 'admin' } },
    { as, call: setDefaultRole, body: { role: null } },
    { as, call: mintIdToken },
    { as, call: revokeDevice, params: { id: 'nobodys' } },
    { as, call: logOut },
    { as, call: logOut },
    { as, call: listDevices },
    { as, call: mintIdToken },
  );
  await portals.signIn(as);
});

it('passkeys', async () => {
  const as = 'investor';
  await expectSame(
    { as, call: listPasskeys },
    { as, call: createRecoveryCodes },
    { as, call: removePasskey, params: { id: 'A'.repeat(16) } },
    { as, call: renamePasskey, params: { id: 'A'.repeat(16) }, body: { name: 'Key' } },
    { as, call: renamePasskey, params: { id: 'A'.repeat(16) }, body: { name: '' } },
    { as, call: addPasskey, body: { name: 'Key', passkey: {} } },
    { as, call: beginConfirmation },
    { as, call: confirmPerson, body: { code: '000000' } },
    { as, call: confirmPerson, body: {} },
    { as: 'visitor', call: beginSecondFactor },
    { as: 'visitor', call: giveSecondFactor, body: { recoveryCode: 'AAAA-AAAA-AAAA' } },
    { as: 'visitor', call: giveSecondFactor, body: { recoveryCode: 'short' } },
    { as: 'visitor', call: listPasskeys },
  );
});

it('links', async () => {
  const as = 'visitor';
  await expectSame(
    { as, call: requestMagicLink, body: { email: emailOf('nothing') } },
    { as, call: requestMagicLink, body: { email: 'somebody.unknown@x.example' } },
    { as, call: requestMagicLink, body: { email: 'no-address' } },
    { as, call: checkLink, body: { token: 'nonsense' } },
    { as, call: completeSignIn, body: { email: emailOf('nothing'), token: 'nonsense' } },
    { as, call: completeSignIn, body: { email: emailOf('nothing'), code: '000000' } },
    { as, call: completeSignIn, body: { email: emailOf('nothing'), code: '1' } },
    { as, call: completeSignIn, body: { email: emailOf('nothing'), code: '000000', token: 'both' } },
    { as, call: readSignInOptions },
    { as, call: beginCompanySignIn, body: { returnTo: '/dashboard' } },
    { as, call: beginCompanySignIn, body: { more: true } },
    { as, call: completeCompanySignIn, body: { state: 's'.repeat(43), code: 'x' } },
    { as, call: completeCompanySignIn, body: { state: 'short', code: 'x' } },
  );
});

it('mails', async () => {
  await expectSame(
    ...['?status=failed', '?to=unknown@x.example', '?status=troubled'].map(
      (query): Ask => ({ as: 'admin', call: listMails, query }),
    ),
    { as: 'admin', call: retryMail, params: { id: 'none' } },
  );
});
