import { Types } from 'mongoose';
import type { AuditRecord } from '../../platform/audit/model.ts';
import { timelineOf } from './timeline.ts';

const email = 'ada@x.example';
const row: AuditRecord = {
  _id: new Types.ObjectId(),
  at: new Date('2026-11-20T07:00:00.000Z'),
  action: 'user.added',
  actor: null,
  subject: email,
  from: 'command line',
  userAgent: '',
  detail: { roles: 'investor' },
  key: '',
  mac: '',
  seal: null,
};
const texts = (...rows: Partial<AuditRecord>[]) =>
  timelineOf(
    email,
    { exists: true, roles: ['investor'] },
    rows.map((each) => ({ ...row, ...each })),
    [],
  ).items.map(({ text }) => text);

it('names who did something to a person, also at the command line', () => {
  expect(
    texts(
      {},
      { action: 'role.enabled', actor: 'boss@x.example', detail: { role: 'admin' } },
      { action: 'session.ended', actor: email, detail: {} },
      { action: 'sign-in.failed', detail: { reason: 'the link was used already' } },
    ),
  ).toEqual([
    'an operator added a person: investor',
    'boss@x.example gave a role: admin',
    'signed out',
    'tried a link or code that did not work: the link was used already',
  ]);
});
