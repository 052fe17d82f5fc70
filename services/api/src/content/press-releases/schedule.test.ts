import { Types } from 'mongoose';
import type { PressReleaseRecord } from './model.ts';
import { type Plan, type PlanRequest, planFor } from './schedule.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const PAST = new Date('2026-02-01T12:00:00Z');
const SOON = new Date('2026-03-02T12:00:00Z');
const LATER = new Date('2026-04-01T12:00:00Z');

function record(date: Date | undefined, publishAt = date): PressReleaseRecord {
  return {
    _id: new Types.ObjectId(),
    title: 'x',
    content: '<p>x</p>',
    target: ['public'],
    status: 'draft',
    sendEmail: false,
    mailing: 'none',
    recipients: 0,
    sentToEmail: false,
    emailSentDate: null,
    author: '',
    createdAt: PAST,
    updatedAt: PAST,
    version: 1,
    ...(date === undefined ? {} : { date }),
    ...(publishAt === undefined ? {} : { publishAt }),
  };
}

const states = {
  none: undefined,
  draft: record(undefined),
  planned: record(undefined, SOON),
  scheduled: record(SOON),
  published: record(PAST),
};
const DRAFT: Plan = { date: undefined, publishAt: undefined, timeZone: undefined };
const at = (date: Date): Plan => ({ date, publishAt: date, timeZone: undefined });

it.each<[keyof typeof states, PlanRequest, Plan]>([
  // A new one.
  ['none', {}, at(NOW)],
  ['none', { publishAt: null }, at(NOW)],
  ['none', { publishAt: SOON.toISOString() }, at(SOON)],
  ['none', { publishAt: PAST.toISOString() }, at(PAST)],
  ['none', { status: 'published' }, at(NOW)],
  ['none', { status: 'scheduled', publishAt: SOON.toISOString() }, at(SOON)],
  ['none', { status: 'draft' }, DRAFT],
  ['none', { status: 'draft', publishAt: SOON.toISOString() }, { ...DRAFT, publishAt: SOON }],
  // A draft stays one until its status is changed.
  ['draft', {}, DRAFT],
  ['draft', { publishAt: SOON.toISOString() }, { ...DRAFT, publishAt: SOON }],
  ['draft', { status: 'published' }, at(NOW)],
  ['planned', {}, { ...DRAFT, publishAt: SOON }],
  ['planned', { publishAt: null }, DRAFT],
  ['planned', { status: 'scheduled' }, at(SOON)],
  ['planned', { status: 'published' }, at(NOW)],
  // A scheduled one.
  ['scheduled', {}, at(SOON)],
  ['scheduled', { publishAt: LATER.toISOString() }, at(LATER)],
  ['scheduled', { status: 'scheduled' }, at(SOON)],
  ['scheduled', { status: 'published' }, at(NOW)],
  ['scheduled', { status: 'draft' }, { ...DRAFT, publishAt: SOON }],
  // One that is out.
  ['published', {}, at(PAST)],
  ['published', { status: 'published' }, at(PAST)],
  ['published', { status: 'draft' }, DRAFT],
  ['published', { publishAt: LATER.toISOString() }, at(LATER)],
  ['published', { status: 'scheduled', publishAt: LATER.toISOString() }, at(LATER)],
])('%s, asked for %j', (state, wish, plan) => {
  expect(planFor(wish, states[state], NOW)).toEqual(plan);
});

it.each<[keyof typeof states, PlanRequest]>([
  ['none', { status: 'scheduled' }],
  ['none', { status: 'scheduled', publishAt: PAST.toISOString() }],
  ['none', { status: 'published', publishAt: SOON.toISOString() }],
  ['draft', { status: 'scheduled' }],
  ['scheduled', { publishAt: null }],
  ['published', { status: 'scheduled' }],
])('%s, refused %j', (state, wish) => {
  expect(() => planFor(wish, states[state], NOW)).toThrow(expect.objectContaining({ status: 400, code: 'validation' }));
});
