import {
  auditPageSchema,
  idTokenClaimsSchema,
  idTokenSchema,
  MAX_ROLES_OF_PERSON,
  type Role,
  signedInSchema,
  userSchema,
} from '@cytocomm/contract';
import { decodeJwt } from 'jose';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
const EMAIL = 'rita@x.example';
const RITA = `/api/admin/users/${EMAIL}`;

const allow = async (remote: string, ...roles: readonly Role[]) =>
  admin.authorised('PUT', `/api/remotes/${remote}`, {
    body: { claims: { routes: [], sections: [], roles }, mayPromote: false },
  });
const change = (role: string, enable: boolean, path = RITA) =>
  admin.authorised('PATCH', path, { body: { role, enable } });
const stored = async () => read(await admin.get(`/api/users/${EMAIL}`), userSchema).roles;
const inToken = async (browser: TestBrowser) =>
  idTokenClaimsSchema.parse(decodeJwt(read(await browser.post('/api/auth/token'), idTokenSchema).idToken)).roles;

beforeEach(async () => {
  expect((await allow('mfe-lab', 'researcher', 'investor')).status).toBe(200);
  await portal.connection.collection('users').deleteMany({ email: EMAIL });
});

describe('a role that a team brings', () => {
  it('is given and taken by an admin, and counts on the next call', async () => {
    const added = await admin.authorised('POST', '/api/admin/users', { body: { email: EMAIL, roles: ['researcher'] } });
    expect(read(added, userSchema, 201).roles).toEqual(['researcher']);
    const rita = await portal.signedIn(EMAIL);
    expect(await inToken(rita)).toEqual(['researcher']);
    expect(read(await change('customer', true), userSchema).roles).toEqual(['customer', 'researcher']);
    expect(await inToken(rita)).toEqual(['customer', 'researcher']);
    expect(read(await change('researcher', false), userSchema).roles).toEqual(['customer']);
    expect(await inToken(rita)).toEqual(['customer']);
    const audit = read(await admin.get('/api/admin/audit'), auditPageSchema).items;
    expect(audit.map(({ action, detail }) => [action, detail])).toContainEqual([
      'role.removed',
      { role: 'researcher' },
    ]);
  });

  it('opens nothing of the portal’s own', async () => {
    await portal.person(EMAIL, 'researcher');
    const rita = await portal.signedIn(EMAIL);
    for (const path of ['/api/admin/users', '/api/reports', '/api/releases', '/api/admin/audit'])
      expectProblem(await rita.get(path), 403, 'forbidden');
    expect((await rita.get('/api/events')).status).toBe(200);
  });

  it('is named at sign-in, and may be the default', async () => {
    await portal.person(EMAIL, 'researcher', 'investor');
    const rita = await portal.signedIn(EMAIL);
    const chosen = await rita.call('PUT', '/api/auth/default-role', { body: { role: 'researcher' } });
    expect(chosen.status).toBe(200);
    const { token, browser } = await portal.askForLink(EMAIL);
    const done = read(await browser.post('/api/auth/complete', { email: EMAIL, token }), signedInSchema);
    expect(done).toMatchObject({ roles: ['investor', 'researcher'], role: 'researcher' });
    expect(browser.cookies.get('portal_roles')).toBeUndefined();
    await browser.post('/api/auth/token');
    expect(browser.cookies.get('portal_roles')).toBe('investor.researcher');
  });

  it('can be previewed by an admin', async () => {
    const as = (role: string) => ({ headers: { 'Preview-As': role } });
    expect((await admin.get('/api/events', as('researcher'))).status).toBe(200);
    expectProblem(await admin.get('/api/admin/users', as('researcher')), 403, 'forbidden');
    expectProblem(await admin.get('/api/events', as('king')), 400, 'validation');
  });
});

describe('a role that no row names any more', () => {
  it('opens nothing, and stays with its people until an admin takes it', async () => {
    await portal.person(EMAIL, 'researcher', 'customer');
    const rita = await portal.signedIn(EMAIL);
    await rita.call('PUT', '/api/auth/default-role', { body: { role: 'researcher' } });
    await allow('mfe-lab', 'investor');
    expect(await inToken(rita)).toEqual(['customer']);
    const { token, browser } = await portal.askForLink(EMAIL);
    const done = read(await browser.post('/api/auth/complete', { email: EMAIL, token }), signedInSchema);
    expect(done.roles).toEqual(['customer']);
    expect(done).not.toHaveProperty('role');
    expect(await stored()).toEqual(['customer', 'researcher']);
    expectProblem(await change('researcher', true, '/api/admin/users/admin@x.example'), 400, 'validation');
    expectProblem(await admin.get('/api/events', { headers: { 'Preview-As': 'researcher' } }), 400, 'validation');
    expect(read(await change('researcher', false), userSchema).roles).toEqual(['customer']);
  });

  it('counts again when the row of its team names it', async () => {
    await portal.person(EMAIL, 'researcher');
    const rita = await portal.signedIn(EMAIL);
    await allow('mfe-lab');
    expect(await inToken(rita)).toEqual([]);
    expect((await allow('mfe-lab', 'researcher')).status).toBe(200);
    expect(await inToken(rita)).toEqual(['researcher']);
  });

  it('does not come to another team with the people of the first one', async () => {
    await portal.person(EMAIL, 'researcher');
    await allow('mfe-lab');
    const { detail } = expectProblem(await allow('mfe-farm', 'researcher'), 409, 'conflict');
    expect(detail).toBe(
      '1 person has the role researcher of mfe-lab: take it from them first, or choose another name.',
    );
    expect(read(await change('researcher', false), userSchema).roles).toEqual([]);
    expect((await allow('mfe-farm', 'researcher')).status).toBe(200);
    await portal.person('farmer@x.example', 'researcher');
    await allow('mfe-farm');
    const back = expectProblem(await allow('mfe-lab', 'researcher'), 409, 'conflict');
    expect(back.detail).toContain('the role researcher of mfe-farm');
    await portal.connection.collection('users').deleteMany({ email: 'farmer@x.example' });
  });

  it('stays with its people while two teams have it, and when one of them leaves it', async () => {
    await portal.person(EMAIL, 'researcher');
    const rita = await portal.signedIn(EMAIL);
    expect((await allow('mfe-farm', 'researcher')).status).toBe(200);
    await allow('mfe-lab');
    expect(await inToken(rita)).toEqual(['researcher']);
    await allow('mfe-lab', 'researcher');
    await allow('mfe-farm');
  });
});

describe('roles that are none', () => {
  it('a record with anything else in it has the roles that have the form of one', async () => {
    const roles = ['investor', 7, null, 'No Role', { $gt: '' }, 'researcher', 'researcher', 'king'];
    await portal.person(EMAIL);
    await portal.connection.collection<{ roles: unknown }>('users').updateOne({ email: EMAIL }, { $set: { roles } });
    const rita = await portal.signedIn(EMAIL);
    expect(await stored()).toEqual(['investor', 'researcher', 'king']);
    expect(await inToken(rita)).toEqual(['investor', 'researcher']);
  });

  it('a person gets at most 20', async () => {
    const names = Array.from({ length: MAX_ROLES_OF_PERSON }, (_, index) => `team-${index}`);
    await allow('mfe-many', ...names);
    await portal.person(EMAIL, ...names);
    expectProblem(await change('investor', true), 409, 'conflict');
    expect((await change('team-0', false)).status).toBe(200);
    expect((await change('investor', true)).status).toBe(200);
  });

  it('a canary is for roles that there are', async () => {
    const promote = (...roles: readonly Role[]) =>
      admin.authorised('POST', '/api/locks', {
        body: { base: '0'.repeat(64), set: [{ remote: 'mfe-lab', version: '1.0.0' }], canary: { roles } },
      });
    const { detail, errors } = expectProblem(await promote('investor', 'king'), 400, 'validation');
    expect(detail).toBe('There is no role king: the table of remotes names those of teams.');
    expect(errors).toEqual([{ path: 'body.canary.roles', message: detail }]);
    expectProblem(await promote('investor', 'researcher'), 409, 'lock-moved');
  });
});
