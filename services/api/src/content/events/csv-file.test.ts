import { execFileSync } from 'node:child_process';

/** Returns the line of an event in a process whose clock is in another zone. */
const lineIn = (zone: string, event: object): unknown => {
  const program = `import { EVENTS_CSV } from './feed.ts'; console.log(JSON.stringify(EVENTS_CSV.lineOf(${JSON.stringify(event)})));`;
  const flags = ['--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, flags, { cwd: __dirname, env: { TZ: zone }, encoding: 'utf8' }));
};
const whole = { id: '1', title: 'Fair', date: '2026-12-05T00:00:00.000Z', end: '2026-12-07T00:00:00.000Z' };

it.each(['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'])(
  'whole days are the days as they were entered, in %s',
  (zone) => {
    expect(lineIn(zone, whole)).toEqual([
      'Fair',
      '2026-12-05',
      '2026-12-07',
      'yes',
      '',
      '',
      '',
      'everybody signed in',
      '',
    ]);
  },
);

it('a moment at midnight UTC in a zone of its own has its time', () => {
  expect(String(lineIn('UTC', { ...whole, end: undefined, timeZone: 'Asia/Tokyo' }))).toContain(
    'Fair,2026-12-05T00:00:00.000Z,,no,Asia/Tokyo',
  );
});
