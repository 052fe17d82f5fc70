import { limitModel } from '../../platform/limits/model.ts';
import { type RunningApi, testPortal } from '../../testing/portal.ts';
import { userModel } from './model.ts';

const portal = testPortal();
let other: RunningApi;
beforeAll(async () => {
  other = await portal.another();
});
beforeEach(async () => {
  await userModel(portal.connection).deleteMany({});
  await limitModel(portal.connection).deleteMany({});
});

function admins(): Promise<number> {
  return userModel(portal.connection).countDocuments({ roles: 'admin' });
}

const LAST_ADMIN = { status: 409, body: expect.objectContaining({ code: 'last-admin' }) };

describe.each([
  ['taking the role', 'PATCH', { body: { role: 'admin', enable: false } }],
  ['deleting', 'DELETE', {}],
])('%s', (_what, method, options) => {
  const pathOf = (email: string) => `/api/admin/users/${email}`;

  it('lets an admin go while another stays, and stops before the last one, oneself included', async () => {
    const ada = await portal.signedInAs('ada@x.example', 'admin');
    await portal.person('bob@x.example', 'admin');
    expect((await ada.authorised(method, pathOf('bob@x.example'), options)).status).toBeLessThan(300);
    expect(await ada.authorised(method, pathOf('ada@x.example'), options)).toMatchObject(LAST_ADMIN);
    await expect(admins()).resolves.toBe(1);
  });

  it('leaves one of two who remove each other at once, on one process or on two', async () => {
    for (let round = 0; round < 6; round += 1) {
      await userModel(portal.connection).deleteMany({});
      await limitModel(portal.connection).deleteMany({});
      const ada = await (await portal.signedInAs('ada@x.example', 'admin')).token();
      const bob = await (await portal.signedInAs('bob@x.example', 'admin')).token();
      const remove = (email: string, token: string | undefined, at: string) =>
        portal.browser(at).call(method, pathOf(email), { ...options, headers: { Authorization: `Bearer ${token}` } });
      const at = round % 2 === 0 ? portal.url : other.url;
      const both = [remove('bob@x.example', ada, portal.url), remove('ada@x.example', bob, at)];
      const statuses = (await Promise.all(both)).map((answer) => answer.status).sort();
      expect(statuses[0]).toBeLessThan(300);
      expect([401, 403, 409]).toContain(statuses[1]);
      await expect(admins()).resolves.toBe(1);
    }
  });
});
