import { withSources } from './lock-policy.ts';

const policy = "default-src 'self';connect-src 'self' https://cdn.example;script-src 'self'";

test('a directive gets further sources, and the others stay as they are', () => {
  expect(withSources(policy, 'connect-src', ['https://lab.example', 'https://b.example'])).toBe(
    "default-src 'self';connect-src 'self' https://cdn.example https://lab.example https://b.example;script-src 'self'",
  );
});

test('without sources, or without the directive, a policy stays as it is', () => {
  expect(withSources(policy, 'connect-src', [])).toBe(policy);
  expect(withSources(policy, 'font-src', ['https://lab.example'])).toBe(policy);
  expect(withSources(policy, 'script', ['https://lab.example'])).toBe(policy);
});
