import { nextReadersSince, readableKeys, readableSince } from './access.ts';

const UPLOADED = new Date('2026-03-01T00:00:00Z');
const WIDENED = new Date('2026-03-09T00:00:00Z');
const forGroup = { uploadedAt: UPLOADED, visibility: ['investor/', 'investor/series-a'] };
const forAll = {
  uploadedAt: UPLOADED,
  visibility: 'investor',
  readersSince: nextReadersSince(forGroup, 'investor', WIDENED),
};

it.each([
  ['an admin', ['admin'], [], UPLOADED],
  ['who is in the group', ['investor'], ['series-a'], UPLOADED],
  ['an investor in none', ['investor'], [], WIDENED],
  ['an investor who is a customer, too, and no admin', ['investor', 'customer'], [], WIDENED],
] as const)('what was for a group can be read since it is for all, or the upload: %s', (_, roles, groups, since) => {
  expect(readableSince(forAll, readableKeys({ roles, groups }))).toEqual(since);
});
