import { readApiPage, readOpenApi } from '@cytocomm/contract';
import express from 'express';
import { anonymous } from '../calls/access.ts';
import { type Gate, mount } from './mount.ts';
import { routeTable } from './route.ts';

const gate: Gate = {
  identity: {
    hasCookie: () => false,
    byToken: async () => null,
    byTeamToken: async () => null,
    bySession: async () => null,
    again: async () => null,
  },
  assertDatabase: () => Promise.resolve(),
  isRole: async () => false,
  publicUrl: 'http://localhost:3000',
  checkAnswers: true,
  onRefused: async () => undefined,
};

it('a call has one route: a second, in any table, is refused', () => {
  const [one, other] = [routeTable(), routeTable()];
  one.answer(readApiPage, anonymous, () => undefined);
  other.answer(readOpenApi, anonymous, () => undefined);
  expect(() => mount(express(), [one, other], gate)).not.toThrow();
  other.answer(readApiPage, anonymous, () => undefined);
  expect(() => mount(express(), [one, other], gate)).toThrow('GET /api/docs has two routes');
});
