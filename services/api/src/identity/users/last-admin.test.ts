import { randomInt } from 'node:crypto';
import { limitModel } from '../../platform/limits/model.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { type RunningApi, testPortal } from '../../testing/portal.ts';
import { userModel } from './model.ts';

const portal = testPortal();
let other: RunningApi;
beforeAll(async () => {
  other = await portal.another();
});
beforeEach(async () => {
  await userModel(portal.connection).deleteMany({});
  // The same people sign in again and again here.
  await limitModel(portal.connection).deleteMany({});
});

function admins(): Promise<number> {
  return userModel(portal.connection).countDocuments({ roles: 'admin' });
}

const LAST_ADMIN = { status: 409, body: expect.objectContaining({ code: 'last-admin' }) };

const removals: Record<string, (browser: TestBrowser, email: string) => ReturnType<TestBrowser['call']>> = {
  'taking the role': (browser, email) =>
    browser.authorised('PATCH', `/api/admin/users/${email}`, { body: { role: 'admin', enable: false } }),
  deleting: (browser, email) => browser.authorised('DELETE', `/api/admin/users/${email}`),
};

describe.each(Object.entries(removals))('%s', (_what, remove) => {
  it('stops before the last admin, oneself included', async () => {
    const ada = await portal.signedInAs('ada@x.example', 'admin');
    await portal.person('bob@x.example', 'investor');
    expect(await remove(ada, 'ada@x.example')).toMatchObject(LAST_ADMIN);
    await expect(admins()).resolves.toBe(1);
  });

  it('lets an admin go while another stays', async () => {
    const ada = await portal.signedInAs('ada@x.example', 'admin');
    await portal.person('bob@x.example', 'admin');
    expect((await remove(ada, 'bob@x.example')).status).toBeLessThan(300);
    expect(await remove(ada, 'ada@x.example')).toMatchObject(LAST_ADMIN);
  });

  it('leaves one of two who remove each other at once, on one process or on two', async () => {
    for (let round = 0; round < 6; round += 1) {
      await userModel(portal.connection).deleteMany({});
      await limitModel(portal.connection).deleteMany({});
      const [ada, bob] = [
        await portal.signedInAs('ada@x.example', 'admin'),
        await portal.signedInAs('bob@x.example', 'admin'),
      ];
      const tokens = await Promise.all([ada.token(), bob.token()]);
      const at = round % 2 === 0 ? portal.url : other.url;
      const [atFirst, atSecond] = [portal.browser(), portal.browser(at)];
      const aimed = (browser: TestBrowser, idToken: string | undefined): TestBrowser => ({
        ...browser,
        authorised: (method, path, options) =>
          browser.call(method, path, { ...options, headers: { Authorization: `Bearer ${idToken}` } }),
      });
      const answers = await Promise.all([
        remove(aimed(atFirst, tokens[0]), 'bob@x.example'),
        remove(aimed(atSecond, tokens[1]), 'ada@x.example'),
      ]);
      const statuses = answers.map((answer) => answer.status).sort();
      // The slower one hears that it would be the last, or is itself no admin or not there any more.
      expect(statuses[0]).toBeLessThan(300);
      expect([401, 403, 409]).toContain(statuses[1]);
      await expect(admins()).resolves.toBe(1);
    }
  });
});

it('leaves one of many who remove each other in any order', async () => {
  const emails = Array.from({ length: 6 }, (_, place) => `admin-${place}@x.example`);
  const browsers = await Promise.all(emails.map((email) => portal.signedInAs(email, 'admin')));
  const tokens = await Promise.all(browsers.map((browser) => browser.token()));
  const attacks = Array.from({ length: 40 }, (_, turn) => {
    const at = turn % 2 === 0 ? portal.url : other.url;
    const target = emails[randomInt(emails.length)];
    const headers = { Authorization: `Bearer ${tokens[randomInt(tokens.length)]}` };
    const browser = portal.browser(at);
    return turn % 3 === 0
      ? browser.call('DELETE', `/api/admin/users/${target}`, { headers })
      : browser.call('PATCH', `/api/admin/users/${target}`, { headers, body: { role: 'admin', enable: false } });
  });
  const statuses = (await Promise.all(attacks)).map((answer) => answer.status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  await expect(admins()).resolves.toBeGreaterThanOrEqual(1);
});
