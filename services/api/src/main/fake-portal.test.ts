import * as contract from '@cytocomm/contract';
import { type Call, specOf } from '@cytocomm/contract';
import {
  askFakePortal,
  buildAuditEntry,
  buildNotification,
  buildRelease,
  buildRemote,
  buildUser,
  createFakePortal,
} from '@cytocomm/fake-portal';
import { z } from 'zod';
import { drawPicture } from '../testing/pictures.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { storeRelease } from '../testing/releases.ts';
import { MULTIPART, multipart } from '../testing/uploads.ts';

// Component tests run against a fake portal. Its answers have the fields that the real one's have; it knows no rules.

/** Calls that the real portal answers after a ceremony; what the fake answers fits their schemas, which it checks itself. */
const CEREMONIES: readonly Call[] = [
  contract.beginCompanySignIn,
  contract.completeCompanySignIn,
  contract.beginSecondFactor,
  contract.giveSecondFactor,
  contract.addPasskey,
  contract.renamePasskey,
  contract.removePasskey,
  contract.createRecoveryCodes,
  contract.confirmPerson,
  contract.fitLocalRemote,
  contract.retryMail,
];

const PEOPLE = ['ada', 'bob'] as const;
type Person = (typeof PEOPLE)[number];
const ROLES = { ada: ['admin', 'customer', 'developer', 'investor'], bob: ['admin'] } as const;
const emailOf = (person: Person | 'carl') => `${person}@x.example`;

/** One request to both portals. Texts that begin with `#` stand for the id of what an earlier answer has made. */
interface Ask {
  readonly call: Call;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** By default Ada. */
  readonly as?: Person;
  /** Keeps the id of the answer under this name, and its ETag with ` etag` after it. */
  readonly made?: string;
}

type Answered = { readonly status: number; readonly text: string };
type Init = { readonly headers: Record<string, string>; readonly body?: string | Buffer<ArrayBuffer> };
type Send = (ask: Ask, path: string, init: Init) => Promise<Answered>;

/** What is kept of an answer. */
const keptSchema = z.object({
  id: z.string().default(''),
  etag: z.string().default(''),
  sha256: z.string().default(''),
  items: z.array(z.object({ id: z.string() })).default([]),
});

/** Returns the names of the fields of an answer, and of its items. */
function fieldsOf(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  if (Array.isArray(answer)) return answer.flatMap(fieldsOf);
  const items = 'items' in answer ? fieldsOf(answer.items).map((name) => `items.${name}`) : [];
  return [...new Set([...Object.keys(answer), ...items])].toSorted();
}

/** Returns a function that asks one portal and returns what came: the status, and the fields of the answer. */
function askerOf(link: string, send: Send) {
  const names = new Map([['#link', link]]);
  const keep = (name: string, { id, etag, sha256, items: [first] }: z.infer<typeof keptSchema>) => {
    for (const [of, value] of Object.entries({ '': id || (first?.id ?? ''), ' etag': etag, ' sha256': sha256 }))
      names.set(name + of, value);
  };
  const withMade = (_: string, value: unknown) => (typeof value === 'string' ? (names.get(value) ?? value) : value);
  return async (ask: Ask) => {
    const { call, params = {}, query = {}, body } = ask;
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(withMade('', params[name])));
    const headers = JSON.parse(JSON.stringify({ 'content-type': 'application/json', ...ask.headers }, withMade));
    const sent = Buffer.isBuffer(body) ? Buffer.from(body) : JSON.stringify(body, withMade);
    const init = { headers, ...(sent !== undefined && { body: sent }) };
    const { status, text } = await send(ask, `${path}?${new URLSearchParams(query)}`, init);
    const { reply } = specOf(call);
    if (status >= 400 || reply.kind !== 'json') return { status, fields: status >= 400 ? text : '' };
    const answer: unknown = JSON.parse(text);
    reply.schema.parse(answer);
    if (ask.made !== undefined) keep(ask.made, keptSchema.parse(answer));
    return { status, fields: fieldsOf(answer).join(' ') };
  };
}

const form = (fields: Readonly<Record<string, string>>, value: Buffer | string, fileName: string) => ({
  headers: { 'content-type': MULTIPART },
  body: multipart([
    ...Object.entries(fields).map(([name, text]) => ({ name, value: text })),
    { name: 'file', value, fileName },
  ]),
});

/** Requests that need nothing but an address. */
const reads = (params: Ask['params'], ...calls: readonly Call[]) =>
  calls.map((call): Ask => ({ call, params: { ...params } }));

const carl = { email: emailOf('carl') };
const TEXT = { title: 'News', content: '<p>Words.</p>', target: ['public'], sendEmail: false, publishAt: null };
const ANY = { 'if-match': '*' };
const lab = { remote: 'mfe-lab' };
const release = { id: '#release' };
const text = { id: '#text' };
const binned = { kind: 'press-release', ...release };
const document = { id: '#document' };
const event = { id: '#event' };

const people: readonly Ask[] = [
  { call: contract.addUser, body: { ...carl, roles: ['customer'], groups: ['lab'] } },
  { call: contract.changeUserRole, params: carl, body: { role: 'investor', enable: true } },
  { call: contract.changeUserGroup, params: carl, body: { group: 'farm', enable: true } },
  { call: contract.renameUser, params: carl, body: { name: 'Carl' } },
  ...reads(carl, contract.resendInvitation, contract.endUserSessions, contract.resetPasskeys),
  { call: contract.importUsers, ...form({}, 'email,roles,x\ndora@x.example,customer,\nno,customer,', 'people.csv') },
  ...reads({}, contract.inviteUsers, contract.listUsers, contract.listGroups, contract.listMails),
  { call: contract.countReaders, query: { groups: 'lab' } },
  ...reads(carl, contract.readUser, contract.listSignIns, contract.listPersonAccesses, contract.deleteUser),
];

const documents: readonly Ask[] = [
  {
    call: contract.uploadDocument,
    ...form({ title: 'SOP', visibility: 'customer', kind: 'sop', revision: 'A' }, '%PDF-1.7\n', 'sop.pdf'),
    made: '#document',
  },
  { call: contract.changeDocument, params: document, body: { title: 'SOP 1', groups: ['lab'] } },
  { call: contract.replaceDocumentContent, params: document, ...form({}, '%PDF-1.7\n2', 'sop.pdf') },
  ...reads(document, contract.listDocumentVersions, contract.listDocumentAccesses, contract.listAcknowledgements),
  ...reads({ ...document, number: '1' }, contract.readDocumentVersion, contract.restoreDocumentVersion),
  ...reads({ ...document, number: '2' }, contract.deleteDocumentVersion, contract.readDocumentContent),
  { call: contract.acknowledgeDocument, params: document, body: { name: 'Ada', sha256: '#document sha256' } },
  ...reads(document, contract.countDocumentReaders, contract.listNonReaders, contract.remindNonReaders),
  ...reads(document, contract.listMissingAcknowledgements),
  ...reads({}, contract.listDocuments, contract.listReports, contract.readStorageUsage, contract.readWaitingReports),
  ...[contract.sendWaitingReports, contract.recallWaitingReports].map((call) => ({
    call,
    body: { documents: ['#document'] },
  })),
  { call: contract.searchPortal, query: { q: 'sop' } },
  ...reads(document, contract.deleteDocument),
];

const picturesOf = (png: Buffer): readonly Ask[] => [
  { call: contract.uploadPicture, ...form({}, png, 'a.png'), made: '#picture' },
  ...reads({ id: '#picture', width: '480' }, contract.readPicture),
];

const events: readonly Ask[] = [
  { call: contract.addEvent, body: { title: 'Fair', date: '2027-03-01', audience: 'public' }, made: '#event' },
  { call: contract.changeEvent, params: event, body: { place: 'Berlin' } },
  ...reads(event, contract.readEvent, contract.readVisibleEvent),
  ...reads({}, contract.listEvents, contract.listPublicEvents, contract.listAllEvents),
  ...reads({}, contract.createCalendarLink, contract.readCalendarLink, contract.revokeCalendarLink),
  { call: contract.searchPortal, query: { q: 'fair' } },
  ...reads({}, contract.listNotifications, contract.summarizeNotifications).map((ask): Ask => ({ ...ask, as: 'bob' })),
  { call: contract.markNotificationsRead, body: { upTo: '2020-01-01T00:00:00.000Z' } },
  ...reads({}, contract.noteVisit),
  ...reads(event, contract.deleteEvent),
];

/** One step of the approval of a press release. */
const approval = (call: Call, as: Person, body: object | undefined): Ask => ({
  ...{ call, as, params: release, body, made: '#release' },
  headers: { 'if-match': '#release etag' },
});
const pressReleases: readonly Ask[] = [
  { call: contract.writePressRelease, body: { ...TEXT, publishAt: undefined, status: 'draft' } },
  { call: contract.startPressReleaseDraft, body: TEXT, made: '#release' },
  { call: contract.savePressReleaseText, params: release, body: TEXT, headers: ANY, made: '#release' },
  approval(contract.askForApproval, 'ada', {}),
  approval(contract.declinePressRelease, 'bob', { note: 'No' }),
  approval(contract.askForApproval, 'ada', {}),
  approval(contract.withdrawApproval, 'ada', undefined),
  approval(contract.approvePressRelease, 'bob', {}),
  { call: contract.changePressRelease, params: release, body: { status: 'published' } },
  ...reads(release, contract.readPressRelease, contract.readPressReleaseState),
  { call: contract.savePressReleaseText, params: release, body: { ...TEXT, title: 'Beside' }, headers: ANY },
  ...reads({}, contract.listPressReleases, contract.listAllPressReleases),
  { call: contract.discardPressReleaseText, params: release, headers: ANY },
  { call: contract.startPressReleaseDraft, body: TEXT, made: '#text', as: 'bob' },
  { call: contract.savePressReleaseText, params: text, body: { ...TEXT, title: 'Third' }, headers: ANY },
  ...reads(text, contract.listPressReleaseRevisions),
  ...reads({ ...text, number: '1' }, contract.readPressReleaseRevision),
  { call: contract.restorePressReleaseRevision, params: { ...text, number: '1' }, headers: ANY },
  { call: contract.searchPortal, query: { q: 'news' } },
  ...reads(release, contract.sendTestMail, contract.deletePressRelease),
  ...reads(binned, contract.listBin, contract.restoreFromBin, contract.deletePressRelease, contract.deleteFromBin),
  { call: contract.countAlertAudience, query: { topics: 'public-news' } },
  { call: contract.chooseAlertPreferences, body: { newReport: true, investorNews: false } },
  ...reads({}, contract.readAlertPreferences, contract.listAudit),
];

const claims = { routes: [], sections: [], roles: [], backends: [{ audience: 'lab', origin: 'https://lab.example' }] };
const [first, canary] = [
  { base: null, set: ['shell', 'mfe-lab'].map((remote) => ({ remote, version: '1.0.0' })) },
  { base: '#lock', set: [{ ...lab, version: '1.1.0' }], canary: { percent: 10 } },
];
const releases: readonly Ask[] = [
  { call: contract.changeRemote, params: lab, body: { claims, mayPromote: false } },
  ...reads({}, contract.listRemotes, contract.listReleases, contract.readReleaseHealth, contract.listFailureCauses),
  ...reads({ ...lab, release: '1.0.0' }, contract.listRemoteReleases, contract.readRelease),
  { call: contract.promoteReleases, body: first, made: '#lock' },
  { call: contract.promoteReleases, body: canary },
  ...reads(lab, contract.readRemote, contract.stopCanary),
  { call: contract.promoteReleases, body: canary },
  ...reads({}, contract.promoteCanary),
  { call: contract.rollBack, body: lab },
  ...reads({ id: '#lock' }, contract.readLiveLock, contract.listLocks, contract.readLock),
  { call: contract.switchRemoteOff, params: lab, body: { reason: 'Away' } },
  ...reads(lab, contract.switchRemoteOn),
  { call: contract.mintBackendToken, body: { ...lab, audience: 'lab' } },
  { call: contract.mintTeamToken, body: { ...lab, name: 'pipeline', expiresInDays: 1 }, made: '#token' },
  ...reads({ id: '#token' }, contract.listTeamTokens, contract.revokeTeamToken),
  { call: contract.allowLocalRemote, body: { ...lab, origin: 'http://localhost:3001', hours: 1 } },
  ...reads({}, contract.readLocalRemote, contract.stopLocalRemote),
];

const session: readonly Ask[] = [
  { call: contract.setDefaultRole, body: { role: 'admin' } },
  { call: contract.listDevices, made: '#device' },
  ...reads({}, contract.mintIdToken, contract.listPasskeys, contract.beginPasskey, contract.beginConfirmation),
  { call: contract.requestMagicLink, body: { email: emailOf('bob') } },
  { call: contract.checkLink, body: { token: '#link' } },
  ...reads({ id: '#device' }, contract.readSignInOptions, contract.revokeDevice),
  { call: contract.logOut, as: 'bob' },
  { call: contract.completeSignIn, body: { email: emailOf('bob'), token: '#link' }, as: 'bob' },
  { call: contract.logOutEverywhere, as: 'bob' },
];

const NOW = new Date().toISOString();

/** All requests, one after the other. */
const tableOf = (png: Buffer) => [
  ...[...people, ...documents, ...picturesOf(png), ...events],
  ...[...pressReleases, ...releases, ...session],
];

let real: TestPortal;
beforeAll(async () => {
  real = await startTestPortal({ RELEASE_APPROVAL: 'yes' });
});
afterAll(() => real.stop());

it('each answer has the fields that the real portal’s answer has', async () => {
  const fake = createFakePortal({
    pressReleaseApproval: true,
    notifications: [buildNotification()],
    audit: [buildAuditEntry({ subject: carl.email, request: 'x' })],
    devices: [{ id: 'here', current: true, createdAt: NOW, lastSeenAt: NOW, userAgent: 'test' }],
    remotes: [buildRemote({ remote: 'mfe-marketing' })],
    users: PEOPLE.map((name) =>
      buildUser({ email: emailOf(name), name, roles: [...ROLES[name]], createdAt: NOW, lastSignInAt: NOW }),
    ),
  });
  for (const remote of ['shell', 'mfe-lab'])
    for (const version of ['1.0.0', '1.1.0']) {
      await storeRelease(real.connection, remote, { version });
      fake.data.releases.push(buildRelease({ remote, version }));
    }
  const browsers = {
    ada: await real.signedInAs(emailOf('ada'), ...ROLES.ada),
    bob: await real.signedInAs(emailOf('bob'), ...ROLES.bob),
  };
  const askReal = askerOf(await real.linkFor(emailOf('bob')), ({ call: { method }, as = 'ada' }, path, init) =>
    browsers[as][path.startsWith('/api/auth/') ? 'call' : 'authorised'](method, path, init),
  );
  const askFake = askerOf('token-1', async ({ call: { method }, as = 'ada' }, path, init) => {
    fake.cookie = emailOf(as);
    const answer = await askFakePortal(fake, new Request(new URL(path, 'http://localhost'), { ...init, method }));
    return { status: answer.status, text: await answer.text() };
  });
  const answers = [];
  for (const ask of tableOf(await drawPicture(700, 300).png().toBuffer())) {
    const name = `${ask.call.method} ${ask.call.path}`;
    answers.push({ name, status: specOf(ask.call).reply.status, real: await askReal(ask), fake: await askFake(ask) });
  }
  const expected = answers.map(({ real: { fields }, ...answer }) => {
    const each = { status: answer.status, fields };
    return { ...answer, real: each, fake: each };
  });
  expect(answers).toEqual(expected);
});

it('each call of the contract is in the table, is a ceremony, or is unknown to the fake', () => {
  const expected = [...tableOf(Buffer.alloc(0)).map(({ call }) => call), ...CEREMONIES];
  const named = (calls: readonly Call[]) =>
    [...new Set(calls.map(({ method, path }) => `${method} ${path}`))].toSorted();
  expect(named(createFakePortal().calls.map(({ call }) => call))).toEqual(named(expected));
});
