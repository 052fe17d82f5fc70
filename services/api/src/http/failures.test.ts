import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { requestIds } from '@cytocomm/listener';
import express from 'express';
import { pino } from 'pino';
import { failures } from './failures.ts';
import { addRequestLog } from './logging.ts';

/** Sends these requests on one connection to an app whose answers fail in the middle, and returns what came until it was closed. */
async function heard(requests: readonly string[], lines: string[]): Promise<string> {
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
  const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  afterEach(() => told.mockClear());
  afterAll(() => told.mockRestore());

  it('ends with a broken connection, and is told to the log alone', async () => {
    const lines: string[] = [];
    expect(await heard(['/half'], lines)).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'request failed', err: expect.objectContaining({ type: 'Error' }) }),
    ]);
    expect(told).not.toHaveBeenCalled();
  });

  it('ends the connection, too, when it stands behind another', async () => {
    expect(await heard(['/never', '/half'], [])).toBe('');
  });
});
