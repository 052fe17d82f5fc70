import type { Role } from '@cytocomm/contract';
import { ConfigurationError } from '@cytocomm/runtime';
import { createApi } from '../../main/app.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { launchApi } from '../../testing/processes.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

const settings = () => ({ MONGODB_URI: portal.database.uri, SMTP_URL: portal.mailbox.smtpUrl });
async function startWith(names: string): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...settings(), SECOND_FACTOR_ROLES: names });
  const api = await createApi(config);
  await api.ready.finally(() => api.close());
}
const allow = (...roles: readonly Role[]) =>
  admin.authorised('PUT', '/api/remotes/mfe-lab', {
    body: { claims: { routes: [], sections: [], roles }, mayPromote: false },
  });

it('an unknown role ends the start with a sentence: it would demand a passkey of no one', async () => {
  const process = launchApi({ ...settings(), SECOND_FACTOR_ROLES: 'admin,admins' });
  expect(await process.ended).toEqual({ code: 1, signal: null });
  expect(process.complaints()).toMatch(/^SECOND_FACTOR_ROLES: there is no role admins\. [^\n]+\n$/);
});

it('a role of the portal, or of a remote, counts, and one that a remote had ends no restart', async () => {
  await startWith('admin,investor');
  await expect(startWith('admin,researcher')).rejects.toThrow(ConfigurationError);
  expect((await allow('researcher')).status).toBe(200);
  await startWith('admin,researcher');
  expect((await allow()).status).toBe(200);
  await startWith('admin,researcher');
  await expect(startWith('researcher,unknown')).rejects.toThrow('there is no role unknown');
});
