import { z } from 'zod';
import { sentJson } from '../fixtures/reports.ts';
import { expect, test } from '../fixtures/test.ts';

const reportSchema = z.object({ rows: z.array(z.looseObject({ remote: z.string() })) });

test.use({ complaintsExpected: true });

test('a shell that does not start is reported; one that starts reports a load', async ({ page, portal }) => {
  await page.clock.install();
  const shellRows: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/telemetry') return;
    const { rows } = reportSchema.parse(sentJson(request));
    shellRows.push(...rows.filter(({ remote }) => remote === 'shell'));
  });

  await page.goto(`${portal.url}/careers`);
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached();
  await page.clock.fastForward('00:20');
  await expect.poll(() => shellRows).toMatchObject([{ kind: 'load', component: 'Main' }]);

  shellRows.length = 0;
  await page.route('**/releases/shell/**/main*.js', (route) => route.abort());
  await page.goto(`${portal.url}/careers`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.fastForward('00:20');
  await expect.poll(() => shellRows).toMatchObject([{ kind: 'failure', component: 'Main', phase: 'entry' }]);
});
