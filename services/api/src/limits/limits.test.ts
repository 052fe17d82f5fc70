import type { TestBrowser } from '../testing/browser.ts';
import { moveDate, realDate } from '../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
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
  it('are given five times in 15 minutes to one address, whoever asks and in whichever case', async () => {
    const email = freshEmail();
    const answers = await statuses(6, (turn) => ask(portal.browser(), turn % 2 === 0 ? email : email.toUpperCase()));
    expect(answers).toEqual([202, 202, 202, 202, 202, 429]);
    const refused = await ask(portal.browser(), email);
    expect(refused.body).toMatchObject({ code: 'rate-limited', status: 429 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    moveDate(QUARTER_HOUR + 1000);
    expect((await ask(portal.browser(), email)).status).toBe(202);
  });

  it('are limited alike for an approved address', async () => {
    const email = freshEmail();
    await portal.person(email, 'investor');
    expect(await statuses(6, () => ask(portal.browser(), email))).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it('are given 20 times in 15 minutes to one client', async () => {
    const browser = portal.browser();
    const answers = await statuses(21, () => ask(browser, freshEmail()));
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(202));
    expect(answers[20]).toBe(429);
    expect((await ask(portal.browser(), freshEmail())).status).toBe(202);
  });

  it('are counted exactly when many ask at once', async () => {
    const email = freshEmail();
    const answers = await Promise.all(Array.from({ length: 15 }, () => ask(portal.browser(), email)));
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10);
  });

  it('do not count refused bodies', async () => {
    const browser = portal.browser();
    const email = freshEmail();
    const refused = await statuses(30, () => browser.post('/api/auth/magic-link', { email, role: 'admin' }));
    expect(new Set(refused)).toEqual(new Set([400]));
    expect(await statuses(5, () => ask(browser, email))).toEqual([202, 202, 202, 202, 202]);
  });

  it('are counted together by two processes', async () => {
    const other = await portal.another();
    const email = freshEmail();
    const answers = await statuses(7, (turn) => ask(portal.browser(turn % 2 === 0 ? other.url : portal.url), email));
    expect(answers).toEqual([202, 202, 202, 202, 202, 429, 429]);
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
  const wrong = { email: 'nobody@x.example', token: 'not-a-token' };

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

  it('with a refused body do not count', async () => {
    const browser = portal.browser();
    await statuses(30, () => browser.post('/api/auth/complete', { ...wrong, role: 'admin' }));
    expect((await browser.post('/api/auth/complete', wrong)).status).toBe(401);
  });
});
