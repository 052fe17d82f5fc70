import { setTimeout as pause } from 'node:timers/promises';
import { expectWhole } from './testing/account.ts';
import { APIS, expectLog, measured, startTrial, type Trial } from './testing/trial.ts';

// The mail server is killed and gone for a minute; its mails wait.

const AWAY_MS = 60_000;
/** What waits goes out within this time of its return. */
const WITHIN_MS = 10_000;

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
  trial.crowd.patience += AWAY_MS;
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test('waiting mails go out within 10 s of the return of the mail server, unnoticed by users', async () => {
  const { mails, crowd } = trial;
  let [gone, back] = [0, 0];
  const { troubles } = await trial.suffer(async () => {
    await mails.goAway();
    gone = performance.now();
    await pause(AWAY_MS);
    await measured(trial, APIS, 'portal_mail_server_up', (value) => value === 0);
    await mails.comeBack();
    back = performance.now();
  });
  expect(troubles).toEqual([]);
  await expectLog(trial, APIS, 'a mail was not sent');
  await measured(trial, APIS, 'portal_mail_server_up', (value) => value === 1);
  const waited = [...crowd.acknowledged.promised].filter(([, at]) => at > gone && at < back);
  const late = waited.map(([email]) =>
    Math.max(0, (mails.arrived.find(({ to }) => to === email)?.at ?? Number.POSITIVE_INFINITY) - back),
  );
  expect(waited.length).toBeGreaterThan(0);
  expect(Math.max(...late)).toBeLessThan(WITHIN_MS);
}, 400_000);

test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
  // What it was just being handed may have arrived.
  expectWhole(await trial.account(), 4);
}, 120_000);
