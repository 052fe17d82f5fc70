import { documentSchema, type Role, roleSchema } from '@cytocomm/contract';
import { z } from 'zod';
import { writePdf } from '../seed/pdf.ts';
import type { TestBrowser } from '../testing/browser.ts';
import { read } from '../testing/json.ts';
import { MULTIPART, multipart } from '../testing/multipart.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

/** Everybody there is: without a session, with one but no role, and with each role alone. */
const PEOPLE = ['visitor', 'nothing', ...roleSchema.options] as const;
type Person = (typeof PEOPLE)[number];

const EVERYBODY: readonly Person[] = PEOPLE;
const SIGNED_IN: readonly Person[] = ['nothing', ...roleSchema.options];
const INVESTORS: readonly Person[] = ['investor', 'admin'];
const ADMINS: readonly Person[] = ['admin'];

/** Who is let through, by call. A call that is missing here, or is not served any more, fails the first test. */
const CALLS: Readonly<Record<string, readonly Person[]>> = {
  'GET /healthz': EVERYBODY,
  // Somebody else's address; one's own is below.
  'GET /api/users/{email}': ADMINS,
  'GET /api/admin/users': ADMINS,
  'POST /api/admin/users': ADMINS,
  'PATCH /api/admin/users/{email}': ADMINS,
  'DELETE /api/admin/users/{email}': ADMINS,
  'GET /api/admin/users/{email}/sign-ins': ADMINS,
  'POST /api/auth/magic-link': EVERYBODY,
  // A body that is no sign-in at all: whether a link is good is not a matter of roles.
  'POST /api/auth/link': EVERYBODY,
  'POST /api/auth/complete': EVERYBODY,
  'POST /api/auth/token': SIGNED_IN,
  'POST /api/auth/logout': SIGNED_IN,
  'POST /api/auth/logout-everywhere': SIGNED_IN,
  'GET /api/auth/sessions': SIGNED_IN,
  'DELETE /api/auth/sessions/{id}': SIGNED_IN,
  'PUT /api/auth/default-role': SIGNED_IN,
  'GET /api/press-releases': EVERYBODY,
  'GET /api/press-releases/feed.xml': EVERYBODY,
  'GET /api/press-releases/{id}': EVERYBODY,
  'GET /api/admin/press-releases': ADMINS,
  'POST /api/admin/press-releases': ADMINS,
  'GET /api/admin/press-releases/{id}': ADMINS,
  'PATCH /api/admin/press-releases/{id}': ADMINS,
  'DELETE /api/admin/press-releases/{id}': ADMINS,
  'POST /api/admin/press-releases/{id}/test-mail': ADMINS,
  'GET /api/documents': EVERYBODY,
  'GET /api/documents/{id}/content': EVERYBODY,
  'GET /api/reports': INVESTORS,
  'POST /api/admin/documents': ADMINS,
  'DELETE /api/admin/documents/{id}': ADMINS,
  'GET /api/admin/documents/{id}/accesses': ADMINS,
  'GET /api/admin/alerts/audience': ADMINS,
  'GET /api/admin/storage': ADMINS,
  'GET /api/admin/strangers': ADMINS,
  'GET /api/events': SIGNED_IN,
  'GET /api/events.ics': EVERYBODY,
  'GET /api/events/subscription': SIGNED_IN,
  'POST /api/events/subscription': SIGNED_IN,
  'DELETE /api/events/subscription': SIGNED_IN,
  'POST /api/admin/events': ADMINS,
  'PATCH /api/admin/events/{id}': ADMINS,
  'DELETE /api/admin/events/{id}': ADMINS,
  'GET /api/live': SIGNED_IN,
  'GET /api/captcha': EVERYBODY,
  'POST /api/contact': EVERYBODY,
  'POST /api/alerts': EVERYBODY,
  'POST /api/alerts/confirm': EVERYBODY,
  'POST /api/alerts/unsubscribe': EVERYBODY,
  'GET /api/alerts/unsubscribe': EVERYBODY,
  'GET /api/alerts/preferences': INVESTORS,
  'PUT /api/alerts/preferences': INVESTORS,
  'POST /api/forms/contact': EVERYBODY,
  'POST /api/forms/alerts': EVERYBODY,
  'POST /api/forms/alerts/confirm': EVERYBODY,
  'POST /api/forms/alerts/unsubscribe': EVERYBODY,
  'GET /api/admin/mail': ADMINS,
  'POST /api/admin/mail/{id}/retry': ADMINS,
  'GET /api/admin/audit': ADMINS,
  'POST /api/telemetry/failures': EVERYBODY,
  'GET /api/openapi.json': EVERYBODY,
  'GET /api/docs': EVERYBODY,
};

const GUESSED = { id: 'ffffffffffffffffffffffff', email: 'somebody.unknown@x.example' };
const SOMEBODY = 'somebody.else@x.example';
const idSchema = z.object({ id: z.string() });

let portal: TestPortal;
const people = new Map<Person, TestBrowser>();
/** What is really there, by the collection in the address: nobody is to reach it by knowing its id. */
const real: Record<string, string> = {};
let draft = '';

async function signInAnew(person: Exclude<Person, 'visitor'>): Promise<void> {
  people.set(person, await portal.signedIn(`${person}@x.example`));
}

function as(person: Person): TestBrowser {
  const browser = people.get(person);
  if (browser === undefined) throw new Error(`nobody is signed in as ${person}`);
  return browser;
}

beforeAll(async () => {
  portal = await startTestPortal();
  people.set('visitor', portal.browser());
  for (const person of PEOPLE) {
    if (person === 'visitor') continue;
    const roles: Role[] = person === 'nothing' ? [] : [person];
    await portal.person(`${person}@x.example`, ...roles);
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

/** Makes a call with nothing in it, so that whoever is let through changes nothing: at most a field is missed. */
async function outcome(person: Person, call: string, values: Readonly<Record<string, string>>): Promise<number> {
  const [method = '', template = ''] = call.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? { body: {} } : {};
  // The live stream would go on for ever.
  const verb = path === '/api/live' ? 'HEAD' : method;
  const byCookie = person === 'visitor' || path.startsWith('/api/auth/');
  const { status } = await as(person)[byCookie ? 'call' : 'authorised'](verb, path, body);
  if (call.startsWith('POST /api/auth/logout') && person !== 'visitor') await signInAnew(person);
  return status;
}

const schema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

it('the table has every call that the API serves, and no other', async () => {
  const { paths } = read(await as('visitor').get('/api/openapi.json'), schema);
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(CALLS).toSorted()).toEqual(served.toSorted());
});

describe.each(Object.entries(CALLS))('%s', (call, may) => {
  it.each(PEOPLE)('%s', async (person) => {
    const status = await outcome(person, call, GUESSED);
    if (may.includes(person)) expect([401, 403, 500]).not.toContain(status);
    else expect(status).toBe(person === 'visitor' ? 401 : 403);
  });
});

it.each(Object.entries(CALLS).filter(([call, may]) => call.includes('{') && may === ADMINS))(
  '%s gives nothing away about what is there, and changes none of it',
  async (call) => {
    const [, collection = ''] = /^\w+ \/api\/admin\/([\w-]+)\//.exec(call) ?? [];
    for (const person of PEOPLE) {
      if (person === 'admin') continue;
      const there = { id: real[collection] ?? GUESSED.id, email: SOMEBODY };
      expect(await outcome(person, call, there)).toBe(await outcome(person, call, GUESSED));
    }
  },
);

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
