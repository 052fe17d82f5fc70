import {
  addEvent,
  addUser,
  CALL_SPECS,
  type Call,
  type CallSpec,
  changeUserRole,
  importUsers,
  publishRelease,
  replaceDocumentContent,
  specOf,
  uploadDocument,
  uploadPicture,
  writePressRelease,
} from '@cytocomm/contract';
import { mongo } from 'mongoose';
import { z } from 'zod';
import { openApiPath } from '../../main/openapi/document.ts';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate } from '../../testing/clock.ts';
import { drawPicture } from '../../testing/pictures.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { archiveOf, mintToken, releaseFiles } from '../../testing/releases.ts';
import { type HeldCall, holdBody } from '../../testing/slow-clients.ts';
import { addDocument, MULTIPART, multipart } from '../../testing/uploads.ts';

// A caller may lose the right between head and body of a call: nothing is written then.

const JSON_TYPE = 'application/json';
const VICTIM = 'victim@x.example';
const pdf = (words: string) => Buffer.from(`%PDF-1.7\n${words}\n%%EOF`);
const formOf = (fileName: string, value: string | Buffer, fields: Readonly<Record<string, string>> = {}) =>
  multipart([
    ...Object.entries(fields).map(([name, text]) => ({ name, value: text })),
    { name: 'file', value, fileName },
  ]);

/** What is written about calls that are refused, about sign-ins, and by the probe of readiness. */
const WRITTEN_ABOUT_CALLS = [
  ...['sessions', 'limits', 'stranger_notes', 'readiness'],
  ...['audit', 'audit_seals', 'job_turns'],
];
/** Where a file is until it is taken over or discarded. */
const FILES = ['fs.files', 'fs.chunks', 'uploads', 'pictures.files', 'pictures.chunks', 'picture_uploads'];
const operationSchema = z.object({ description: z.string(), security: z.array(z.unknown()) });
const openApiSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });

const portal = testPortal({ SECOND_FACTOR_ROLES: 'developer', STEP_UP_EVERYBODY: 'yes' });
const other = beforeTests(() => portal.signedInAs('other@x.example', 'admin'));
let bodies: ReadonlyMap<Call, readonly [string, string | Buffer]>;
let documentId: string;
/** The calls that read a body and know their caller, with what the OpenAPI document says of who may make them. */
let calls: readonly (readonly [CallSpec, string])[];

beforeAll(async () => {
  await portal.person(VICTIM, 'investor');
  documentId = (await addDocument(other)).id;
  const { paths } = read(await other.get('/api/openapi.json'), openApiSchema);
  calls = CALL_SPECS.filter(
    ({ call, body, form }) => body !== undefined || form !== undefined || call === publishRelease,
  )
    .map((spec) => [spec, paths[openApiPath(spec.call)]?.[spec.call.method.toLowerCase()]] as const)
    .flatMap(([spec, operation]) =>
      operation === undefined || operation.security.length === 0 ? [] : [[spec, operation.description] as const],
    );
  const news = { title: 'News', content: '<p>News.</p>', target: ['public'] };
  bodies = new Map<Call, readonly [string, string | Buffer]>([
    [addUser, [JSON_TYPE, JSON.stringify({ email: 'backdoor@x.example', roles: ['admin'] })]],
    [changeUserRole, [JSON_TYPE, JSON.stringify({ role: 'admin', enable: true })]],
    [addEvent, [JSON_TYPE, JSON.stringify({ title: 'A day', date: '2026-12-01T00:00:00.000Z' })]],
    [writePressRelease, [JSON_TYPE, JSON.stringify(news)]],
    [uploadDocument, [MULTIPART, formOf('b.pdf', pdf('late'), { title: 'Late', visibility: 'public' })]],
    [replaceDocumentContent, [MULTIPART, formOf('b.pdf', pdf('other'))]],
    [uploadPicture, [MULTIPART, formOf('a.png', await drawPicture(40, 30).png().toBuffer())]],
    [importUsers, [MULTIPART, formOf('a.csv', 'email,roles\nimported@x.example,investor')]],
    [publishRelease, ['application/gzip', await archiveOf(await releaseFiles({ version: '1.0.0' }))]],
  ]);
});
afterEach(realDate);

/** The sealer announces the rows of the trail at a time of its own. */
const NO_SEALS = { 'event.collection': { $ne: 'audit' } };

/** All records that a call could write but its file, by collection. */
async function stored(): Promise<Readonly<Record<string, readonly string[]>>> {
  const collections = await portal.connection.listCollections();
  const names = collections
    .map(({ name }) => name)
    .filter((name) => ![...WRITTEN_ABOUT_CALLS, ...FILES].includes(name));
  const rows = names.toSorted().map(async (name): Promise<[string, readonly string[]]> => {
    const all = await portal.connection.collection(name).find(NO_SEALS).sort({ _id: 1 }).toArray();
    return [name, all.map((row) => mongo.BSON.EJSON.stringify(row))];
  });
  return Object.fromEntries((await Promise.all(rows)).filter(([, all]) => all.length > 0));
}

/** How many files, parts and uploads there are. */
const countFiles = () => Promise.all(FILES.map((name) => portal.connection.collection(name).countDocuments()));

const VALUES: Readonly<Record<string, string>> = { email: VICTIM, remote: 'mfe-lab', kind: 'event', number: '1' };
const nameOf = ({ method, path }: Call) => `${method} ${path}`;
/** A passkey has an id of another form. */
const idFor = (path: string) => (path.includes('/passkeys/') ? 'a'.repeat(16) : documentId);
const addressOf = ({ path }: Call) => path.replace(/:(\w+)/g, (_, name: string) => VALUES[name] ?? idFor(path));

/** Opens a call: all of it is sent but the last byte of the body. */
function open(call: Call, headers: Readonly<Record<string, string>>): Promise<HeldCall> {
  const [type, body] = bodies.get(call) ?? [JSON_TYPE, '{}'];
  return holdBody(portal.url, {
    ...{ method: call.method, path: addressOf(call), headers: { ...headers, 'Content-Type': type }, body },
  });
}

/** Opens all these calls, ends the right of who makes them, and sends the rest. Returns how each was answered, by its name. */
async function answersAfter(
  specs: readonly CallSpec[],
  headers: Readonly<Record<string, string>>,
  end: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  const files = await countFiles();
  const heldCalls = await Promise.all(
    specs.map(async ({ call }) => {
      return [nameOf(call), await open(call, headers)] as const;
    }),
  );
  await end();
  const before = await stored();
  const statuses = new Map<string, number>();
  for (const [name, { finish }] of heldCalls) statuses.set(name, (await finish()).status);
  expect(await stored()).toEqual(before);
  expect(await countFiles()).toEqual(files);
  return statuses;
}

const all = (specs: readonly CallSpec[], status: number) => new Map(specs.map(({ call }) => [nameOf(call), status]));

async function headersOf(browser: TestBrowser): Promise<Readonly<Record<string, string>>> {
  const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { Authorization: `Bearer ${await browser.token()}`, Cookie, Origin: portal.url };
}

const setRoles = (email: string, roles: readonly string[]) =>
  portal.connection.collection('users').updateOne({ email }, { $set: { roles } });
const ROLES = ['admin', 'investor', 'customer'] as const;

it('of a person who is deleted', async () => {
  const specs = calls.map(([spec]) => spec);
  expect(specs.length).toBeGreaterThan(30);
  const person = await portal.signedInAs('deleted@x.example', ...ROLES);
  const end = () => other.authorised('DELETE', '/api/admin/users/deleted@x.example');
  expect(await answersAfter(specs, await headersOf(person), end)).toEqual(all(specs, 401));
});

it('of a person who signs out everywhere', async () => {
  const specs = calls.map(([spec]) => spec);
  const person = await portal.signedInAs('gone@x.example', ...ROLES);
  const end = () => person.post('/api/auth/logout-everywhere');
  expect(await answersAfter(specs, await headersOf(person), end)).toEqual(all(specs, 401));
});

it('of a person who loses the role', async () => {
  const specs = calls.filter(([, says]) => !says.includes('Who: signed in')).map(([spec]) => spec);
  const person = await portal.signedInAs('demoted@x.example', ...ROLES);
  const end = () => setRoles('demoted@x.example', []);
  expect(await answersAfter(specs, await headersOf(person), end)).toEqual(all(specs, 403));
});

it('of a person whose new role demands a passkey', async () => {
  const specs = calls.filter(([, says]) => !says.includes('from the portal itself')).map(([spec]) => spec);
  const person = await portal.signedInAs('unproved@x.example', ...ROLES);
  const end = () => setRoles('unproved@x.example', [...ROLES, 'developer']);
  expect(await answersAfter(specs, await headersOf(person), end)).toEqual(all(specs, 403));
});

it('of a person whose last confirmation is too old', async () => {
  const specs = [addUser, changeUserRole, importUsers].map(specOf);
  const person = await portal.signedInAs('stale@x.example', ...ROLES);
  const end = async () => moveDate(11 * 60_000);
  expect(await answersAfter(specs, await headersOf(person), end)).toEqual(all(specs, 403));
});

it('of a team whose token is revoked', async () => {
  const specs = calls.filter(([, says]) => says.includes('a team token')).map(([spec]) => spec);
  expect(specs.map(({ call }) => call)).toContain(publishRelease);
  const { id, token } = await mintToken(other, 'mfe-lab');
  const end = () => other.authorised('DELETE', `/api/team-tokens/${id}`);
  expect(await answersAfter(specs, { Authorization: `Bearer ${token}` }, end)).toEqual(all(specs, 401));
});

it('and no others: who keeps the right succeeds when the body comes late', async () => {
  const specs = CALL_SPECS.filter(({ call }) => bodies.has(call) && call !== changeUserRole);
  const headers = await headersOf(await portal.signedInAs('present@x.example', ...ROLES));
  for (const { call } of specs) {
    const heldCall = await open(call, headers);
    expect([nameOf(call), [200, 201].includes((await heldCall.finish()).status)]).toEqual([nameOf(call), true]);
  }
});
