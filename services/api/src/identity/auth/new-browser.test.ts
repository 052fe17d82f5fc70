import type { TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { testPortal } from '../../testing/portal.ts';

const portal = testPortal({ NEW_BROWSER_MAIL: 'yes' });

let count = 0;
async function somebody(): Promise<string> {
  count += 1;
  const email = `moves-${count}@x.example`;
  await portal.person(email, 'investor');
  return email;
}

async function signIn(email: string, browser: TestBrowser): Promise<void> {
  const token = await portal.linkFor(email, browser);
  const { status } = await browser.post('/api/auth/complete', { email, token });
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status}`);
}

const rowsOf = (email: string) =>
  portal.connection.collection('outbox').countDocuments({ to: email, kind: 'new-browser' });

it('the very first sign-in tells nothing; one in another browser when, from where, and what to do', async () => {
  const email = await somebody();
  await signIn(email, portal.browser());
  expect(await rowsOf(email)).toBe(0);
  const other = portal.browser();
  await signIn(email, other);
  const mail = await until('the mail', async () => (await portal.mailsTo(email))[0]);
  expect(mail.subject).toBe('You signed in to Cytocomm in a new browser');
  expect(mail.text).toMatch(
    new RegExp(`on \\d+ \\w+ \\d{4} at \\d\\d:\\d\\d UTC, from the network address ${other.address}`),
  );
  expect(mail.text).toContain('a passkey that is not yours, tell the administrator at once and do not log out before');
  expect(mail.text).toContain('log out everywhere');
  expect(mail.text).toContain(`${portal.url}/account/security`);
});

it('a browser stays known: after a logout, for several people, and at another process', async () => {
  const [ada, bob] = [await somebody(), await somebody()];
  const browser = portal.browser();
  await signIn(ada, portal.browser());
  await signIn(bob, portal.browser());
  await signIn(ada, browser);
  await browser.post('/api/auth/logout');
  await signIn(bob, browser);
  const other = portal.browser((await portal.another({ NEW_BROWSER_MAIL: 'yes' })).url);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  await signIn(ada, other);
  await signIn(bob, other);
  expect([await rowsOf(ada), await rowsOf(bob)]).toEqual([1, 1]);
});

it.each([
  ['an invented mark', () => 'x'.repeat(43)],
  ['somebody else’s mark', (known: string) => known],
  ['a long one', () => 'A'.repeat(5000)],
  ['a broken one', (known: string) => known.slice(1)],
])('%s makes no browser known', async (_, markOf) => {
  const [ada, eve] = [await somebody(), await somebody()];
  const evil = portal.browser();
  await signIn(eve, evil);
  await signIn(ada, portal.browser());
  const browser = portal.browser();
  browser.cookies.set('known', markOf(evil.cookies.get('known') ?? ''));
  await signIn(ada, browser);
  expect(await rowsOf(ada)).toBe(1);
});

it('without the setting a development portal mails nothing', async () => {
  const quiet = await portal.another({ NEW_BROWSER_MAIL: 'no' });
  const email = await somebody();
  await signIn(email, portal.browser());
  await signIn(email, portal.browser(quiet.url));
  expect(await rowsOf(email)).toBe(0);
});
