import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { lockedRelease, lockOf } from './testing-lock.ts';
import { visitorLocks } from './visitor-lock.ts';

const live = lockOf(lockedRelease('shell'));
const lock = lockOf(lockedRelease('shell'), [lockedRelease('mfe-news')]);
const choose = visitorLocks(true);

function asking(cookie?: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  if (cookie !== undefined) request.headers.cookie = cookie;
  return request;
}

const byPercent = (percent: number) => ({ live, canary: { lock, share: { percent } }, switchedOff: [] });
const byRoles = { live, canary: { lock, share: { roles: ['investor' as const] } }, switchedOff: [] };

test('without a canary everybody gets the live lock, and no cookie', () => {
  expect(choose({ live, switchedOff: [] }, asking('portal_bucket=0'))).toEqual({ lock: live, headers: {} });
});

test('a visitor’s place decides, and stays', () => {
  expect(choose(byPercent(5), asking('a=b; portal_bucket=4'))).toEqual({
    lock,
    headers: { Vary: 'Cookie', 'Cache-Control': 'private, no-cache' },
  });
  expect(choose(byPercent(5), asking('portal_bucket=5')).lock).toBe(live);
});

test.each([
  undefined,
  'portal_bucket=100',
  'portal_bucket=-1',
  'portal_bucket=',
  'xportal_bucket=1',
  'portal_bucket=1x',
])('the cookie %s is no place: a new one is drawn, by which the page is chosen', (cookie) => {
  const { lock: chosen, headers } = choose(byPercent(50), asking(cookie));
  const [, bucket] =
    /^portal_bucket=(\d{1,2}); Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/.exec(
      headers['Set-Cookie'] ?? '',
    ) ?? [];
  expect(bucket).toBeDefined();
  expect(chosen).toBe(Number(bucket) < 50 ? lock : live);
  expect(headers).toMatchObject({ Vary: 'Cookie', 'Cache-Control': 'private, no-cache' });
});

test('about as many visitors get a canary as it says', () => {
  const chosen = Array.from({ length: 2000 }, () => choose(byPercent(50), asking()).lock);
  const share = chosen.filter((one) => one === lock).length / chosen.length;
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.6);
});

test.each([
  ['portal_roles=customer.investor', lock],
  ['portal_roles=investor', lock],
  ['portal_roles=lab-partner2.investor', lock],
  ['portal_roles=customer', live],
  ['portal_roles=lab-investor', live],
  [`portal_roles=${'x'.repeat(1000)}.investor`, live],
  ['portal_roles=investors', live],
  ['portal_roles=%69nvestor', live],
  [undefined, live],
])('by roles, the cookie %s decides', (cookie, expected) => {
  const { lock: chosen, headers } = choose(byRoles, asking(cookie));
  expect(chosen).toBe(expected);
  expect(headers).toEqual({ Vary: 'Cookie', 'Cache-Control': 'private, no-cache' });
});
