import { createServer, type RequestListener, type Server } from 'node:http';
import { NoSuchPortal, serveAgainst } from './serve-remote.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function portalThat(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return `http://127.0.0.1:${address.port}`;
}

const lines: string[] = [];
/** In a folder that is no remote's: what is refused before that is refused before anything is built. */
const against = (address: string) =>
  serveAgainst('/nowhere', { address, port: 0, say: (line) => void lines.push(line) });

it.each([
  'portal.example',
  'ftp://portal.example',
  'https://portal.example/dashboard',
  'https://portal.example/?a=b',
  'https://portal.example/#x',
  'https://me@portal.example',
  '',
])('"%s" is no address of a portal', async (address) => {
  await expect(against(address)).rejects.toThrow(`like https://portal.example, not "${address}"`);
});

const problem =
  (status: number): RequestListener =>
  (request, response) => {
    const isKnown = request.url === '/api/local-remotes';
    response.writeHead(isKnown ? status : 500, { 'Content-Type': 'application/problem+json; charset=utf-8' }).end('{}');
  };

it.each<[string, RequestListener, RegExp]>([
  [
    'an earlier portal',
    problem(404),
    /is older than these tools and cannot load a remote from your machine: update it first\./,
  ],
  ['another site', (_, response) => void response.end('<p>Hello'), /does not answer as a portal does \(200\)\./],
  [
    'a site that sends away',
    (_, response) => void response.writeHead(302, { Location: '/' }).end(),
    /No portal answers/,
  ],
  ['something that hangs up', (request) => void request.socket.destroy(), /No portal answers at http/],
  ['a portal in trouble', problem(503), /does not answer as a portal does \(503\)\./],
])('%s is told apart, and nothing is built for it', async (_, answer, words) => {
  const refused = against(await portalThat(answer));
  await expect(refused).rejects.toThrow(words);
  await expect(refused).rejects.toBeInstanceOf(NoSuchPortal);
  expect(lines).toEqual([]);
});

it('a portal that asks who it is is one: the remote is next', async () => {
  const refused = against(await portalThat(problem(401)));
  await expect(refused).rejects.toThrow(/nowhere/);
  await expect(refused).rejects.not.toBeInstanceOf(NoSuchPortal);
});
