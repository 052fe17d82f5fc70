import { rmSync } from 'node:fs';
import { serveHarness } from '@cytocomm/remote-tools/harness';
import { startLabBackend, writeLab } from '../fixtures/lab-remote.ts';
import { expect, test } from '../fixtures/test.ts';

// React says in development what it says in no page of production.
test.use({ complaintsExpected: true });
// Of the terminal that starts it: what is served is a build of development all the same.
let environment: string | undefined;
test.beforeEach(() => {
  environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
});
test.afterEach(() => {
  if (environment === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = environment;
});
// The usual one goes to other origins, too, which a backend would have to allow.
test.use({ extraHTTPHeaders: {} });

test('a remote that is served alone calls its backend, which checks the tokens as those of a portal', async ({
  page,
}) => {
  const portal = { url: '' };
  await using backend = await startLabBackend(portal, 'developer');
  const dir = writeLab(backend.origin, 'developer');
  const harness = await serveHarness(dir, 0);
  portal.url = harness.url;

  await page.goto(`${harness.url}/dashboard/developer`);
  const studies = page.getByRole('region', { name: 'Studies' });
  // The first page waits for the first build.
  await expect(page.getByRole('radio', { name: 'investor', exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('radio', { name: 'investor', exact: true }).check();
  await expect(studies.getByRole('alert')).toBeVisible();
  expect(backend.calls).toEqual([]);

  await page.getByRole('radio', { name: 'developer', exact: true }).check();
  await expect(studies.getByRole('listitem')).toHaveText(['First study']);
  await studies.getByRole('button', { name: 'Add a study' }).click();
  await expect(studies.getByRole('listitem')).toHaveText(['First study', 'Study 2']);
  expect(backend.calls.map(({ method, cookie }) => [method, cookie])).toEqual([
    ['GET', undefined],
    ['POST', undefined],
    ['GET', undefined],
  ]);

  await harness.stop();
  rmSync(dir, { recursive: true, force: true });
});
