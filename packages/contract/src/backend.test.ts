import { backendSchema, backendsSchema } from './contributions.ts';

const of = (origin: string) => backendSchema.safeParse({ audience: 'lab', origin }).success;

test.each([
  'https://lab.example',
  'https://lab-2.research.example:8443',
  'https://10.0.0.7',
  'http://localhost:4000',
  'http://127.0.0.1',
])('%s may be the origin of a backend', (origin) => {
  expect(of(origin)).toBe(true);
});

test.each([
  'http://lab.example',
  'http://localhost.evil.example',
  'https://lab.example/',
  'https://lab.example/api',
  'https://lab.example:443',
  'https://lab.example:99999',
  'https://LAB.example',
  'https://user@lab.example',
  'https://*.example',
  'https://lab.example; script-src *',
  "https://lab.example 'unsafe-inline'",
  'https://lab.example,https://x.example',
  'https://[::1]',
  'https://1.2',
  'https://',
  `https://${'a'.repeat(120)}.example`,
  '//lab.example',
  'javascript:alert(1)',
  '',
])('%j may not', (origin) => {
  expect(of(origin)).toBe(false);
});

test('an audience stands once, and is a name', () => {
  const lab = { audience: 'lab', origin: 'https://lab.example' };
  expect(backendsSchema.safeParse([lab, { ...lab, audience: 'farm' }]).success).toBe(true);
  expect(backendsSchema.safeParse([lab, { ...lab, origin: 'https://b.example' }]).success).toBe(false);
  expect(backendsSchema.safeParse(['a', 'b', 'c', 'd'].map((audience) => ({ ...lab, audience }))).success).toBe(false);
  for (const audience of ['', 'Lab', 'https://lab.example', '__proto__', 'x'.repeat(51)])
    expect(backendSchema.safeParse({ ...lab, audience }).success).toBe(false);
});
