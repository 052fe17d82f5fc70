import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { requestIds } from '@cytocomm/runtime';
import express from 'express';
import { pino } from 'pino';
import { databaseUnavailable } from '../database/trouble.ts';
import { addRequestLog } from './express-app.ts';
import { failures } from './failures.ts';

/** Sends these requests on one connection to an app whose answers fail in the middle, and returns what came until it was closed. */
async function receive(requests: readonly string[], lines: string[]): Promise<string> {
  const app = express();
  app.set('env', 'production');
  const giveId = requestIds(() => false);
  addRequestLog(app, pino(new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })));
  app.use((req, _res, next) => {
    giveId(req);
    next();
  });
  app.get('/never', () => undefined);
  app.get('/half', (_req, res) => {
    res.write('half of it');
    throw new Error('the other half is gone');
  });
  app.get('/away', () => {
    throw databaseUnavailable('away', 'unchanged', new Error('connection refused'));
  });
  app.use(failures());
  const server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  let text = '';
  socket.on('data', (piece) => {
    text += String(piece);
  });
  socket.on('error', () => undefined);
  socket.write(requests.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  await once(socket, 'close');
  server.close();
  return text;
}

describe('half an answer whose rest fails', () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  afterEach(() => consoleError.mockClear());
  afterAll(() => consoleError.mockRestore());

  it('ends with a broken connection, and is told to the log alone', async () => {
    const lines: string[] = [];
    expect(await receive(['/half'], lines)).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'request failed', err: expect.objectContaining({ type: 'Error' }) }),
    ]);
    expect(consoleError).not.toHaveBeenCalled();
  });
});

it('that the database is away is told once an outage, without a stack', async () => {
  const now = jest.spyOn(performance, 'now');
  const lines: string[] = [];
  try {
    // The third comes more than a minute after the second.
    for (const at of [70_000, 129_999, 190_000]) now.mockReturnValueOnce(at);
    await receive(['/away', '/away', '/away', '/half'], lines);
  } finally {
    now.mockRestore();
  }
  const entries = lines.map((line): object => JSON.parse(line)).filter((line) => !('err' in line));
  const away = { level: 40, msg: 'calls fail for want of the database', type: 'Error', reason: 'connection refused' };
  expect(entries).toEqual([expect.objectContaining(away), expect.objectContaining(away)]);
  expect(lines).toHaveLength(3);
  expect(lines.slice(0, 2).join('')).not.toContain('stack');
});
