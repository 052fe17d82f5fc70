import { releaseIdSchema } from './release.ts';

test.each([
  '0.1.0-1a2b3c4d',
  '1.4.0-dev-0123456789ab',
  '1.4.0-beta-dev-0123456789ab',
  '1.4.0-beta.2-dev-0123456789ab',
  '1.4.0-x-y-z.--0-0123456789ab',
])('%s is the id of a release', (id) => {
  expect(releaseIdSchema.safeParse(id).success).toBe(true);
});

test.each([
  '1.4.0',
  '1.4.0-beta',
  '1.4-0123456789ab',
  '-1.4.0-0123456789ab',
  '.1.4.0-0123456789ab',
  '1.4.0-..-0123456789ab',
  '1.4.0-a..b-0123456789ab',
  '1.4.0-a/b-0123456789ab',
  '1.4.0-a\\b-0123456789ab',
  '1.4.0-a b-0123456789ab',
  '1.4.0-beta-0123456789ab\n',
  '1.4.0-beta-0123456789AB',
  `1.4.0-${'a'.repeat(200)}-0123456789ab`,
])('%j is none', (id) => {
  expect(releaseIdSchema.safeParse(id).success).toBe(false);
});
