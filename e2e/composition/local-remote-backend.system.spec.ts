import { rmSync } from 'node:fs';
import { addressOf, type Backend, changeRemote, mintIdToken } from '@cytocomm/contract';
import { serveRemoteBuild } from '@cytocomm/remote-tools/dev-server';
import { startLabBackend, writeLab } from '../fixtures/lab-remote.ts';
import { allow } from '../fixtures/local-remote.ts';
import { contextOf, newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** What other stories send along would be asked for at the own machine and at the backend, too. */
const PLAIN = { extraHTTPHeaders: {} };

test.describe('a remote that only this machine has', () => {
  // A policy that refuses a call complains in the console.
  test.use({ complaintsExpected: true });

  test('calls the backend that the table allows it, and none before that', async ({ browser, portal }) => {
    await using backend = await startLabBackend(portal, 'developer');
    const dir = writeLab(backend.origin, 'developer');
    const served = await serveRemoteBuild(dir, { port: 0, portal: new URL(portal.url) });
    const admin = await contextOf(browser, portal, 'admin@cytocomm.example');
    const setBackends = async (...backends: readonly Backend[]) => {
      const minted = await admin.request.post(portal.url + addressOf(mintIdToken), { headers: { Origin: portal.url } });
      const { idToken } = await minted.json();
      const answer = await admin.request.put(portal.url + addressOf(changeRemote, { remote: 'mfe-lab' }), {
        headers: { Authorization: `Bearer ${idToken}` },
        data: { claims: { routes: [], sections: [], roles: [], backends }, mayPromote: false },
      });
      expect(answer.status()).toBe(200);
    };

    const context = await newSessionOf(browser, portal, 'developer@cytocomm.example', PLAIN);
    const page = await context.newPage();
    await page.goto(`${portal.url}/dashboard/developer`);
    await allow(page, 'mfe-lab', served.url);
    await page.reload();
    const studies = page.getByRole('region', { name: 'Studies' });
    await expect(studies.getByRole('alert')).toContainText('mfe-lab may not call a backend lab');
    expect(backend.calls).toEqual([]);

    await setBackends({ audience: 'lab', origin: backend.origin });
    await allow(page, 'mfe-lab', served.url);
    await page.reload();
    await expect(studies.getByRole('listitem')).toHaveText(['First study']);
    await studies.getByRole('button', { name: 'Add a study' }).click();
    await expect(studies.getByRole('listitem')).toHaveText(['First study', 'Study 2']);
    expect(backend.calls.map(({ sub, cookie }) => [sub, cookie])).toEqual(
      Array(3).fill(['developer@cytocomm.example', undefined]),
    );

    await setBackends();
    await context.close();
    await served.close();
    rmSync(dir, { recursive: true, force: true });
  });
});
