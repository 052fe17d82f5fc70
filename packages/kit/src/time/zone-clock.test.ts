import { clockIn, faultOfClock, isSecondIn, knowsZone, momentIn } from './zone-clock.ts';

it.each([
  ['America/New_York', '2026-11-20T23:30', '2026-11-21T04:30:00.000Z', 'once'],
  ['Asia/Tokyo', '2026-11-21T13:30', '2026-11-21T04:30:00.000Z', 'once'],
  ['Asia/Kathmandu', '2028-02-29T00:00', '2028-02-28T18:15:00.000Z', 'once'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z', 'never'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z', 'twice'],
  ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z', 'once'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z', 'twice'],
  ['UTC', '9999-12-31T23:59', '9999-12-31T23:59:00.000Z', 'once'],
])('the clocks of %s show %s at %s, %s', (zone, clock, moment, shown) => {
  expect(momentIn(zone, clock)).toMatchObject({ moment: new Date(moment), shown });
  expect('second' in momentIn(zone, clock)).toBe(shown === 'twice');
  if (shown !== 'never') expect(clockIn(zone, new Date(moment))).toBe(clock);
});

it.each([
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T01:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T15:15:00.000Z'],
])('the clocks of %s show %s once more at %s', (zone, clock, moment) => {
  expect(momentIn(zone, clock).second).toEqual(new Date(moment));
  expect(momentIn(zone, clock, true).moment).toEqual(new Date(moment));
  expect([momentIn(zone, clock).moment, new Date(moment)].map((each) => isSecondIn(zone, each))).toEqual([false, true]);
  expect(clockIn(zone, new Date(moment))).toBe(clock);
});

it('knows which zones it knows', () => {
  expect([knowsZone('Europe/Berlin'), knowsZone('Mars/Olympus')]).toEqual([true, false]);
});

it('there is no second of what is shown once, and a time in a gap has a fault', () => {
  const [zone, clock] = ['Europe/Berlin', '2026-03-29T03:00'];
  expect(momentIn(zone, clock, true)).toEqual(momentIn(zone, clock));
  expect(isSecondIn(zone, momentIn(zone, clock).moment)).toBe(false);
  expect(faultOfClock(zone, clock)).toBeUndefined();
  expect(faultOfClock(zone, '2026-03-29T02:30')).toMatch(/does not exist/);
});

it.each([
  ['America/New_York', '2027-03-14T02:30', '2:00 AM to 3:00 AM'],
  ['Australia/Lord_Howe', '2026-10-04T02:10', '2:00 AM to 2:30 AM'],
  ['America/Santiago', '2026-09-06T00:59', '12:00 AM to 1:00 AM'],
  ['Pacific/Apia', '2011-12-30T12:00', '12:00 AM to 12:00 AM'],
])('in %s %s is missing, as the clocks go from %s', (zone, clock, words) => {
  expect(faultOfClock(zone, clock)?.replaceAll('\u202f', ' ')).toContain(`go from ${words}: that time does not exist`);
});
