import { addressOf, changeRemote, mintIdToken } from '@cytocomm/contract';
import { MongoClient } from 'mongodb';
import { releaseLab, startLabBackend } from '../fixtures/lab-remote.ts';
import { newPerson } from '../fixtures/people.ts';
import { deleteDataDir, newDataDir, type PortalProcess, startPortal } from '../fixtures/portal-process.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

// What a policy refuses is a complaint in the console.
test.use({ complaintsExpected: true });
// The usual one goes to other origins, too, which a backend would have to allow.
test.use({ extraHTTPHeaders: {} });

let portal: PortalProcess;
test.beforeAll(async () => {
  portal = await startPortal(newDataDir(), { TRUST_PROXY: 'loopback' });
});
test.afterAll(async () => {
  await portal.stop();
  deleteDataDir(portal.dataDir);
});

test('a team brings a role and a backend: both are allowed, given, used in a dashboard, and taken back', async ({
  browser,
}) => {
  await using backend = await startLabBackend(portal);
  await using client = await MongoClient.connect(portal.mongoUri);
  const admin = await contextOf(browser, portal, 'admin@cytocomm.example');
  const allow = async (roles: readonly string[], backends: readonly object[]) => {
    const minted = await admin.request.post(portal.url + addressOf(mintIdToken), { headers: { Origin: portal.url } });
    const { idToken } = await minted.json();
    const answer = await admin.request.put(portal.url + addressOf(changeRemote, { remote: 'mfe-lab' }), {
      headers: { Authorization: `Bearer ${idToken}` },
      data: { claims: { routes: [], sections: ['lab-*'], roles, backends }, mayPromote: false },
    });
    expect(answer.status()).toBe(200);
  };

  await expect(releaseLab(portal, backend.origin)).rejects.toThrow(/may not call http:.*|may not bring the role/s);
  await allow(['researcher'], [{ audience: 'lab', origin: backend.origin }]);
  await releaseLab(portal, backend.origin);

  // An admin gives the role in the dashboard.
  const email = await newPerson(client.db(), 'customer');
  const table = await admin.newPage();
  await table.goto(`${portal.url}/dashboard/admin/users`);
  await table.getByRole('searchbox', { name: 'Search users' }).fill(email);
  await table.getByRole('checkbox', { name: `Research staff for ${email}` }).check();
  await expect(table.getByText('researcher enabled')).toBeVisible();

  const person = await (await contextOf(browser, portal, email)).newPage();
  const policy = (await person.goto(`${portal.url}/dashboard/researcher`))?.headers()['content-security-policy'];
  expect(policy).toContain(`connect-src 'self' ${backend.origin};`);
  const studies = person.getByRole('region', { name: 'Studies' });
  await expect(studies.getByRole('listitem')).toHaveText(['First study']);
  await studies.getByRole('button', { name: 'Add a study' }).click();
  await expect(studies.getByRole('listitem')).toHaveText(['First study', 'Study 2']);
  expect(backend.calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  expect(new Set(backend.calls.map(({ sub, cookie }) => `${sub} ${cookie}`))).toEqual(new Set([`${email} undefined`]));
  const elsewhere = backend.origin.replace('127.0.0.1', 'localhost');
  expect(await person.evaluate((url) => fetch(url).then(String, () => 'refused'), elsewhere)).toBe('refused');

  // An admin sees it as the role does.
  await table.goto(`${portal.url}/dashboard?preview=researcher`);
  const seen = table.getByRole('region', { name: 'Studies' });
  await expect(seen.getByRole('listitem')).toHaveCount(2);
  await seen.getByRole('button', { name: 'Add a study' }).click();
  await expect.poll(() => backend.calls.length).toBe(4);

  // Taken back, the role opens nothing on the next page.
  await allow([], []);
  await person.reload();
  await expect(person.getByRole('button', { name: 'Customer' })).toBeVisible();
  await expect(person.getByRole('button', { name: 'Research' })).toHaveCount(0);
  const byAdmin = backend.calls.filter(({ sub }) => sub === 'admin@cytocomm.example');
  expect(byAdmin.map(({ method }) => method)).toEqual(['GET']);
});
