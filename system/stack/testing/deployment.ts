import { until } from '../../../services/api/src/testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../../services/api/src/testing/portal.ts';
import { type SmallStack, startSmallStack } from './small-stack.ts';

const SECRETS = { SESSION_SECRET: 's'.repeat(32), TOKEN_SECRET: 't'.repeat(32) };

/** A stack behind both edges, on the database of a test portal, which has the people. */
export interface Deployment extends SmallStack {
  readonly portal: TestPortal;
}

/** Starts two processes of each service behind nginx and Caddy; `given` are settings of them all. */
export async function startDeployment(given: Readonly<Record<string, string>> = {}): Promise<Deployment> {
  await using started = new AsyncDisposableStack();
  const portal = await startTestPortal(SECRETS);
  started.defer(() => portal.stop());
  // The processes behind the edges do all the work, this one's jobs and mails as well.
  await portal.api.close();
  const onPortal = {
    MONGODB_URI: portal.database.uri,
    SMTP_URL: portal.mailbox.smtpUrl,
    PUBLIC_URL: portal.url,
  };
  const small = started.use(await startSmallStack({ ...SECRETS, ...onPortal, ...given }, 'nginx', 'caddy'));
  for (const { name, url } of small.stack.edges)
    for (const path of [...small.pages, '/api/press-releases'])
      await until(`${name} to answer ${path}`, async () => (await fetch(url + path)).ok, 60_000);
  const resources = started.move();
  return { ...small, portal, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
