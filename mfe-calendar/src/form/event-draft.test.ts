import { buildEvent } from '@cytocomm/test-kit';
import { changeOf, draftOf, emptyDraft, eventOf, faultsIn, missingIn } from './event-draft.ts';

const evening = buildEvent({
  title: 'Evening',
  date: '2026-11-21T00:00:00.000Z',
  end: '2026-11-21T02:30:00.000Z',
  timeZone: 'America/New_York',
  place: 'Buffalo',
  audience: ['investor'],
});

it('changes what was touched, and nothing else: an event keeps its time when its title changes', () => {
  const draft = draftOf(evening);
  expect([draft.start, draft.end]).toEqual(['2026-11-20T19:00', '2026-11-20T21:30']);
  expect(changeOf(evening, draft)).toEqual({});
  expect(changeOf(evening, { ...draft, title: ' Late ' })).toEqual({ title: 'Late' });
  expect(changeOf(evening, { ...draft, end: null, place: '', audience: 'everybody' })).toEqual({
    end: null,
    place: null,
    audience: null,
  });
  expect(changeOf(evening, { ...draft, zone: 'America/Chicago' })).toMatchObject({
    date: '2026-11-21T01:00:00.000Z',
    timeZone: 'America/Chicago',
  });
  const days = { ...draft, wholeDays: true, day: '2026-11-20' };
  expect(changeOf(evening, days)).toEqual({ date: '2026-11-20', end: null, allDay: true, timeZone: null });
});

describe('where the clocks go back and show an hour twice', () => {
  const night = { ...emptyDraft(), title: 'Night', wholeDays: false, zone: 'Europe/Berlin', start: '2026-10-25T02:30' };

  it('begins and ends at whichever of the two is chosen', () => {
    expect(eventOf(night)).toMatchObject({ date: '2026-10-25T00:30:00.000Z' });
    expect(eventOf({ ...night, startIsSecond: true })).toMatchObject({ date: '2026-10-25T01:30:00.000Z' });
    const hour = { ...night, end: '2026-10-25T02:30' };
    expect(faultsIn(hour).end).toMatch(/after the start/);
    expect(faultsIn({ ...hour, endIsSecond: true })).toEqual({});
    expect(eventOf({ ...hour, endIsSecond: true })).toMatchObject({
      date: '2026-10-25T00:30:00.000Z',
      end: '2026-10-25T01:30:00.000Z',
    });
  });

  it('is opened as it was entered, and keeps its time when its title changes', () => {
    const second = { date: '2026-10-25T01:30:00.000Z', end: '2026-10-25T02:30:00.000Z', timeZone: 'Europe/Berlin' };
    const event = buildEvent({ title: 'Night', ...second });
    expect(draftOf(event)).toMatchObject({ start: '2026-10-25T02:30', startIsSecond: true, endIsSecond: false });
    expect(changeOf(event, { ...draftOf(event), title: 'Late' })).toEqual({ title: 'Late' });
    expect(changeOf(event, { ...draftOf(event), startIsSecond: false })).toEqual({ date: '2026-10-25T00:30:00.000Z' });
  });
});

it.each([
  buildEvent({ date: '2026-11-20T00:00:00.000Z' }),
  buildEvent({ date: '2026-11-20T10:15:00.000Z' }),
  buildEvent({ date: '2026-11-20T00:00:00.000Z', end: '2026-11-22T00:00:00.000Z', allDay: true, audience: 'public' }),
  buildEvent({ date: '2026-11-20T10:15:00.000Z', timeZone: 'Mars/Olympus' }),
])('sends no change of an untouched event', (event) => {
  expect(changeOf(event, draftOf(event))).toEqual({});
});

it('is an event of whole days with title and date alone', () => {
  const draft = { ...emptyDraft(), title: ' Launch ', day: '2027-01-05', lastDay: '2027-01-05' };
  expect(eventOf(draft)).toEqual({ title: 'Launch', date: '2027-01-05', allDay: true });
});

it.each([
  [{}, 'A title and a date are needed first.'],
  [{ title: ' ', day: '2027-01-05' }, 'A title is needed first.'],
  [{ title: 'x' }, 'A date is needed first.'],
  [{ title: 'x', day: '2027-01-05', wholeDays: false }, 'A date is needed first.'],
  [{ title: 'x', day: '2027-01-05' }, null],
  [{ title: 'x', unreadable: ['day'] as const }, 'Correct or clear the date first: no date can be read there.'],
  [
    { day: '2027-01-05', unreadable: ['lastDay'] as const },
    'A title is needed first. Correct or clear the last day first: no date can be read there.',
  ],
  [
    { title: 'x', wholeDays: false, unreadable: ['start', 'end'] as const },
    'Correct or clear the start and the end first: no date can be read there.',
  ],
])('%o: %s', (fields, missing) => {
  expect(missingIn({ ...emptyDraft(), ...fields })).toBe(missing);
});

it('names what cannot be', () => {
  const timed = { ...emptyDraft(), title: 'x', wholeDays: false, zone: 'Europe/Berlin', start: '2026-03-29T02:30' };
  expect(Object.keys(faultsIn(timed))).toEqual(['start']);
  expect(faultsIn({ ...timed, start: '2026-03-29T01:00', end: '2026-03-29T02:30' }).end).toMatch(/does not exist/);
  expect(faultsIn({ ...timed, start: '2026-03-29T03:00', end: '2026-03-29T03:00' }).end).toMatch(/after the start/);
  // Half past two comes twice that night: the first one is meant, and an hour later by the clock is later.
  expect(faultsIn({ ...timed, start: '2026-10-25T02:30', end: '2026-10-25T03:30' })).toEqual({});
  expect(faultsIn({ ...emptyDraft(), day: '2027-01-05', lastDay: '2027-01-04' }).lastDay).toMatch(/not be before/);
  expect(faultsIn({ ...emptyDraft(), url: 'http://x.example', audience: 'roles' })).toEqual({
    url: 'A link begins with https://.',
    roles: 'Choose one role at least.',
  });
});
