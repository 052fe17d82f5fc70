import {
  approvePressRelease,
  askForApproval,
  changePressRelease,
  declinePressRelease,
  discardPressReleaseText,
  type PressReleaseText,
  readPressReleaseState,
  restorePressReleaseRevision,
  savePressReleaseText,
  startPressReleaseDraft,
  withdrawApproval,
  writePressRelease,
} from '@cytocomm/contract';
import { type Ask, startTwoPortals, type TwoPortals } from '../../../testing/two-portals.ts';

// As fake-portal.mutations.test.ts, where a second person approves.
let portals: TwoPortals;
beforeAll(async () => {
  portals = await startTwoPortals({ pressReleaseApproval: true });
  const users = portals.real.connection.collection('users');
  await users.updateOne({ email: 'developer@x.example' }, { $set: { roles: ['admin', 'developer'] } });
  for (const user of portals.fake.data.users)
    if (user.email === 'developer@x.example') user.roles = ['admin', 'developer'];
});
afterAll(() => portals.stop());

const TEXT: PressReleaseText = {
  title: 'News',
  content: '<p>Words.</p>',
  target: ['public'],
  sendEmail: false,
  publishAt: null,
};
const ada = 'admin';
const bob = 'developer';
const any = { 'if-match': '*' };
type By = typeof ada | typeof bob;

const draft = (name: string, text: object = {}): Ask => ({
  as: ada,
  call: startPressReleaseDraft,
  body: { ...TEXT, ...text },
  headers: { 'idempotency-key': name },
  made: name,
});
const save = (id: string, text: object, as: By = ada): Ask => ({
  as,
  call: savePressReleaseText,
  params: { id },
  body: { ...TEXT, ...text },
  headers: any,
  made: id,
});
const step = (call: Ask['call'], id: string, as: By, body?: object): Ask => ({
  as,
  call,
  params: { id },
  headers: { 'if-match': id },
  ...(body && { body }),
});
const ask = (id: string, as: By = ada) => step(askForApproval, id, as, {});
const approve = (id: string, as: By = bob) => step(approvePressRelease, id, as, {});
const decline = (id: string, as: By = bob) => step(declinePressRelease, id, as, { note: 'No' });
const withdraw = (id: string, query = ''): Ask => ({ ...step(withdrawApproval, id, ada), query });
const change = (id: string, body: object): Ask => ({
  as: ada,
  call: changePressRelease,
  params: { id },
  body,
  headers: any,
  made: id,
});
const state = (id: string): Ask => ({ as: ada, call: readPressReleaseState, params: { id } });

/** Returns how both portals answer, which is the same. */
async function statusesOf(...asks: readonly Ask[]) {
  const { real, fake } = await portals.ask(...asks);
  expect(fake).toEqual(real);
  return real.map(({ status }) => status);
}

it('a text is asked for, approved and published alike', async () => {
  expect(
    await statusesOf(
      draft('empty', { title: '', content: '' }),
      ask('empty'),
      approve('empty'),
      draft('one'),
      change('one', { status: 'published' }),
      decline('one'),
      approve('one', ada),
      withdraw('one'),
      ask('one'),
      ask('one'),
      withdraw('one', '?state=approved'),
      withdraw('one', '?state=none'),
      approve('one'),
      approve('one'),
      approve('one', ada),
      ask('one'),
      decline('one'),
      withdraw('one', '?state=asked'),
      state('one'),
      change('one', { title: 'Other', status: 'published' }),
      change('one', { status: 'published' }),
      ask('one'),
      state('one'),
    ),
  ).toEqual([
    201, 400, 400, 201, 409, 409, 409, 200, 200, 200, 409, 400, 200, 200, 409, 409, 409, 409, 200, 409, 200, 409, 200,
  ]);
});

it('an edit ends an approval, and a save of the same text does not', async () => {
  await statusesOf(
    draft('two'),
    save('two', {}, bob),
    approve('two', bob),
    save('two', {}, bob),
    state('two'),
    save('two', { title: 'Edited' }),
    state('two'),
    change('two', { status: 'published' }),
    approve('two', ada),
    approve('two', bob),
    { as: ada, call: restorePressReleaseRevision, params: { id: 'two', number: '1' }, headers: any, made: 'two' },
    state('two'),
    approve('two', bob),
    change('two', { sendEmail: false }),
    change('two', { status: 'published' }),
    change('two', { sendEmail: true }),
    save('two', { title: 'Beside' }),
    state('two'),
    { as: ada, call: discardPressReleaseText, params: { id: 'two' }, headers: any, made: 'two' },
    state('two'),
    change('two', { status: 'draft' }),
    state('two'),
    { as: ada, call: writePressRelease, body: { title: 'At once', content: '<p>x</p>', target: ['public'] } },
    {
      as: ada,
      call: writePressRelease,
      body: { title: 'x', content: '<p>x</p>', target: ['public'], status: 'draft' },
    },
  );
});

it('what is out is corrected, and what is planned appears when that was approved', async () => {
  const SOON = { publishAt: '2999-12-01T06:00:00.000Z' };
  const corrected = { title: 'Corrected', status: 'published' };
  const statuses = await statusesOf(
    draft('out'),
    approve('out'),
    change('out', { status: 'published' }),
    save('out', { title: 'Corrected' }),
    change('out', corrected),
    ask('out'),
    approve('out'),
    change('out', { ...corrected, publishAt: '2020-01-01T00:00:00.000Z' }),
    change('out', corrected),
    state('out'),
    draft('timed', SOON),
    approve('timed'),
    change('timed', { status: 'published' }),
    change('timed', { status: 'scheduled', publishAt: '2998-12-01T06:00:00.000Z' }),
    change('timed', { status: 'scheduled' }),
    state('timed'),
  );
  expect(statuses).toEqual([201, 200, 200, 200, 409, 200, 200, 409, 200, 200, 201, 200, 409, 409, 200, 200]);
});

it('a planned release is asked about when another time or text is saved beside it', async () => {
  const SOON = { publishAt: '2999-12-01T06:00:00.000Z', timeZone: 'Europe/Berlin' };
  const statuses = await statusesOf(
    draft('planned', SOON),
    approve('planned'),
    change('planned', { status: 'scheduled' }),
    ask('planned'),
    approve('planned'),
    save('planned', { ...SOON, publishAt: '2999-12-02T06:00:00.000Z' }),
    ask('planned'),
  );
  expect(statuses).toEqual([201, 200, 200, 409, 409, 200, 200]);
});
