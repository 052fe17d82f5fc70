import type { TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { testPortal } from '../../testing/portal.ts';
import { auditModel } from '../audit/model.ts';

const portal = testPortal();
afterEach(realDate);

const QUARTER_HOUR = 15 * 60_000;

let count = 0;
function freshEmail(): string {
  count += 1;
  return `limited-${count}@x.example`;
}

function ask(browser: TestBrowser, email: string, headers: Record<string, string> = {}) {
  return browser.post('/api/auth/magic-link', { email }, { headers });
}

async function statuses(times: number, call: (turn: number) => Promise<{ status: number }>): Promise<number[]> {
  const all: number[] = [];
  for (let turn = 0; turn < times; turn += 1) all.push((await call(turn)).status);
  return all;
}

describe('links', () => {
  it('are given five times in 15 minutes to one client for one address, in whichever case', async () => {
    const email = freshEmail();
    const browser = portal.browser();
    const answers = await statuses(6, (turn) => ask(browser, turn % 2 === 0 ? email : email.toUpperCase()));
    expect(answers).toEqual([202, 202, 202, 202, 202, 429]);
    const refused = await ask(browser, email);
    expect(refused.body).toMatchObject({ code: 'rate-limited', status: 429 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect((await ask(browser, freshEmail())).status).toBe(202);
    moveDate(QUARTER_HOUR + 1000);
    expect((await ask(browser, email)).status).toBe(202);
  });

  it('are not refused to a person because somebody else asked in their name', async () => {
    const email = freshEmail();
    const stranger = portal.browser();
    await statuses(6, () => ask(stranger, email));
    expect((await ask(stranger, email)).status).toBe(429);
    expect((await ask(portal.browser(), email)).status).toBe(202);
  });

  it('are given 20 times in 15 minutes to one client', async () => {
    const browser = portal.browser();
    const answers = await statuses(21, () => ask(browser, freshEmail()));
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(202));
    expect(answers[20]).toBe(429);
    expect((await ask(portal.browser(), freshEmail())).status).toBe(202);
  });

  it('are counted together by two processes', async () => {
    const other = await portal.another();
    const email = freshEmail();
    const from = { 'X-Forwarded-For': portal.browser().address };
    const answers = await statuses(7, (turn) =>
      ask(portal.browser(turn % 2 === 0 ? other.url : portal.url), email, from),
    );
    expect(answers).toEqual([202, 202, 202, 202, 202, 429, 429]);
  });
});

describe('an IPv6 client', () => {
  const at = (address: string) => ({ 'X-Forwarded-For': address });
  const hex = (number: number) => number.toString(16);

  it('is its /64: another address in it has no limit of its own', async () => {
    const browser = portal.browser();
    const answers = await statuses(21, (turn) => ask(browser, freshEmail(), at(`2001:db8:a:1::${hex(turn + 1)}`)));
    expect(answers).toEqual([...Array(20).fill(202), 429]);
    expect((await ask(browser, freshEmail(), at('2001:db8:a:2::1'))).status).toBe(202);
  });

  it('that has more of them is counted in the /56 and the /48 as well, which allow 4 and 16 times as much', async () => {
    const body = { email: 'unknown@x.example', token: 'not-a-token' };
    const tryAt = (address: string) => portal.browser().post('/api/auth/complete', body, { headers: at(address) });
    const among = async (addresses: readonly string[]) =>
      (await Promise.all(addresses.map(tryAt))).filter(({ status }) => status === 401).length;
    // Every one of these is another /64, and within each part another /56.
    const in56 = Array.from({ length: 90 }, (_, turn) => `2001:db8:b:${hex(turn)}::1`);
    expect(await among(in56)).toBe(80);
    expect(await among(['2001:db8:b:ff::1'])).toBe(0);
    const in48 = Array.from({ length: 250 }, (_, turn) => `2001:db8:b:${hex(256 * (turn + 1))}::1`);
    expect(await among(in48)).toBe(240);
    expect(await among(['2001:db8:c::1'])).toBe(1);
  });

  it('written as an IPv4 address in IPv6 is that IPv4 address', async () => {
    const browser = portal.browser();
    const answers = await statuses(21, (turn) =>
      ask(browser, freshEmail(), at(turn % 2 === 0 ? '203.0.113.77' : '::ffff:203.0.113.77')),
    );
    expect(answers).toEqual([...Array(20).fill(202), 429]);
  });
});

describe('X-Forwarded-For', () => {
  it('does not count from a proxy that is not trusted', async () => {
    const alone = await portal.another({ TRUST_PROXY: '' });
    const forged = (turn: number) => ({ 'X-Forwarded-For': `203.0.113.${turn}`, Forwarded: `for=203.0.113.${turn}` });
    const answers = await statuses(21, (turn) => ask(portal.browser(alone.url), freshEmail(), forged(turn)));
    expect(answers.filter((status) => status === 202)).toHaveLength(20);
    expect(answers[20]).toBe(429);
  });

  it("counts only its last entry from a trusted proxy: what stands before is anybody's word", async () => {
    const client = '203.0.113.200';
    const answers = await statuses(21, (turn) =>
      ask(portal.browser(), freshEmail(), { 'X-Forwarded-For': `10.9.8.${turn}, ${client}` }),
    );
    expect(answers.filter((status) => status === 202)).toHaveLength(20);
  });
});

describe('completions', () => {
  const wrong = { email: 'unknown@x.example', token: 'not-a-token' };
  const failures = (from: string) => auditModel(portal.connection).countDocuments({ action: 'sign-in.failed', from });

  it('may fail 20 times in 15 minutes for one client', async () => {
    const browser = portal.browser();
    const answers = await statuses(21, () => browser.post('/api/auth/complete', wrong));
    expect(answers).toEqual([...Array(20).fill(401), 429]);
    const email = freshEmail();
    await portal.person(email, 'investor');
    const { token } = await portal.askForLink(email);
    expect((await browser.post('/api/auth/complete', { email, token })).status).toBe(429);
    expect((await portal.browser().post('/api/auth/complete', { email, token })).status).toBe(200);
  });

  it.each([
    ['one process', 1],
    ['two processes', 2],
  ])('are judged 20 times of a burst of 100 wrong ones at %s', async (_what, processes) => {
    const urls = [portal.url, ...(processes === 1 ? [] : [(await portal.another()).url])];
    const people = Array.from({ length: 25 }, () => freshEmail());
    for (const email of people) await portal.person(email, 'investor');
    const { address } = portal.browser();
    const before = await failures(address);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, turn) =>
        portal
          .browser(urls[turn % urls.length])
          .post(
            '/api/auth/complete',
            { email: people[turn % 25], code: '000000' },
            { headers: { 'X-Forwarded-For': address } },
          ),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(80);
    await until('the notes', async () => (await failures(address)) - before >= 20);
    expect((await failures(address)) - before).toBe(20);
  });

  it('that work do not count', async () => {
    const browser = portal.browser();
    await statuses(19, () => browser.post('/api/auth/complete', wrong));
    for (let turn = 0; turn < 3; turn += 1) {
      const email = freshEmail();
      await portal.person(email, 'investor');
      const { token } = await portal.askForLink(email);
      expect((await browser.post('/api/auth/complete', { email, token })).status).toBe(200);
    }
    expect(await statuses(2, () => browser.post('/api/auth/complete', wrong))).toEqual([401, 429]);
  });
});
