import {
  auditPageSchema,
  CALL_SPECS,
  type MintedTeamToken,
  mintedTeamTokenSchema,
  releasePageSchema,
  remoteItemSchema,
  remoteListSchema,
  teamTokenListSchema,
} from '@cytocomm/contract';
import { z } from 'zod';
import { type Answer, expectProblem, read } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { storeRelease } from '../../testing/releases.ts';
import { MAX_TOKENS_PER_REMOTE } from './team-tokens.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
const developer = beforeTests(() => portal.signedInAs('developer@x.example', 'developer'));

const mint = (remote: string, more: object = {}) =>
  developer.authorised('POST', '/api/team-tokens', { body: { remote, name: 'pipeline', expiresInDays: 30, ...more } });
const minted = async (remote: string): Promise<MintedTeamToken> => read(await mint(remote), mintedTeamTokenSchema, 201);
const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` }, as: 'bare' as const });
const bySomeTeam = (token: string, method: string, path: string) =>
  portal.browser().call(method, path, withToken(token));

/** What a team's token may be used for, and what looks at no credentials at all. */
const OF_TEAMS = [
  '/api/releases',
  '/api/releases/:remote',
  '/api/releases/:remote/:release',
  '/api/remotes/:remote',
  '/api/locks',
  '/api/locks/live',
  '/api/locks/rollback',
  '/api/canary/stop',
];
const NO_CREDENTIALS = [
  'GET /api/alerts/unsubscribe',
  'GET /api/auth/sign-in-options',
  'GET /api/backend-tokens/keys',
  'GET /api/captcha',
  'GET /api/docs',
  'GET /api/events.ics',
  'GET /api/events/public',
  'GET /api/events/public.ics',
  'GET /api/openapi.json',
  'GET /healthz',
  'POST /api/alerts',
  'POST /api/alerts/confirm',
  'POST /api/alerts/unsubscribe',
  'POST /api/contact',
  'POST /api/forms/alerts',
  'POST /api/forms/alerts/confirm',
  'POST /api/forms/alerts/unsubscribe',
  'POST /api/forms/contact',
  'POST /api/telemetry',
  'POST /api/telemetry/failures',
];

describe('team tokens', () => {
  it('are shown once, stored as a hash, listed, revoked and audited', async () => {
    const { token, id, remote } = await minted('mfe-lab');
    expect(token).toMatch(/^cyt_[\w-]{43}$/);
    expect(remote).toBe('mfe-lab');
    const stored = JSON.stringify(await portal.connection.collection('team_tokens').find().toArray());
    expect(stored).not.toContain(token.slice(4));
    const list = await developer.authorised('GET', '/api/team-tokens');
    expect(list.text).not.toContain(token.slice(4));
    expect(read(list, teamTokenListSchema).items).toMatchObject([{ id, createdBy: 'developer@x.example' }]);

    expect((await bySomeTeam(token, 'GET', '/api/releases/mfe-lab')).status).toBe(200);
    expect((await developer.authorised('DELETE', `/api/team-tokens/${id}`)).status).toBe(204);
    expectProblem(await bySomeTeam(token, 'GET', '/api/releases/mfe-lab'), 401, 'not-signed-in');
    expectProblem(await developer.authorised('DELETE', `/api/team-tokens/${id}`), 404, 'not-found');
    const { items } = read(await admin.get('/api/admin/audit'), auditPageSchema);
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['team-token.made', 'team-token.revoked']),
    );
  });

  it('are for one remote only', async () => {
    const { token } = await minted('mfe-lab');
    expectProblem(await bySomeTeam(token, 'GET', '/api/releases/mfe-other'), 403, 'forbidden');
    expectProblem(await bySomeTeam(token, 'POST', '/api/releases/mfe-other'), 403, 'forbidden');
    expectProblem(await bySomeTeam(token, 'PUT', '/api/remotes/mfe-lab'), 401, 'not-signed-in');
    const { paths } = read(
      await portal.browser().get('/api/openapi.json'),
      z.object({ paths: z.record(z.string(), z.unknown()) }),
    );
    const served = Object.keys(paths).map((path) => path.replace(/\{(\w+)\}/g, ':$1'));
    const others = CALL_SPECS.map(({ call }) => call).filter(
      ({ path }) => served.includes(path) && !OF_TEAMS.includes(path),
    );
    const open: string[] = [];
    for (const { method, path } of others) {
      const address = path.replace(':remote', 'mfe-lab').replace(/:\w+/g, 'ffffffffffffffffffffffff');
      const { status } = await bySomeTeam(token, method, address);
      if (status !== 401) open.push(`${method} ${path}`);
    }
    expect(open.toSorted()).toEqual(NO_CREDENTIALS);
  });

  it('read only the releases of their remote', async () => {
    const [own] = [
      await storeRelease(portal.connection, 'mfe-lab'),
      await storeRelease(portal.connection, 'mfe-other'),
    ];
    const { token } = await minted('mfe-lab');
    const namesIn = (answer: Answer) =>
      read(answer, releasePageSchema).items.map(({ remote, release }) => ({ remote, release }));
    expect(namesIn(await bySomeTeam(token, 'GET', '/api/releases'))).toEqual([own]);
    expect(namesIn(await developer.authorised('GET', '/api/releases'))).toHaveLength(2);
  });

  it('an expired or unknown one is refused', async () => {
    const { token } = await minted('mfe-old');
    const past = { $set: { expiresAt: new Date(Date.now() - 1) } };
    await portal.connection.collection('team_tokens').updateOne({ remote: 'mfe-old' }, past);
    expectProblem(await bySomeTeam(token, 'GET', '/api/releases/mfe-old'), 401, 'not-signed-in');
    expectProblem(await bySomeTeam('cyt_x', 'GET', '/api/releases/mfe-lab'), 401, 'not-signed-in');
  });

  it('are limited per remote, also for concurrent calls', async () => {
    const all = await Promise.all(Array.from({ length: MAX_TOKENS_PER_REMOTE + 2 }, () => mint('mfe-many')));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(MAX_TOKENS_PER_REMOTE);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(2);
  });
});

describe('the table of claims', () => {
  const row = { claims: { routes: ['/lab', '/lab/*'], sections: ['lab-*'], roles: ['investor'] }, mayPromote: true };

  it('has the built-in remotes and the settings of admins', async () => {
    const { items } = read(await developer.authorised('GET', '/api/remotes'), remoteListSchema);
    expect(items.find(({ remote }) => remote === 'shell')?.claims.routes).toEqual(['/dashboard']);
    const set = await admin.authorised('PUT', '/api/remotes/mfe-lab', { body: row });
    expect(read(set, remoteItemSchema)).toEqual({ remote: 'mfe-lab', ...row, switchedOff: null });
    const later = read(await developer.authorised('GET', '/api/remotes'), remoteListSchema);
    expect(later.items.find(({ remote }) => remote === 'mfe-lab')).toMatchObject(row);
  });

  it('grants no address of the platform', async () => {
    for (const route of ['/api/x', '/api*', '/releases/*', '/dashboard', '/auth-handler', '/healthz', '/packages/x']) {
      const body = { ...row, claims: { ...row.claims, routes: [route] } };
      expectProblem(await admin.authorised('PUT', '/api/remotes/mfe-lab', { body }), 400, 'validation');
    }
    const body = { ...row, claims: { ...row.claims, routes: ['/dashboard'] } };
    expect((await admin.authorised('PUT', '/api/remotes/shell', { body })).status).toBe(200);
  });
});
