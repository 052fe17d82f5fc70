import { outboxModel } from '../mail/model.ts';
import type { TestBrowser } from '../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { recordCommands } from '../testing/queries.ts';
import { until } from '../testing/until.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, 'monitorCommands=true');
});
afterAll(() => portal.stop());

let count = 0;
const freshEmail = () => {
  count += 1;
  return `address-${count}@x.example`;
};

/** A call that never counts against another one's client. */
const callFrom = (browser: TestBrowser, path: string, body: object) =>
  browser.post(path, body, { headers: { 'X-Forwarded-For': portal.browser().address } });

/** Waits until nothing is left to be done for the mails of an address: what is recorded next belongs to the call. */
async function quiet(email: string): Promise<void> {
  const rows = outboxModel(portal.connection);
  await until(
    'the mails to be dealt with',
    async () => (await rows.countDocuments({ to: email, status: { $nin: ['sent', 'dropped'] } })) === 0,
  );
}

type Address = { readonly email: string; readonly browser: TestBrowser };

/** An address of each kind, and a browser that asked for a link if `asked`. */
async function addresses(asked: boolean): Promise<{ approved: Address; withoutRole: Address; stranger: Address }> {
  const made = async (approved: boolean, ...roles: 'investor'[]): Promise<Address> => {
    const address = { email: freshEmail(), browser: portal.browser() };
    if (approved) await portal.person(address.email, ...roles);
    if (asked) await address.browser.post('/api/auth/magic-link', { email: address.email });
    await quiet(address.email);
    return address;
  };
  return { approved: await made(true, 'investor'), withoutRole: await made(true), stranger: await made(false) };
}

/** A mail is the last thing that a call does; what comes behind it is the mail's own, which may begin before the answer is here. */
function untilMailed(taken: readonly string[]): readonly string[] {
  const mailed = taken.indexOf('insert outbox');
  return mailed < 0 ? taken : taken.slice(0, mailed + 1);
}

/** What the database is asked for each of so many calls about an address. */
async function commandsOf(times: number, address: Address, call: (address: Address) => Promise<{ status: number }>) {
  const each: { status: number; commands: readonly string[] }[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    commands.taken();
    const { status } = await call(address);
    each.push({ status, commands: untilMailed(commands.taken()) });
    await quiet(address.email);
  }
  return each;
}

let commands: ReturnType<typeof recordCommands>;
beforeAll(() => {
  commands = recordCommands(['limits', 'sign_in_links', 'sessions', 'outbox']);
});

async function expectSameWork(
  times: number,
  asked: boolean,
  call: (address: Address) => Promise<{ status: number }>,
): Promise<void> {
  const { approved, withoutRole, stranger } = await addresses(asked);
  const ofStranger = await commandsOf(times, stranger, call);
  expect(ofStranger[0]?.commands.length).toBeGreaterThan(0);
  expect(await commandsOf(times, approved, call)).toEqual(ofStranger);
  expect(await commandsOf(times, withoutRole, call)).toEqual(ofStranger);
}

// How long an answer takes is measured by `npm run bench -- --only sign-in`. What it is made of is held here: the same commands to the
// database, in the same order, whether anybody has the address or not. (What is noted about it is written behind the answer.)
describe('the work for an address that nobody approved is the same as for a person’s', () => {
  it('when a link is asked for, also beyond every limit', async () => {
    await expectSameWork(7, false, ({ email, browser }) => browser.post('/api/auth/magic-link', { email }));
    await expectSameWork(13, false, ({ email, browser }) => callFrom(browser, '/api/auth/magic-link', { email }));
  });

  it.each([
    ['where a code waits', true],
    ['where none waits', false],
  ])('when wrong codes are tried, %s, up to the one that is too many and beyond', async (_what, asked) => {
    await expectSameWork(12, asked, ({ email, browser }) =>
      callFrom(browser, '/api/auth/complete', { email, code: '000000' }),
    );
  });

  it('when a token is tried that is none', async () => {
    await expectSameWork(3, true, ({ email, browser }) =>
      callFrom(browser, '/api/auth/complete', { email, token: 'not-a-token' }),
    );
  });

  it('when a token is tried that was made for somebody else', async () => {
    const own = freshEmail();
    await portal.person(own, 'investor');
    const { token } = await portal.askForLink(own);
    await quiet(own);
    await expectSameWork(3, true, ({ email, browser }) => callFrom(browser, '/api/auth/complete', { email, token }));
  });
});
