import { createServer, type Server } from 'node:http';
import { addressOf, readPicture } from '@cytocomm/contract';
import { createLog } from '@cytocomm/runtime';
import express, { type ErrorRequestHandler } from 'express';
import { Types } from 'mongoose';
import { ApiError } from '../../../platform/calls/problem.ts';
import { addRequestLog } from '../../../platform/http/express-app.ts';
import { mount } from '../../../platform/http/mount.ts';
import { until } from '../../../testing/clock.ts';
import { openStalledReader, type StalledReader } from '../../../testing/slow-clients.ts';
import { pictureRoutes } from './router.ts';

/** More than the buffers of two sockets take. */
const BYTES = Buffer.alloc(16 * 1024 * 1024);
const OF_CLIENT = 50;
const OF_NETWORK = 100;
const OF_PROCESS = 200;
const ID = 'a'.repeat(24);

const file = { fileId: new Types.ObjectId(), size: BYTES.length, chunkSize: 1, sha256: 'x' };
const picture = {
  ...{ _id: new Types.ObjectId(ID), width: 480, height: 480, uploadedBy: '', uploadedAt: new Date(0) },
  ...{ forms: [{ width: 480, format: 'jpeg' as const, ...file }], keptUntil: new Date(0) },
};
const unused = () => Promise.reject(new Error('not asked for here'));
/** Starts a service of one picture. */
async function serve(sendingMs?: number): Promise<Server> {
  const routes = pictureRoutes(
    { add: unused, find: async () => picture, read: async () => BYTES, tidyUp: unused, sweep: unused },
    { isPublishedFor: async () => true, isShown: unused },
    sendingMs,
  );
  const app = express().set('trust proxy', 'loopback');
  addRequestLog(app, createLog('silent'));
  mount(app, [routes], {
    identity: { hasCookie: () => false, byToken: visitor, byTeamToken: visitor, bySession: visitor, again: visitor },
    assertDatabase: () => Promise.resolve(),
    isRole: async () => false,
    publicUrl: 'http://localhost:3000',
    checkAnswers: true,
    onRefused: async () => undefined,
  });
  app.use(refuse);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  return `http://127.0.0.1:${address.port}${addressOf(readPicture, { id: ID, width: '480' })}`;
}

const refuse: ErrorRequestHandler = (error, _req, res, _next) => {
  res
    .status(error instanceof ApiError ? error.status : 500)
    .set(error instanceof ApiError ? error.headers : {})
    .end();
};
const visitor = async () => null;
let server: Server;
let url: string;
const open: StalledReader[] = [];

beforeAll(async () => {
  server = await serve();
  url = urlOf(server);
});
afterAll(() => {
  for (const { close } of open) close();
  server.close();
});

/** A client that takes nothing of the picture. */
async function stalled(client: string): Promise<number> {
  const reader = await openStalledReader(url, { 'X-Forwarded-For': client });
  open.push(reader);
  return reader.status;
}
const statusFor = async (client: string, method = 'GET') => {
  const { status, body } = await fetch(url, { method, headers: { 'X-Forwarded-For': client } });
  await body?.cancel();
  return status;
};

it('a client that reads nothing holds its slot until it disconnects', async () => {
  for (let turn = 0; turn < OF_CLIENT; turn += 1) expect(await stalled('192.0.2.1')).toBe(200);
  expect(await statusFor('192.0.2.1')).toBe(429);
  expect(await statusFor('192.0.2.2', 'HEAD')).toBe(200);
  open.shift()?.close();
  await until('a place to be free', async () => (await statusFor('192.0.2.1', 'HEAD')) === 200);
});

it('an IPv6 network holds a share of the slots, from any of its addresses', async () => {
  // With all slots free; in the last half a client gets fewer.
  for (const { close } of open.splice(0)) close();
  server.close();
  server = await serve();
  url = urlOf(server);
  for (let turn = 0; turn < OF_NETWORK; turn += 1)
    expect(await stalled(`2001:db8:0:${turn.toString(16)}00::1`)).toBe(200);
  expect(await statusFor('2001:db8:0:ff00::1')).toBe(429);
  expect(await statusFor('2001:db8:1::1', 'HEAD')).toBe(200);
});

it('a process answers 503 beyond its slots', async () => {
  while (open.length < OF_PROCESS) expect(await stalled(`198.51.100.${open.length}`)).toBe(200);
  expect(await statusFor('192.0.2.3')).toBe(503);
  for (const { close } of open.splice(0)) close();
  await until('all places to be free', async () => (await statusFor('192.0.2.3')) === 200);
});

it('a slow client is cut off and loses its slot', async () => {
  const hurried = await serve(100);
  const reader = await openStalledReader(urlOf(hurried), { 'X-Forwarded-For': '192.0.2.1' });
  expect(reader.status).toBe(200);
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      hurried.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  await until('the connection to be closed', async () => (await connections()) === 0);
  reader.close();
  hurried.close();
});
