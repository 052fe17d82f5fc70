import { once } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { readApiPage, readOpenApi, switchRemoteOff } from '@cytocomm/contract';
import express from 'express';
import { until } from '../../testing/clock.ts';
import { dial } from '../../testing/slow-clients.ts';
import { anonymous, operators } from '../calls/access.ts';
import { failures } from './failures.ts';
import { type Gate, mount } from './mount.ts';
import { type RouteTable, routeTable } from './route.ts';

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

/** Serves a table of calls until it is disposed of. */
async function serve(table: RouteTable, identity = gate.identity) {
  const app = express();
  mount(app, [table], { ...gate, identity });
  app.use(failures());
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it('a call has one route: a second, in any table, is refused', () => {
  const [one, other] = [routeTable(), routeTable()];
  one.answer(readApiPage, anonymous, () => undefined);
  other.answer(readOpenApi, anonymous, () => undefined);
  expect(() => mount(express(), [one, other], gate)).not.toThrow();
  other.answer(readApiPage, anonymous, () => undefined);
  expect(() => mount(express(), [one, other], gate)).toThrow('GET /api/docs has two routes');
});

it('a caller is asked for again when the body comes later, and only then', async () => {
  const person = {
    ...{ userId: 'a'.repeat(24), email: 'ada@x.example', name: 'Ada', roles: ['admin'], groups: [], sid: 's' },
    ...{ defaultRole: undefined, hasPasskey: false, lacksPasskey: false },
    ...{ addedAt: new Date(0), provedAt: new Date(0) },
  };
  const questions: string[] = [];
  const answerFor = (what: string) => async () => {
    // As a database answers: not before the rest of what has arrived is read.
    await setImmediate();
    questions.push(what);
    return { ...person, name: what };
  };
  const identity = { ...gate.identity, byToken: answerFor('first'), again: answerFor('again') };
  const table = routeTable();
  const names: string[] = [];
  table.answer(switchRemoteOff, operators, ({ principal }) => void names.push(principal.name));
  await using server = await serve(table, identity);
  const body = '{"reason":"x"}';
  const head = [
    'PUT /api/remotes/mfe-lab/switch HTTP/1.1',
    ...['Host: x', 'Authorization: Bearer x', 'Content-Type: application/json', `Content-Length: ${body.length}`],
  ].join('\r\n');
  const whole = await dial(server.url);
  whole.send(`${head}\r\n\r\n${body}`);
  await whole.hears('204');
  expect([questions.splice(0), names.splice(0)]).toEqual([['first'], ['first']]);
  const late = await dial(server.url);
  late.send(`${head}\r\n\r\n`);
  await until('the first question', () => questions.length > 0);
  late.send(body);
  await late.hears('204');
  expect([questions, names]).toEqual([['first', 'again'], ['again']]);
});
