import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { readUser, specOf } from '@cytocomm/contract';
import { createLog, createProcessMetrics, requestLog } from '@cytocomm/listener';
import express, { type RequestHandler } from 'express';
import { createIdTokens } from '../auth/id-token.ts';
import { principalOf } from '../auth/identity.ts';
import { openCommandCore } from '../commands/command-core.ts';
import { routeOf } from '../express-app.ts';
import { safeHeaders } from '../http/headers.ts';
import { readInput } from '../http/input.ts';
import { keepRequestId } from '../http/request-id.ts';

// One server for each layer of a request, which does that and answers the same words: `layers-program.ts` with MONGODB_URI. It
// prints their addresses and a bearer token, and for each line it reads the processor time that it has taken, in µs.
const { core, users } = await openCommandCore(process.env);
const email = 'person@x.example';
const sid = 'a-session';
await core.database.connection.collection('users').insertOne({
  email,
  name: 'Ada',
  roles: ['investor'],
  createdAt: new Date(),
  sessions: [{ id: sid, createdAt: new Date(), userAgent: 'Mozilla/5.0' }],
});

/** Returns who makes the call, as the user's record says now. */
async function personOfSession() {
  const user = await users.byEmail(email);
  const principal = user === undefined ? null : await principalOf(users, user, sid);
  if (principal === null) throw new Error('there is no session');
  return principal;
}

const tokens = createIdTokens(core.config);
const { idToken } = await tokens.mint(await personOfSession());

const metrics = createProcessMetrics({ service: 'layers', version: '1' }, routeOf);
const withId: RequestHandler = (request, _response, next) => {
  request.id = 'the-id-of-a-request';
  next();
};
const asHandler =
  (work: (...given: Parameters<RequestHandler>) => Promise<unknown>): RequestHandler =>
  async (request, response, next) => {
    await work(request, response, next);
    next();
  };
const signature = asHandler((request) => tokens.read(request.headers.authorization?.slice('Bearer '.length) ?? ''));
const session = asHandler(personOfSession);
const schema = asHandler((request, response) => readInput(specOf(readUser), request, response));

const LAYERS: Readonly<Record<string, readonly RequestHandler[]>> = {
  nothing: [],
  headers: [safeHeaders(core.config.publicUrl)],
  log: [requestLog(createLog('info', '/dev/null'), () => false)],
  'request id': [withId, keepRequestId()],
  metrics: [metrics.observe],
  signature: [signature],
  session: [session],
  schema: [schema],
};

const urls: Record<string, string> = {};
for (const [name, layers] of Object.entries(LAYERS)) {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.get(readUser.path, ...layers, (_request, response) => {
    response.json({ email, name: 'Ada', roles: ['investor'] });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  urls[name] = `http://127.0.0.1:${port}`;
}
const say = (value: unknown) => void process.stdout.write(`${JSON.stringify(value)}\n`);
say({ urls, email, bearer: `Bearer ${idToken}` });
for await (const _line of createInterface({ input: process.stdin })) {
  const { user, system } = process.cpuUsage();
  say(user + system);
}
process.exit(0);
