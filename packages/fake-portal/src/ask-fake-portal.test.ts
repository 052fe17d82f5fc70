import { addressOf, listUsers, readUser } from '@cytocomm/contract';
import { buildUser } from './builders.ts';
import { askFakePortal, createFakePortal } from './portal/fake-portal.ts';

const PORTAL = 'http://portal.example';
const admin = buildUser({ email: 'ada+lab@lab.example', roles: ['admin'] });

function portalOf(email: string | null) {
  return Object.assign(createFakePortal({ users: [admin] }), { cookie: email });
}

const ask = (path: string, method = 'GET', portal = portalOf(admin.email)) =>
  askFakePortal(portal, new Request(new URL(path, PORTAL), { method }));

it('a request is answered by its call, with the parts of the path and the query', async () => {
  const address = addressOf(readUser, { email: admin.email });
  expect(address).toContain('%');
  expect(await (await ask(address)).json()).toMatchObject({ email: admin.email });

  const listed = await ask(addressOf(listUsers, {}, { limit: 1 }));
  expect([listed.status, listed.headers.get('X-Total-Count')]).toEqual([200, '1']);
});

it('a request that the contract refuses is refused', async () => {
  const refused = await ask(listUsers.path, 'GET', portalOf(null));
  expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ code: 'not-signed-in' })]);
});

it.each([
  ['an address', 'GET', '/api/unknown'],
  ['a method', 'PURGE', listUsers.path],
  ['an address below a known one', 'GET', `${listUsers.path}/a/b/c`],
])('%s that it does not know throws', async (_, method, path) => {
  await expect(ask(path, method)).rejects.toThrow(`the fake portal does not know ${method} ${PORTAL}${path}`);
});
