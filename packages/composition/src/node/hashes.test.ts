import { sessionKey, sessionKeyOf } from './hashes.ts';

const HTTPS = 'https://portal.example';

it.each([
  ['portal=s%3Aone.sig%2Fna', 'http://localhost:3000'],
  ['a=b; portal=s:one.sig; c=d', 'http://localhost:3000'],
  ['__Host-portal=s%3Aone.sig', HTTPS],
])('%s is the session one', (cookies, publicUrl) => {
  expect(sessionKeyOf(cookies, publicUrl)).toBe(sessionKey('one'));
});

it.each([
  undefined,
  '',
  'portal=s%3Aone.sig',
  'x__Host-portal=s%3Aone.sig',
  '__Host-portal=one.sig',
  '__Host-portal=s%3A.sig',
  '__Host-portal_roles=s%3Aone.sig',
])('%s is none with https', (cookies) => {
  expect(sessionKeyOf(cookies, HTTPS)).toBeUndefined();
});
