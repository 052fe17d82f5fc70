import { hostNamesSchema, isOrigin, proxiesSchema } from './setting-schemas.ts';

test.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1',
  '128.0.0.0/1',
  '10.0.0.1/0',
  '2000::/3',
  '2000::/7',
  '2600::/7',
  '2600::/15',
  'fe00::/7',
  'fe80::/9',
  '::ffff:0:0/96',
  '::ffff:0.0.0.0/97',
  '10.0.0.0/33',
  '10.0.0.0/08x',
  'everybody',
  '',
])('TRUST_PROXY=%s is refused: it names no particular proxy', (list) => {
  expect(proxiesSchema.safeParse(list).success).toBe(false);
  expect(proxiesSchema.safeParse(`loopback,${list}`).success).toBe(false);
});

test.each([
  '10.0.0.0/8',
  'fc00::/7',
  'fd00::/8',
  'fe80::/10',
  '172.16.0.0/12',
  '::1',
  '::ffff:10.0.0.0/104',
  '2a06:98c0::/29',
  '2600::/16',
  'FD12:3456::/8',
  'loopback, uniquelocal',
])('TRUST_PROXY=%s names proxies', (list) => {
  expect(proxiesSchema.safeParse(list).success).toBe(true);
});

test.each([
  ['https://portal.example', true],
  ['http://[::1]:3000/', true],
  ['https://a.example;x', false],
  ["https://a'.example", false],
  ['https://:word@a.example', false],
  ['https://a.example/x', false],
  ['javascript:alert(1)', false],
])('whether %s is an origin: %s', (value, expected) => {
  expect(isOrigin(value)).toBe(expected);
});

test.each([
  ['api-1,portal_api_1, api.portal.svc', true],
  ['_api_', true],
  ['Api-1', true],
  ['api-1-', false],
  ['.api', false],
  ['api-1:3001', false],
  ['api 1', false],
])('whether operators may reach a process by %s: %s', (names, expected) => {
  expect(hostNamesSchema.safeParse(names).success).toBe(expected);
});
