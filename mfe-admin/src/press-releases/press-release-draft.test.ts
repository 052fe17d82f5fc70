import { buildPressRelease } from '@cytocomm/test-kit';
import {
  draftOf,
  emptyDraft,
  missingIn,
  type PressReleaseDraft,
  publicationOf,
  readDraft,
  textOf,
} from './press-release-draft.ts';

const BERLIN = 'Europe/Berlin';
const planned = (at: string, zone = BERLIN): PressReleaseDraft => ({
  ...emptyDraft,
  ...{ title: 'News', content: '<p>x</p>', when: 'later', at, zone },
});

it.each([
  ['2026-12-24T18:00', BERLIN, '2026-12-24T17:00:00.000Z'],
  ['2026-07-01T18:00', BERLIN, '2026-07-01T16:00:00.000Z'],
  ['2026-12-24T18:00', 'America/New_York', '2026-12-24T23:00:00.000Z'],
  // Shown twice: the first time is meant.
  ['2026-10-25T02:30', BERLIN, '2026-10-25T00:30:00.000Z'],
])('%s in %s is %s', (at, zone, moment) => {
  expect(publicationOf(planned(at, zone))).toMatchObject({ status: 'scheduled', publishAt: moment });
});

it.each([
  ['2027-03-28T02:30', /clocks there go from 2:00 AM to 3:00 AM/],
  ['2026-01-01T00:00', /in the future/],
  ['', /in the future/],
])('a time of %j is refused', (at, words) => {
  expect(missingIn(planned(at), Date.parse('2026-11-20T12:00:00Z'))?.at).toMatch(words);
});

it('opens with its planned time in the zone of the reader', () => {
  const publishAt = '2026-12-24T17:00:00.000Z';
  const draft = draftOf(buildPressRelease({ status: 'scheduled', date: publishAt, publishAt }));
  expect(draft.when).toBe('later');
  expect(textOf(draft).publishAt).toBe(publishAt);
});

it.each([
  ['2026-12-01T06:00:00.000Z', '2026-12-01T07:00', false],
  ['2026-10-25T00:30:00.000Z', '2026-10-25T02:30', false],
  // The second time that the clocks show it.
  ['2026-10-25T01:30:00.000Z', '2026-10-25T02:30', true],
])('%s is opened by the clocks of the zone that it was entered in, and saved as it was', (publishAt, at, isSecond) => {
  const release = buildPressRelease({ status: 'scheduled', date: publishAt, publishAt, timeZone: BERLIN });
  const draft = draftOf(release);
  expect(draft).toMatchObject({ at, zone: BERLIN, isSecond });
  expect(textOf(draft)).toMatchObject({ publishAt, timeZone: BERLIN });
  expect(publicationOf(draft)).toMatchObject({ publishAt, timeZone: BERLIN });
});

it('names no zone where no time is planned', () => {
  expect(textOf({ ...emptyDraft, zone: BERLIN })).not.toHaveProperty('timeZone');
});

it('opens a time in a zone that this browser does not know by its own clocks', () => {
  const publishAt = '2026-12-01T06:00:00.000Z';
  const draft = draftOf(buildPressRelease({ status: 'scheduled', publishAt, timeZone: 'Mars/Olympus' }));
  expect(draft.zone).toBe(emptyDraft.zone);
  expect(textOf(draft).publishAt).toBe(publishAt);
});

it('reads an older unsaved text, without a second time', () => {
  const { isSecond: _, ...earlier } = emptyDraft;
  expect(readDraft(earlier)).toEqual(emptyDraft);
});

it.each([null, 'text', { title: 5 }, { when: 'never' }, { zone: 'Mars/Olympus' }, { at: 'soon' }, { isSecond: 1 }])(
  '%j is no draft',
  (stored) => {
    expect(readDraft(stored)).toBeNull();
  },
);
