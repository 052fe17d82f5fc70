import { type EventDraft, emptyDraft } from './event-draft.ts';
import { movedAlong, toMoments, toWholeDays } from './WhenFields.tsx';

const timesOf = ({ wholeDays, day, lastDay, start, end }: EventDraft) => (wholeDays ? [day, lastDay] : [start, end]);
const days = (fields: Partial<EventDraft>): EventDraft => ({ ...emptyDraft(), ...fields });
const asMoments = (draft: EventDraft): EventDraft => ({ ...draft, ...toMoments(draft) });
const asDays = (draft: EventDraft): EventDraft => ({ ...draft, ...toWholeDays(draft) });

it('a day that is chosen after a moment was is the day of the moment, at its time of day', () => {
  const first = { ...asMoments(days({ day: '2026-11-20' })), start: '2026-11-20T10:30' };
  expect(timesOf(asMoments({ ...asDays(first), day: '2026-11-25' }))).toEqual(['2026-11-25T10:30', null]);
});

it.each([
  ['2026-11-20T17:00', '2026-11-20T09:00', '2026-12-31T20:00', '2027-01-01T04:00'],
  ['2026-11-22', '2026-11-20', '2026-11-13', '2026-11-15'],
])('an end at %s moves along with a start from %s to %s, to %s', (end, before, start, moved) => {
  expect(movedAlong(end, before, start)).toBe(moved);
});

it('the last day is the day of the end, and none when the end is cleared', () => {
  const moments = asMoments(days({ day: '2026-11-20', lastDay: '2026-11-22' }));
  expect(timesOf(moments)).toEqual(['2026-11-20T09:00', '2026-11-22T17:00']);
  expect(timesOf(asDays(moments))).toEqual(['2026-11-20', '2026-11-22']);
  expect(timesOf(asDays({ ...moments, end: null }))).toEqual(['2026-11-20', '']);
  expect(timesOf(asDays({ ...moments, start: null }))).toEqual(['', '2026-11-22']);
  expect(timesOf(asMoments({ ...asDays(moments), lastDay: '' }))).toEqual(['2026-11-20T09:00', null]);
});

it('an end at midnight is not on the day that begins then, and is at midnight again', () => {
  const evening = days({ wholeDays: false, start: '2026-11-20T22:00', end: '2026-11-21T00:00' });
  expect(timesOf(asDays(evening))).toEqual(['2026-11-20', '2026-11-20']);
  expect(timesOf(asMoments(asDays(evening)))).toEqual(['2026-11-20T22:00', '2026-11-21T00:00']);
  const fair = days({ wholeDays: false, start: '2026-11-30T00:00', end: '2026-12-03T00:00' });
  expect(timesOf(asDays(fair))).toEqual(['2026-11-30', '2026-12-02']);
  expect(timesOf(asMoments({ ...asDays(fair), lastDay: '2026-12-31' }))).toEqual([
    '2026-11-30T00:00',
    '2027-01-01T00:00',
  ]);
  expect(timesOf(asMoments({ ...asDays(fair), lastDay: '' }))).toEqual(['2026-11-30T00:00', null]);
  const none = days({ wholeDays: false, start: '2026-11-20T00:00', end: '2026-11-20T00:00' });
  expect(timesOf(asDays(none))).toEqual(['2026-11-20', '2026-11-20']);
});

it('of a time that the clocks show twice the one that was chosen is kept, on that day alone', () => {
  const night = { wholeDays: false, start: '2026-10-25T02:30', startIsSecond: true, end: '2026-10-25T02:45' };
  const inDays = asDays(days({ ...night, endIsSecond: true }));
  expect(asMoments(inDays)).toMatchObject({ startIsSecond: true, endIsSecond: true });
  expect(asMoments({ ...inDays, day: '2026-10-24', lastDay: '2026-10-26' })).toMatchObject({
    startIsSecond: false,
    endIsSecond: false,
  });
});

it('what could not be read has gone with its fields', () => {
  expect(asMoments(days({ day: '2026-11-20', unreadable: ['lastDay'] })).unreadable).toEqual([]);
  expect(asDays(days({ wholeDays: false, unreadable: ['end'] })).unreadable).toEqual([]);
});
