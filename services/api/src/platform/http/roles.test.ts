import { builtInRoleSchema, CALL_SPECS } from '@cytocomm/contract';
import { z } from 'zod';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { emailOf, PEOPLE, type Person, rolesOf } from '../../testing/people.ts';
import { testPortal } from '../../testing/portal.ts';
import { addDocument } from '../../testing/uploads.ts';

const EVERYBODY: readonly Person[] = PEOPLE;
const SIGNED_IN: readonly Person[] = ['nothing', ...builtInRoleSchema.options];
const INVESTORS: readonly Person[] = ['investor', 'admin'];
const ADMINS: readonly Person[] = ['admin'];
const OPERATORS: readonly Person[] = ['developer', 'admin'];
/** At a listener of their own; here the call is not there. */
const AT_LISTENER: readonly Person[] = [];
/** A browser whose sign-in waits for its second factor; a session is none. */
const HALF_SIGNED_IN: readonly Person[] = [];

/** The calls that each is let through to make; one's own record is below. */
const TABLE: readonly (readonly [readonly Person[], string])[] = [
  [
    EVERYBODY,
    `POST /api/alerts
     POST /api/alerts/confirm
     POST /api/alerts/unsubscribe
     GET /api/alerts/unsubscribe
     POST /api/auth/company
     POST /api/auth/company/complete
     POST /api/auth/complete
     POST /api/auth/link
     POST /api/auth/magic-link
     POST /api/auth/second-factor
     GET /api/auth/sign-in-options
     GET /api/backend-tokens/keys
     GET /api/captcha
     POST /api/contact
     GET /api/docs
     GET /api/documents
     GET /api/documents/:id/content
     GET /api/events.ics
     GET /api/events/public
     GET /api/events/public.ics
     POST /api/forms/alerts
     POST /api/forms/alerts/confirm
     POST /api/forms/alerts/unsubscribe
     POST /api/forms/contact
     DELETE /api/local-remotes
     GET /api/openapi.json
     GET /api/press-releases
     GET /api/press-releases/:id
     GET /api/press-releases/feed.xml
     GET /api/press-releases/pictures/:id/:width
     POST /api/telemetry
     POST /api/telemetry/failures
     GET /healthz`,
  ],
  [
    SIGNED_IN,
    `POST /api/auth/confirmation
     POST /api/auth/confirmation/options
     PUT /api/auth/default-role
     POST /api/auth/logout
     POST /api/auth/logout-everywhere
     GET /api/auth/passkeys
     POST /api/auth/passkeys
     PATCH /api/auth/passkeys/:id
     DELETE /api/auth/passkeys/:id
     POST /api/auth/passkeys/options
     POST /api/auth/recovery-codes
     GET /api/auth/sessions
     DELETE /api/auth/sessions/:id
     POST /api/auth/token
     POST /api/backend-tokens
     POST /api/documents/:id/acknowledgements
     GET /api/events
     GET /api/events/:id
     GET /api/events/subscription
     POST /api/events/subscription
     DELETE /api/events/subscription
     GET /api/live
     GET /api/notifications
     POST /api/notifications/read
     GET /api/notifications/summary
     POST /api/notifications/visit
     GET /api/search`,
  ],
  [
    INVESTORS,
    `GET /api/alerts/preferences
     PUT /api/alerts/preferences
     GET /api/reports`,
  ],
  [
    OPERATORS,
    `POST /api/canary/promote
     POST /api/canary/stop
     POST /api/local-remotes
     GET /api/local-remotes
     POST /api/local-remotes/fit
     GET /api/locks
     POST /api/locks
     GET /api/locks/:id
     GET /api/locks/live
     POST /api/locks/rollback
     GET /api/releases
     POST /api/releases/:remote
     GET /api/releases/:remote
     GET /api/releases/:remote/:release
     GET /api/remotes
     GET /api/remotes/:remote
     PUT /api/remotes/:remote/switch
     DELETE /api/remotes/:remote/switch
     POST /api/team-tokens
     GET /api/team-tokens
     DELETE /api/team-tokens/:id
     GET /api/telemetry/failures
     GET /api/telemetry/health`,
  ],
  [
    ADMINS,
    `GET /api/admin/alerts/audience
     GET /api/admin/audit
     GET /api/admin/audit.csv
     GET /api/admin/bin
     DELETE /api/admin/bin/:kind/:id
     POST /api/admin/bin/:kind/:id/restore
     POST /api/admin/documents
     GET /api/admin/documents.csv
     PATCH /api/admin/documents/:id
     DELETE /api/admin/documents/:id
     GET /api/admin/documents/:id/accesses
     GET /api/admin/documents/:id/accesses.csv
     GET /api/admin/documents/:id/acknowledgements
     GET /api/admin/documents/:id/acknowledgements.csv
     PUT /api/admin/documents/:id/content
     GET /api/admin/documents/:id/missing-acknowledgements
     GET /api/admin/documents/:id/non-readers
     GET /api/admin/documents/:id/readers
     POST /api/admin/documents/:id/reminders
     GET /api/admin/documents/:id/versions
     DELETE /api/admin/documents/:id/versions/:number
     GET /api/admin/documents/:id/versions/:number/content
     POST /api/admin/documents/:id/versions/:number/restore
     GET /api/admin/events
     POST /api/admin/events
     GET /api/admin/events.csv
     GET /api/admin/events/:id
     PATCH /api/admin/events/:id
     DELETE /api/admin/events/:id
     GET /api/admin/groups
     GET /api/admin/groups/readers
     GET /api/admin/mail
     GET /api/admin/mail.csv
     POST /api/admin/mail/:id/retry
     GET /api/admin/press-releases
     POST /api/admin/press-releases
     GET /api/admin/press-releases.csv
     GET /api/admin/press-releases/:id
     PATCH /api/admin/press-releases/:id
     DELETE /api/admin/press-releases/:id
     POST /api/admin/press-releases/:id/approval
     DELETE /api/admin/press-releases/:id/approval
     POST /api/admin/press-releases/:id/approval/approve
     POST /api/admin/press-releases/:id/approval/decline
     GET /api/admin/press-releases/:id/revisions
     GET /api/admin/press-releases/:id/revisions/:number
     POST /api/admin/press-releases/:id/revisions/:number/restore
     POST /api/admin/press-releases/:id/test-mail
     PUT /api/admin/press-releases/:id/text
     DELETE /api/admin/press-releases/:id/text
     POST /api/admin/press-releases/drafts
     POST /api/admin/press-releases/pictures
     GET /api/admin/report-mails
     POST /api/admin/report-mails/recall
     POST /api/admin/report-mails/send
     GET /api/admin/storage
     GET /api/admin/strangers
     GET /api/admin/users
     POST /api/admin/users
     GET /api/admin/users.csv
     PATCH /api/admin/users/:email
     DELETE /api/admin/users/:email
     GET /api/admin/users/:email/accesses
     GET /api/admin/users/:email/accesses.csv
     PATCH /api/admin/users/:email/groups
     POST /api/admin/users/:email/invitation
     PUT /api/admin/users/:email/name
     DELETE /api/admin/users/:email/passkeys
     DELETE /api/admin/users/:email/sessions
     GET /api/admin/users/:email/sign-ins
     POST /api/admin/users/import
     POST /api/admin/users/invitations
     PUT /api/remotes/:remote
     GET /api/users/:email`,
  ],
  [HALF_SIGNED_IN, `POST /api/auth/second-factor/options`],
  [
    AT_LISTENER,
    `GET /metrics
     GET /readyz
     GET /readyz/process`,
  ],
];

interface Rule {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly may: readonly Person[];
}
const CALLS = TABLE.flatMap(([may, calls]) =>
  calls.split('\n').map((line): Rule => {
    const [method = '', path = ''] = line.trim().split(' ');
    return { name: `${method} ${path}`, method, path, may };
  }),
);

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

const portal = testPortal();
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
  real.documents = (await addDocument(as('admin'), { visibility: 'investor' })).id;
});

/** Makes a call with nothing in it, so that anyone who is let through changes nothing: at most a field is missed. */
async function outcome(person: Person, rule: Rule, values: Readonly<Record<string, string>>): Promise<number> {
  const { method, name } = rule;
  const path = rule.path.replace(/:(\w+)/g, (_, part: string) => values[part] ?? '');
  const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? { body: {} } : {};
  // The live stream would go on for ever.
  const verb = name === 'GET /api/live' ? 'HEAD' : method;
  const byCookie = person === 'visitor' || path.startsWith('/api/auth/');
  const { status } = await as(person)[byCookie ? 'call' : 'authorised'](verb, path, body);
  if (name.startsWith('POST /api/auth/logout') && person !== 'visitor') await signInAnew(person);
  return status;
}

const schema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

it('the table has every call of the contract, and no other', () => {
  const specified = CALL_SPECS.map(({ call: { method, path } }) => `${method} ${path}`);
  expect(CALLS.map(({ name }) => name).toSorted()).toEqual(specified.toSorted());
});

it('every call of the contract is served, and no other', async () => {
  const { paths } = read(await as('visitor').get('/api/openapi.json'), schema);
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const operators = CALLS.filter(({ may }) => may === AT_LISTENER);
  for (const { method, path } of operators) {
    expect((await portal.browser(portal.operatorUrl).call(method, path, { as: 'bare' })).status).toBe(200);
  }
  expect([...served, ...operators.map(({ name }) => name)].toSorted()).toEqual(
    CALLS.map(({ name }) => name).toSorted(),
  );
});

describe.each(CALLS)('$name', (rule) => {
  it.each(PEOPLE)('%s', async (person) => {
    const { may } = rule;
    const status = await outcome(person, rule, GUESSED);
    if (may === AT_LISTENER) expect(status).toBe(404);
    else if (may === HALF_SIGNED_IN) expect(status).toBe(401);
    else if (may.includes(person)) expect([401, 403, 500]).not.toContain(status);
    else expect(status).toBe(person === 'visitor' ? 401 : 403);
  });
});

const ofRecords = CALLS.filter(({ path, may }) => path.includes(':') && may === ADMINS);
it.each(ofRecords)('$name gives nothing away about what is there, and changes none of it', async (rule) => {
  const [, collection = ''] = /^\/api\/admin\/([\w-]+)\//.exec(rule.path) ?? [];
  for (const person of PEOPLE) {
    if (person === 'admin') continue;
    const existing = { ...GUESSED, id: real[collection] ?? GUESSED.id, email: SOMEBODY };
    expect(await outcome(person, rule, existing)).toBe(await outcome(person, rule, GUESSED));
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
